// Corpus folder: opens the folder in which a world keeps its corpora.

import { dirname, resolve } from 'node:path';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';

/** The world's folder: the parent of the folder its corpora are in. No link below it is followed. */
export function resolveCorpusWorld(path: string): string {
  return dirname(dirname(resolve(path)));
}

export function openCorpusFolder(path: string): WorldFolder {
  return openWorldFolder(resolveCorpusWorld(path));
}
