// Place file: where the reader of a world is, in its folder.

import { openWorldFolder } from '@terrarium/kernel/world-folder';

const name = 'place.json';
const largestBytes = 65_536;

/** Empty where there is none. */
export function readPlaceFile(dir: string): string {
  return openWorldFolder(dir).readText(name, { largestBytes }) ?? '';
}

/** Removes it where `text` is empty. */
export function writePlaceFile(dir: string, text: string): void {
  const folder = openWorldFolder(dir);
  if (text === '') folder.remove(name);
  else folder.writeFast(name, [text]);
}
