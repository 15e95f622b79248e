// Corpus folder: finds and opens the folder of the world to which a corpus file belongs.

import { dirname, resolve } from 'node:path';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';

/** The folder of the world that has this corpus: the parent of the folder of the corpora. */
export function resolveCorpusWorld(path: string): string {
  return dirname(dirname(resolve(path)));
}

/** Opens the folder of the world that has this corpus; follows no links below it. */
export function openCorpusFolder(path: string): WorldFolder {
  return openWorldFolder(resolveCorpusWorld(path));
}
