// Corpus folder: where the corpora of a world that Terrarium made lie, behind the door of that world.

import { dirname, resolve } from 'node:path';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';

/** The world's folder is the one above that of its corpora: on the way to a corpus no link is followed from there. */
export function resolveCorpusWorld(path: string): string {
  return dirname(dirname(resolve(path)));
}

export function openCorpusFolder(path: string): WorldFolder {
  return openWorldFolder(resolveCorpusWorld(path));
}
