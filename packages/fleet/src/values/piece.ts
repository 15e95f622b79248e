// Piece: 64 KiB of a file, identified by a hash; the unit in which files are stored and sent.

import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** How many bytes a piece has; the last piece of a file may have fewer. */
export const pieceBytes = 65_536;
export const hashBytes = 32;

export interface Piece {
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export function splitIntoPieces(file: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < file.length; at += pieceBytes) {
    const bytes = file.subarray(at, at + pieceBytes);
    pieces.push({ hash: hashPiece(bytes), bytes });
  }
  return pieces;
}

function hashPiece(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Compresses a piece for storage, at the fastest level. */
export function packPiece(bytes: Uint8Array): Buffer {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** Undefined if the bytes are not this piece: they are not compressed in our way, are too long, or have another hash. */
export function unpackPiece(packed: Uint8Array, hash: string): Buffer | undefined {
  const bytes = unpack(packed);
  return bytes !== undefined && hashPiece(bytes) === hash ? bytes : undefined;
}

function unpack(packed: Uint8Array): Buffer | undefined {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: pieceBytes });
  } catch {
    return undefined;
  }
}
