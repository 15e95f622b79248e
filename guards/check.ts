// Check: runs all guards, the tools beside the others, tells of them in order, and stops at the first that refuses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findUncleanText } from './clean-text.ts';
import { findUnexplainedCodes } from './error-codes.ts';
import { findMisplacedCodes } from './error-exits.ts';
import { findTool } from './find-tool.ts';
import { findMissingFirstLines } from './first-lines.ts';
import { findStalePages } from './generated-docs.ts';
import { findMissingTools } from './installed-tools.ts';
import { findLostCauses } from './kept-causes.ts';
import { findLongFunctions } from './long-functions.ts';
import { findPoorNames } from './names.ts';
import { findStrayAsking } from './one-asking.ts';
import { findStrayFiles } from './one-door.ts';
import { findWrongEdges } from './package-edges.ts';
import { findSpecGaps } from './spec-rules.ts';
import { findStraySql } from './sql-only-in-stores.ts';
import { findStrayVerbs } from './verbs.ts';

// A folder is passed only by a test that has planted something for the guards to find there.
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));

/** Gives what is wrong, a line each; nothing when all is well. A tool is given as its command. */
type Guard = (() => readonly string[] | Promise<readonly string[]>) | readonly [tool: string, ...string[]];

const guards: Readonly<Record<string, Guard>> = {
  'style and limits': ['biome', 'check', '--error-on-warnings', '.'],
  'long functions': () => findLongFunctions(root),
  'spread literals': async () => (await import('./spread-literals.ts')).findSpreadLiterals(root),
  walls: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'guards', 'bench'],
  'dead code and dependencies': ['knip', '--no-progress'],
  'first lines': () => findMissingFirstLines(root),
  names: () => findPoorNames(root),
  verbs: () => findStrayVerbs(root),
  'SQL only in stores': () => findStraySql(root),
  'named parameters': async () => (await import('./named-parameters.ts')).findUnnamedParameters(root),
  'one door': () => findStrayFiles(root),
  'one asking': () => findStrayAsking(root),
  'kept causes': () => findLostCauses(root),
  // Imported late: the packages it needs may be the ones that are missing, and the first guard says so.
  'linear patterns': async () => (await import('./linear-patterns.ts')).findSlowPatterns(root),
  'prompt texts': async () => (await import('./prompt-texts.ts')).findUnversionedTexts(root),
  'explained codes': () => findUnexplainedCodes(root),
  'explained exits': () => findMisplacedCodes(root),
  'clean text': () => findUncleanText(root),
  'package edges': () => findWrongEdges(root),
  'spec and tests': () => findSpecGaps(root),
  'generated pages': () => findStalePages(root),
  // With one checker a project the compiler takes half the processor's time.
  types: ['tsc', '-b', '--checkers', '1'],
};

interface Judged {
  /** What is wrong, a line each. */
  readonly problems: readonly string[];
  /** What a tool that refuses has printed; it is shown above the verdict. */
  readonly printed?: string;
}

/** Tools are started at once, in processes of their own; what runs here waits until all have been. */
async function judge(guard: Guard): Promise<Judged & { readonly seconds: number }> {
  if (typeof guard === 'function') await setImmediate();
  const started = performance.now();
  const judged = typeof guard === 'function' ? { problems: await guard() } : await run(...guard);
  return { ...judged, seconds: (performance.now() - started) / 1000 };
}

/**
 * Runs the tool on this Node: the tool's own first line would take whichever Node comes first in the path. It is killed
 * when this process ends, for instance because another guard refused.
 */
async function run(command: string, ...argv: readonly string[]): Promise<Judged> {
  const child = spawn(process.execPath, [findTool(command), ...argv], { cwd: root });
  process.once('exit', () => child.kill());
  const ended = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  if (status === 0) return { problems: [] };
  return { problems: [`${command} ${argv.join(' ')}: see above`], printed: `${out}${error}` };
}

async function tell(name: string, judged: ReturnType<typeof judge>): Promise<void> {
  const { problems, printed = '', seconds } = await judged;
  const verdict = problems.length === 0 ? 'passed' : 'REFUSED';
  process.stdout.write(`${printed}check: ${name}: ${verdict} (${seconds.toFixed(1)} s)\n`);
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  if (problems.length > 0) process.exit(1);
}

await tell(
  'installed tools',
  judge(() => findMissingTools(root)),
);
const begun = Object.entries(guards).map(([name, guard]) => {
  const judged = judge(guard);
  // What a guard throws is told in its turn.
  judged.catch(() => undefined);
  return { name, judged };
});
for (const { name, judged } of begun) await tell(name, judged);
