// Makes a folder and the missing folders above it, or throws at once when Node's own function would try for ever.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Like `mkdirSync` with `recursive`, but always ends. Some file systems, such as `/proc`, refuse a new folder by
 * reporting that its parent is missing; Node then tries for ever. Throws the system's error.
 */
export function createFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (!existsSync(parent)) createFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
