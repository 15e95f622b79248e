// Entry: lets Node remember what it compiled, then runs the command line.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Halves the start. In the project's own folder: one that others may write to must not say what we run. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));

/** Runs one command; resolves to the exit code, never rejects for what a person typed. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  enableCompileCache(compiled);
  const commandLine = await import('./command-line.ts');
  return await commandLine.runCommandLine(argv);
}
