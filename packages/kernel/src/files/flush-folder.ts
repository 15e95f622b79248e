// Flushes a folder to the disk: which names it lists.

import { closeSync, fsyncSync, openSync } from 'node:fs';

/** What a folder lists is written by itself: without it a loss of power may bring the old file back. */
export function flushFolder(path: string): void {
  // Windows opens no folder, and keeps the names of files by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
