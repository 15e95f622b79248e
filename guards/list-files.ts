// Lists the files below the project's root that the guards look at.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const passedOver: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.cache',
  'coverage',
  'dist',
  'results',
]);

/** Worlds that are left beside the code when somebody tries the program; git leaves them out as well. */
const worlds: ReadonlySet<string> = new Set(['world', 'world-demo']);

/** Paths relative to `root`, with forward slashes, in a stable order. */
export function listFiles(root: string, pattern: RegExp): readonly string[] {
  return [...walk(root, '')].filter((path) => pattern.test(path)).sort();
}

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !passedOver.has(entry.name) && !worlds.has(path)) yield* walk(root, path);
  }
}
