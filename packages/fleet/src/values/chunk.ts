// Chunk: a piece of a file of fixed size, known by its hash, as it is stored and as it travels.

import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Bytes of a chunk; the last of a file may be shorter. */
export const chunkBytes = 65_536;
/** Bytes of a hash (SHA-256). */
export const hashBytes = 32;

export interface Chunk {
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** The chunks of a file in order; none of an empty one. */
export function splitIntoChunks(file: Uint8Array): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < file.length; at += chunkBytes) {
    const bytes = file.subarray(at, at + chunkBytes);
    chunks.push({ hash: hashChunk(bytes), bytes });
  }
  return chunks;
}

export function hashChunk(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As it is stored: compressed at the level that costs least. */
export function packChunk(bytes: Uint8Array): Buffer {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** Undefined for what is no chunk: not compressed so, too long, or with another hash. */
export function unpackChunk(packed: Uint8Array, hash: string): Buffer | undefined {
  const bytes = decompress(packed);
  return bytes !== undefined && hashChunk(bytes) === hash ? bytes : undefined;
}

function decompress(packed: Uint8Array): Buffer | undefined {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: chunkBytes });
  } catch {
    return undefined;
  }
}
