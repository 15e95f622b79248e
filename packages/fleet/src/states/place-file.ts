// Reads and writes the file in a world's folder that says where the reader is.

import { openWorldFolder } from '@terrarium/kernel/world-folder';

const name = 'place.json';
const largestBytes = 65_536;

/** Empty if there is no such file. */
export function readPlaceFile(dir: string): string {
  return openWorldFolder(dir).readText(name, { largestBytes }) ?? '';
}

/** Removes the file if `text` is empty. */
export function writePlaceFile(dir: string, text: string): void {
  const folder = openWorldFolder(dir);
  if (text === '') folder.remove(name);
  else folder.writeFast(name, [text]);
}
