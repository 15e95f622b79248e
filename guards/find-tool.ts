// Finds the program of a tool that the guards run, even if other programs of the same name are on the path.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Two packages contain a `tsc`: the fast compiler, which checks the code, and the compiler whose library the guards use
 * to read code.
 */
export function findTool(command: string): string {
  const place =
    command === 'tsc'
      ? new URL('bin/tsc', import.meta.resolve('typescript-native/package.json'))
      : new URL(`../node_modules/.bin/${command}`, import.meta.url);
  return realpathSync(fileURLToPath(place));
}
