// Packed text: long texts of the database lie compressed in it, short ones as they are.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { StorageError } from '@terrarium/kernel/errors';

/** A text as a column holds it: itself, or a Zstandard frame of its UTF-8 bytes. */
export type PackedText = string | Buffer;

/** Below this a frame saves next to nothing. */
const shortestPacked = 200;

// A checksum, so that a damaged frame is an error and never another text.
const params = { [constants.ZSTD_c_checksumFlag]: 1 };

/** The text as it is stored. */
export function packText(text: string): PackedText {
  if (text.length < shortestPacked) return text;
  const bytes = Buffer.from(text, 'utf8');
  const frame = zstdCompressSync(bytes, { params });
  return frame.length < bytes.length ? frame : text;
}

/** The text that was packed. Throws `StorageError` for a damaged frame. */
export function unpackText(packed: PackedText): string {
  if (typeof packed === 'string') return packed;
  try {
    return zstdDecompressSync(packed).toString('utf8');
  } catch (cause) {
    throw refuseUnreadable('A packed text', cause);
  }
}

/** What was stored as JSON, packed or not; `what` names it for people. Throws `StorageError` where it is none. */
export function parseStored<Value>(packed: PackedText, what: string): Value {
  try {
    return JSON.parse(unpackText(packed)) as Value;
  } catch (cause) {
    throw refuseUnreadable(what, cause);
  }
}

/** What is said of anything stored that is not as it was written. */
export function refuseUnreadable(what: string, cause?: unknown): StorageError {
  return new StorageError({
    code: 'store.unreadable',
    happened: `${what} in annotator.db cannot be read: the file is damaged.`,
    todo: 'Restore the world from a backup, or run "annotate verify" to see what else is damaged.',
    cause,
  });
}
