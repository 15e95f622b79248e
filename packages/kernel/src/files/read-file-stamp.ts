// File stamp: tells whether a path still leads to the same database, and whether anything was written to it since.

import { type BigIntStats, lstatSync } from 'node:fs';

export interface FileStamp {
  /** Equal as long as the path leads to this very file: while somebody has it open, no other file gets its number. */
  readonly file: string;
  /**
   * Equal as long as nothing was written to the database, by whatever program. Undefined while its write-ahead log
   * contains something that may not be in the file yet.
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

/** A link is not followed, and is another file than the one it leads to. */
function findStatus(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
