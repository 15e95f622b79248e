// Finds the program of a tool that the guards run, whichever others of that name are on the path.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Two packages bring a `tsc`: the compiler that is fast, which checks the code, and the one whose library the guards
 * read code with.
 */
export function findTool(command: string): string {
  const place =
    command === 'tsc'
      ? new URL('bin/tsc', import.meta.resolve('typescript-native/package.json'))
      : new URL(`../node_modules/.bin/${command}`, import.meta.url);
  return realpathSync(fileURLToPath(place));
}
