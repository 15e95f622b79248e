// Check: runs the guards, and stops at the first that refuses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import type { Guard, Guards } from './all-guards.ts';
import { findTool } from './find-tool.ts';
import { findMissingTools } from './installed-tools.ts';

// Only a test passes a folder, in which it has planted something for the guards to find.
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
/**
 * The compiler is written in Go. It takes a fifth less processor time if it collects garbage only above 3 GiB, which it
 * does not reach.
 */
const environment = { ...readProcessEnvironment(), GOGC: 'off', GOMEMLIMIT: '3GiB' };

interface Judged {
  /** A line for each thing that is wrong. */
  readonly problems: readonly string[];
  /** What a tool printed when it failed; it is shown above the verdict. */
  readonly printed?: string;
}

async function judge(guard: Guard): Promise<Judged & { readonly seconds: number }> {
  const started = performance.now();
  const judged = typeof guard === 'function' ? { problems: await guard() } : await run(...guard);
  return { ...judged, seconds: (performance.now() - started) / 1000 };
}

/**
 * Runs the tool on this Node: the first line of the tool's own script would take whichever Node comes first in the
 * path. The tool is killed when this process ends, for instance because another guard refused.
 */
async function run(command: string, ...argv: readonly string[]): Promise<Judged> {
  const child = spawn(process.execPath, [findTool(command), ...argv], { cwd: root, env: environment });
  process.once('exit', () => child.kill());
  const ended = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  if (status === 0) return { problems: [] };
  return { problems: [`${command} ${argv.join(' ')}: see above`], printed: `${out}${error}` };
}

async function runInTurn(guards: Guards): Promise<void> {
  for (const [name, guard] of Object.entries(guards)) {
    const { problems, printed = '', seconds } = await judge(guard);
    const verdict = problems.length === 0 ? 'passed' : 'REFUSED';
    process.stdout.write(`${printed}check: ${name}: ${verdict} (${seconds.toFixed(1)} s)\n`);
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exit(1);
  }
}

await runInTurn({ 'installed tools': () => findMissingTools(root) });
// Imported only now: it needs packages that may not be installed.
const { listGuards } = await import('./all-guards.ts');
await Promise.all(listGuards(root).map(runInTurn));
