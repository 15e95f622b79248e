// Reads the directory at the end of a ZIP archive.

import { UsageError } from '@terrarium/kernel/errors';
import type { OpenNamedFile } from '@terrarium/kernel/named-file';

export interface ArchiveFile {
  readonly path: string;
  readonly file: OpenNamedFile;
}

/** Reads exactly this many bytes; throws if the file ends earlier. */
export function readAt(archive: ArchiveFile, start: number, length: number): Buffer {
  if (start < 0 || start + length > archive.file.size) throw refuseDamaged(archive.path);
  const bytes = archive.file.read(start, length);
  if (bytes.length < length) throw refuseDamaged(archive.path);
  return bytes;
}

export function refuseDamaged(path: string, entry?: string, cause?: unknown): UsageError {
  const where = entry === undefined ? '' : ` at ${entry.slice(0, 200)}`;
  return new UsageError({
    code: 'import.damaged-archive',
    happened: `${path} is cut off or damaged${where}.`,
    todo: 'Download or copy it again. Nothing was imported.',
    cause,
  });
}

interface OversizedEntry {
  readonly name: string;
  readonly allowed: number;
}

export function refuseBomb(path: string, entry: OversizedEntry, cause?: unknown): UsageError {
  return new UsageError({
    code: 'import.zip-bomb',
    happened: `${path} looks like a zip bomb: ${entry.name.slice(0, 200)} unpacks to more than ${renderSize(entry.allowed)}, far more than its packed size allows.`,
    todo: 'Do not trust this file; get the book from elsewhere. If you know that it is safe, convert it to plain text first. Nothing was imported.',
    cause,
  });
}

function renderSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.ceil(kilobytes / 1024)} MB`;
}

export function refuseFeature(path: string, what: string): UsageError {
  return new UsageError({
    code: 'import.unreadable-archive',
    happened: `${path} cannot be unpacked: ${what.slice(0, 300)}.`,
    todo: 'Convert it to EPUB again, with Calibre for instance, and import that. Nothing was imported.',
  });
}

function refuseCrowded(path: string, most: number): UsageError {
  return new UsageError({
    code: 'import.too-many-entries',
    happened: `${path} holds more than ${most} files.`,
    todo: 'Do not trust this file. If you know that it is safe, convert it to plain text first. Nothing was imported.',
  });
}

/** What the directory says about an entry; the sizes that it states may be wrong. */
export interface ZipRecord {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly offset: number;
  /** Whether the entry's size or offset is four gigabytes or more. */
  readonly isHuge: boolean;
}

const endBytes = 22;
const longestComment = 0xffff;
const endSignature = 0x06054b50;
/** Sizes of the ZIP64 end record and its locator (APPNOTE 4.3.14 and 4.3.15). */
const longEndBytes = 56;
const longEndSignature = 0x06064b50;
const longBytes = longEndBytes + 20;
const locatorSignature = 0x07064b50;
/** A field with this value means that the number is in the ZIP64 record. */
const elsewhere = 0xffffffff;
const recordBytes = 46;
const recordSignature = 0x02014b50;
/** The largest size of the directory per entry: enough for a name of several hundred letters, and extra fields. */
const bytesPerEntry = 1024;
const utf8Flag = 0x800;

/**
 * Entries by name, in the directory's order. Throws `UsageError` if the file is not an archive or has more than `most`
 * entries.
 */
export function readZipDirectory(archive: ArchiveFile, most: number): ReadonlyMap<string, ZipRecord> {
  const end = requireEnd(archive);
  if (end.length > most * bytesPerEntry) throw refuseCrowded(archive.path, most);
  const start = end.at - end.length;
  /** How many bytes are in front of the archive; its offsets do not count them. */
  const shift = start - end.offset;
  const directory = readAt(archive, start, end.length);
  const records = new Map<string, ZipRecord>();
  let count = 0;
  let at = 0;
  while (at + recordBytes <= directory.length && directory.readUInt32LE(at) === recordSignature) {
    count += 1;
    if (count > most) throw refuseCrowded(archive.path, most);
    const { record, length } = parseRecord(directory, at, shift);
    records.set(record.name, record);
    at += length;
  }
  if (count === 0) throw refuseDamaged(archive.path);
  return records;
}

/** All in bytes: where the directory ends, its length, and the offset that the archive states for it. */
interface DirectoryPlace {
  readonly at: number;
  readonly length: number;
  readonly offset: number;
}

function requireEnd(archive: ArchiveFile): DirectoryPlace {
  const { size } = archive.file;
  const tailStart = Math.max(0, size - longBytes - endBytes - longestComment);
  const tail = readAt(archive, tailStart, size - tailStart);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const long = findLongEnd(tail.subarray(0, at));
    if (long !== undefined) return { ...long, at: tailStart + long.at };
    return { at: tailStart + at, length: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  }
  throw refuseDamaged(archive.path);
}

/** The ZIP64 end record, which has longer numbers and comes before the usual end record of a large archive. */
function findLongEnd(before: Buffer): DirectoryPlace | undefined {
  const at = before.length - longBytes;
  if (at < 0 || before.readUInt32LE(at) !== longEndSignature) return undefined;
  if (before.readUInt32LE(at + longEndBytes) !== locatorSignature) return undefined;
  return {
    at,
    length: Number(before.readBigUInt64LE(at + 40)),
    offset: Number(before.readBigUInt64LE(at + 48)),
  };
}

function parseRecord(
  directory: Buffer,
  at: number,
  shift: number,
): { readonly record: ZipRecord; readonly length: number } {
  const nameBytes = directory.readUInt16LE(at + 28);
  const length = recordBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  const flags = directory.readUInt16LE(at + 8);
  const name = decodeName(directory.subarray(at + recordBytes, at + recordBytes + nameBytes), flags);
  const packedBytes = directory.readUInt32LE(at + 20);
  const offset = directory.readUInt32LE(at + 42);
  const record = {
    name,
    flags,
    method: directory.readUInt16LE(at + 10),
    checksum: directory.readUInt32LE(at + 16),
    packedBytes,
    offset: offset + shift,
    isHuge: packedBytes === elsewhere || offset === elsewhere,
  };
  return { record, length };
}

/** Many tools write UTF-8 names without setting the flag. */
function decodeName(bytes: Buffer, flags: number): string {
  const text = bytes.toString('utf8');
  const isUtf8 = (flags & utf8Flag) !== 0 || !text.includes('\u{fffd}');
  return (isUtf8 ? text : bytes.toString('latin1')).replaceAll('\\', '/').replace(/^(?:\.?\/)+/u, '');
}
