// Checked folder: a folder of a world, held open while it is used, so that its path leads nowhere else meanwhile.

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasFolderHandles, ownPlatform } from '../base/platform.ts';
import { refuseLink, refuseNoFolder } from './refuse-foreign.ts';
import { flushFolder } from './write-chunks.ts';

/** A folder that has been checked: it is where its path says. */
export interface CheckedFolder {
  /** A path that leads to this name in exactly this folder. */
  resolve(name: string): string;
  /** Throws `StorageError` if the opened file is not the file with this name in this folder. */
  verify(name: string, file: number): void;
  /** Flushes the folder's list of names to the disk. */
  flush(): void;
  /** Takes access to the folder away from everybody else, if the folder is ours. Does nothing without handles. */
  setPrivate(): void;
  close(): void;
}

export interface FolderPlace {
  /** The world's folder, as its real path. */
  readonly root: string;
  /** The names of the folders from the world's folder down to this one, in order. */
  readonly parts: readonly string[];
  /** Whether to work without handles of folders, as on systems without `/proc`. */
  readonly isByPath: boolean;
}

/** Whether this system can read the path of a handle, and open paths that begin at a handle. */
export const hasHandles = hasFolderHandles(ownPlatform) && existsSync('/proc/self/fd');

/**
 * Undefined if there is no such folder; throws `StorageError` if a link is on the way to it. With handles (Linux),
 * work continues in the folder that was checked, even if somebody moves it in the meantime. Without handles (macOS and
 * Windows, where Node cannot open anything relative to a folder), the path is checked before and after: if, in
 * between, another program of this person replaces the folder by a link and puts it back, nobody notices.
 */
export function openCheckedFolder(place: FolderPlace): CheckedFolder | undefined {
  const path = join(place.root, ...place.parts);
  return place.isByPath ? checkByPath(place, path) : openByHandle(place, path);
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function openByHandle(place: FolderPlace, path: string): CheckedFolder | undefined {
  const handle = openFolder(place, path);
  if (handle === undefined) return undefined;
  const within = `/proc/self/fd/${handle}`;
  if (readlinkSync(within) !== path) {
    closeSync(handle);
    throw findLink(place) ?? refuseLink(path);
  }
  return {
    resolve: (name) => join(within, name),
    // The file was opened relative to the folder, and without following a link, so it cannot be another file.
    verify: () => undefined,
    flush: () => fsyncSync(handle),
    setPrivate: () => setFolderPrivate(path, fstatSync(handle), (mode) => fchmodSync(handle, mode)),
    close: () => closeSync(handle),
  };
}

function openFolder(place: FolderPlace, path: string): number | undefined {
  try {
    return openSync(path, folderFlags);
  } catch (error) {
    const foreign = findLink(place);
    if (foreign !== undefined) throw foreign;
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function checkByPath(place: FolderPlace, path: string): CheckedFolder | undefined {
  const check = () => {
    const foreign = findLink(place);
    if (foreign !== undefined) throw foreign;
    if (realpathSync(path) !== path) throw refuseLink(path);
  };
  const foreign = findLink(place);
  if (foreign !== undefined) throw foreign;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  check();
  return {
    resolve: (name) => join(path, name),
    verify(name, file) {
      check();
      const [named, opened] = [lstatSync(join(path, name)), fstatSync(file)];
      if (named.ino !== opened.ino || named.dev !== opened.dev) throw refuseLink(join(path, name));
    },
    flush: () => flushFolder(path),
    setPrivate: () => undefined,
    close: () => undefined,
  };
}

/**
 * An error that names a link, or anything else that is not a folder, on the way down from the root; undefined if there
 * is none.
 */
function findLink({ root, parts }: FolderPlace): Error | undefined {
  let path = root;
  for (const part of parts) {
    path = join(path, part);
    const about = lstatSync(path, { throwIfNoEntry: false });
    if (about === undefined) return undefined;
    if (about.isSymbolicLink()) return refuseLink(path);
    if (!about.isDirectory()) return refuseNoFolder(path);
  }
  return undefined;
}

const forOthers = 0o077;
const sticky = 0o1000;

/**
 * Never changes the person's home folder, or a folder in which several people write, even if it is the world's folder.
 */
function setFolderPrivate(path: string, about: Stats, change: (mode: number) => void): void {
  const isOurs = about.uid === process.getuid?.() && path !== homedir() && (about.mode & sticky) === 0;
  if (isOurs && (about.mode & forOthers) !== 0) change(about.mode & 0o7700);
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
