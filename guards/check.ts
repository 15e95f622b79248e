// Check: runs all guards at the same time, reports on them in order, and stops at the first that refuses.
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

// Only a test passes a folder, in which it has planted something for the guards to find.
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));

/** A function that returns a line for each thing that is wrong, or the command of a tool. */
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
  // Imported only here: if the packages that it needs are missing, an earlier guard says so.
  'linear patterns': async () => (await import('./linear-patterns.ts')).findSlowPatterns(root),
  'prompt texts': async () => (await import('./prompt-texts.ts')).findUnversionedTexts(root),
  'explained codes': () => findUnexplainedCodes(root),
  'explained exits': () => findMisplacedCodes(root),
  'clean text': () => findUncleanText(root),
  'package edges': () => findWrongEdges(root),
  'spec and tests': () => findSpecGaps(root),
  'generated pages': () => findStalePages(root),
  // With one checker for each project the compiler takes half as much processor time.
  types: ['tsc', '-b', '--checkers', '1'],
};

interface Judged {
  /** A line for each thing that is wrong. */
  readonly problems: readonly string[];
  /** What a tool that refuses has printed; it is shown above the verdict. */
  readonly printed?: string;
}

/** A tool is started at once, in a process of its own. A function waits until all tools have been started. */
async function judge(guard: Guard): Promise<Judged & { readonly seconds: number }> {
  if (typeof guard === 'function') await setImmediate();
  const started = performance.now();
  const judged = typeof guard === 'function' ? { problems: await guard() } : await run(...guard);
  return { ...judged, seconds: (performance.now() - started) / 1000 };
}

/**
 * Runs the tool on this Node: the first line of the tool's own script would take whichever Node comes first in the
 * path. The tool is killed when this process ends, for instance because another guard refused.
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
  // What a guard throws is reported when its turn comes.
  judged.catch(() => undefined);
  return { name, judged };
});
for (const { name, judged } of begun) await tell(name, judged);
