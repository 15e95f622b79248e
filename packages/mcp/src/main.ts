// Entry: lets Node remember what it compiled, then serves the memory of a world to the client that started this process.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** In the project's own folder: one that others may write to must not say what we run. */
const compiled = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));

/** Resolves to the exit code once the client is gone; never rejects for what a person typed. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  enableCompileCache(compiled);
  const commandLine = await import('./command-line.ts');
  return await commandLine.runCommandLine(argv);
}
