// Opens a ZIP archive and reads single entries, inflating each only up to a limit.

import { crc32, inflateRawSync } from 'node:zlib';
import type { UsageError } from '@terrarium/kernel/errors';
import { openNamedFile } from '@terrarium/kernel/named-file';
import {
  type ArchiveFile,
  readAt,
  readZipDirectory,
  refuseBomb,
  refuseDamaged,
  refuseFeature,
  type ZipRecord,
} from './read-zip-directory.ts';

export interface ZipLimits {
  readonly entries: number;
  /** Largest size of an inflated entry. */
  readonly entryBytes: number;
  /** Largest size of all inflated entries together. */
  readonly totalBytes: number;
  /** If an inflated entry is longer than `freeBytes`, it may be at most this many times as large as its packed size. */
  readonly ratio: number;
  readonly freeBytes: number;
}

/** An open archive. The names of its entries are never used as paths on disk. */
export interface ZipFile {
  readonly names: readonly string[];
  /**
   * The bytes of an entry; undefined if no entry has that name. Throws `UsageError` if the entry is damaged or
   * encrypted, or if it inflates to more than a limit, whatever size the archive states for it.
   */
  findEntry(name: string): Buffer | undefined;
  close(): void;
}

export const defaultZipLimits: ZipLimits = {
  entries: 50_000,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  ratio: 200,
  freeBytes: 4 * 1024 * 1024,
};

interface OpenZip extends ArchiveFile {
  readonly limits: ZipLimits;
  /** How many bytes of all entries have been inflated so far. */
  inflated: number;
}

const localHeaderBytes = 30;
const localSignature = 0x04034b50;
const encryptedFlag = 1;

/** Throws `UsageError` if the file is not a ZIP archive, is cut off, or contains too many entries. */
export function openZip(path: string, limits: ZipLimits = defaultZipLimits): ZipFile {
  const file = openNamedFile(path);
  try {
    const zip: OpenZip = { path, file, limits, inflated: 0 };
    const records = readZipDirectory(zip, limits.entries);
    return {
      names: [...records.keys()],
      findEntry: (name) => {
        const record = records.get(name);
        return record === undefined ? undefined : readEntry(zip, record);
      },
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function readEntry(zip: OpenZip, record: ZipRecord): Buffer {
  if ((record.flags & encryptedFlag) !== 0) throw refuseFeature(zip.path, `${record.name} is encrypted`);
  if (record.isHuge) throw refuseFeature(zip.path, `${record.name} is larger than 4 GB`);
  const header = readAt(zip, record.offset, localHeaderBytes);
  if (header.readUInt32LE(0) !== localSignature) throw refuseDamaged(zip.path, record.name);
  const start = record.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const allowed = countAllowedBytes(zip, record);
  if (record.method === 0 && record.packedBytes > allowed)
    throw refuseBomb(zip.path, { name: record.name, allowed });
  const bytes = unpack(zip, { record, allowed, packed: readAt(zip, start, record.packedBytes) });
  if (crc32(bytes) !== record.checksum) throw refuseDamaged(zip.path, record.name);
  zip.inflated += bytes.length;
  return bytes;
}

function countAllowedBytes(zip: OpenZip, record: ZipRecord): number {
  const { entryBytes, totalBytes, ratio, freeBytes } = zip.limits;
  const byRatio = Math.max(freeBytes, record.packedBytes * ratio);
  return Math.min(entryBytes, totalBytes - zip.inflated, byRatio);
}

interface Packed {
  readonly record: ZipRecord;
  readonly packed: Buffer;
  readonly allowed: number;
}

function unpack(zip: OpenZip, { record, packed, allowed }: Packed): Buffer {
  if (record.method === 0) return packed;
  if (record.method !== 8) throw refuseFeature(zip.path, `${record.name} is packed by a rare method`);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, allowed) });
  } catch (error) {
    throw explainInflation(error, zip.path, { record, packed, allowed });
  }
}

function explainInflation(error: unknown, path: string, { record, allowed }: Packed): UsageError {
  const isOver = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  return isOver
    ? refuseBomb(path, { name: record.name, allowed }, error)
    : refuseDamaged(path, record.name, error);
}
