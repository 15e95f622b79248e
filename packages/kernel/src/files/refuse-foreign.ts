// Refusals of the world folder: errors for links, shared files, paths that are not folders, and files that are too large.

import type { Stats } from 'node:fs';
import { StorageError } from '../base/errors.ts';

/** Throws `StorageError` unless `path` is an ordinary file without a second name (hard link). */
export function refuseForeign(path: string, about: Stats): void {
  if (about.isSymbolicLink()) throw refuseLink(path);
  if (!about.isFile()) throw refuseKind(path, about);
  if (about.nlink > 1) throw refuseShared(path);
}

export function refuseLink(path: string): StorageError {
  return new StorageError({
    code: 'world.link',
    happened: `${path} is a link, or is reached through one. Links in a world are not followed: they could lead to any file of yours.`,
    todo: 'If the link is yours, replace it with the file or folder it leads to; otherwise remove it. Nothing was read or written there.',
  });
}

function refuseShared(path: string): StorageError {
  return new StorageError({
    code: 'world.shared-file',
    happened: `${path} has a second name in another place (a hard link): a change here would change it there too.`,
    todo: 'If it belongs here, replace it with a copy; otherwise remove it. Nothing was read or written.',
  });
}

function refuseKind(path: string, about: Stats): StorageError {
  const kind = about.isDirectory() ? 'a folder' : 'a device, a pipe or a socket';
  return new StorageError({
    code: 'world.not-a-file',
    happened: `${path} is ${kind}, where a file should be.`,
    todo: 'Remove it or move it elsewhere. Nothing was read or written.',
  });
}

export function refuseNoFolder(path: string): StorageError {
  return new StorageError({
    code: 'world.no-folder',
    happened: `${path} should be a folder, but is not.`,
    todo: 'Remove it or move it elsewhere. Nothing was read or written.',
  });
}

export function refuseLarge(path: string, largestBytes: number): StorageError {
  return new StorageError({
    code: 'world.file-too-large',
    happened: `${path} has more than ${largestBytes.toLocaleString('en')} bytes, which is the limit for such a file.`,
    todo: 'Check that it is the right file; otherwise remove it. None of it was read.',
  });
}
