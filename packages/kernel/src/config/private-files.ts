// Makes folders and files that nobody else on the machine may read.

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createFolder } from '../base/create-folder.ts';

/** Makes a folder that only its owner can enter; an existing folder is left as it is. */
export function createPrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  createFolder(folder);
  chmodSync(folder, 0o700);
}

/** Replaces the whole file or nothing; only its owner can read it. */
export function replacePrivateFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
