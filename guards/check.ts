// Check: runs the guards in order, the two longest in parallel, and stops at the first that refuses, with its report.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
const inRoot = { cwd: root, stdio: 'inherit' } as const;

/** What is wrong, a line each; empty when all is well. */
type Guard = () => readonly string[] | Promise<readonly string[]>;

const guards: Readonly<Record<string, Guard>> = {
  'installed tools': () => findMissingTools(root),
  'style and limits': () => run('biome', 'check', '--error-on-warnings', '.'),
  'long functions': () => findLongFunctions(root),
  'spread literals': async () => (await import('./spread-literals.ts')).findSpreadLiterals(root),
  walls: () => walls,
  'dead code and dependencies': () => run('knip', '--no-progress'),
  'first lines': () => findMissingFirstLines(root),
  names: () => findPoorNames(root),
  verbs: () => findStrayVerbs(root),
  'SQL only in stores': () => findStraySql(root),
  'named parameters': async () => (await import('./named-parameters.ts')).findUnnamedParameters(root),
  'one door': () => findStrayFiles(root),
  'one asking': () => findStrayAsking(root),
  'kept causes': () => findLostCauses(root),
  // Imported only when its turn comes: the packages it needs may be the ones that are missing, and the guard before it
  // says so.
  'linear patterns': async () => (await import('./linear-patterns.ts')).findSlowPatterns(root),
  'prompt texts': async () => (await import('./prompt-texts.ts')).findUnversionedTexts(root),
  'explained codes': () => findUnexplainedCodes(root),
  'explained exits': () => findMisplacedCodes(root),
  'clean text': () => findUncleanText(root),
  'package edges': () => findWrongEdges(root),
  'spec and tests': () => findSpecGaps(root),
  'generated pages': () => findStalePages(root),
  types: () => types,
};

/** Runs the tool on this Node: the tool's own first line would take whichever Node comes first in the path. */
function run(command: string, ...argv: readonly string[]): readonly string[] {
  const { status, error } = spawnSync(process.execPath, [findTool(command), ...argv], inRoot);
  return status === 0 ? [] : [tell(command, argv, error)];
}

/**
 * As `run`, without waiting; the child is killed when this process ends, for instance because another guard refused.
 */
async function start(command: string, ...argv: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [findTool(command), ...argv], inRoot);
  process.once('exit', () => child.kill());
  const [status] = await once(child, 'close');
  return status === 0 ? [] : [tell(command, argv)];
}

function tell(command: string, argv: readonly string[], error?: Error): string {
  return `${command} ${argv.join(' ')}: ${error === undefined ? 'see above' : error.message}`;
}

// The compiler and the import rules (`walls`) are started early and waited for in their turn, so that both processors
// have work; with one checker a project the compiler takes half the processor's time.
let types: readonly string[] | Promise<readonly string[]> = [];
let walls: readonly string[] | Promise<readonly string[]> = [];

for (const [name, guard] of Object.entries(guards)) {
  const started = performance.now();
  const problems = await guard();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`check: ${name}: ${problems.length === 0 ? 'passed' : 'REFUSED'} (${seconds} s)\n`);
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
  if (problems.length > 0) process.exit(1);
  if (name === 'installed tools') {
    types = start('tsc', '-b', '--checkers', '1');
    walls = start('depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'guards', 'bench');
  }
}
