// File stamp: tells whether a path still leads to the same database, and whether anything has been written to it since.

import { type BigIntStats, lstatSync } from 'node:fs';

export interface FileStamp {
  /**
   * Stays the same as long as the path leads to the same file. While somebody has the file open, no other file can get
   * its number.
   */
  readonly file: string;
  /**
   * Stays the same as long as no program has written to the database. Undefined while its write-ahead log has changes
   * that may not be in the file yet.
   */
  readonly content: string | undefined;
}

/** The stamp of a database with a write-ahead log; undefined if there is no such file. Opens nothing. */
export function readFileStamp(path: string): FileStamp | undefined {
  const about = findStatus(path);
  if (about === undefined) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = about;
  const file = `${dev}:${ino}`;
  const isLogEmpty = (findStatus(`${path}-wal`)?.size ?? 0n) === 0n;
  return { file, content: isLogEmpty ? `${file}:${size}:${mtimeNs}:${ctimeNs}` : undefined };
}

/** Does not follow a link: a link and its target are different files. */
function findStatus(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
