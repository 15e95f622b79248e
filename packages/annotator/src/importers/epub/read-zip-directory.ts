// Reads the directory at the end of a ZIP archive.

import { type ArchiveFile, readAt, refuseCrowded, refuseDamaged } from './zip-bytes.ts';

/** What the directory says of an entry; its sizes may be lies. */
export interface ZipRecord {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly offset: number;
  /** Four gigabytes or more, or lying behind so many. */
  readonly isHuge: boolean;
}

const endBytes = 22;
const longestComment = 0xffff;
const endSignature = 0x06054b50;
/** Of ZIP64 (APPNOTE 4.3.14 and 4.3.15): an end of its own, and where it lies. */
const longEndBytes = 56;
const longEndSignature = 0x06064b50;
const longBytes = longEndBytes + 20;
const locatorSignature = 0x07064b50;
/** Stands for a number that is too long for its place. */
const elsewhere = 0xffffffff;
const recordBytes = 46;
const recordSignature = 0x02014b50;
/** Bytes of directory for each entry that is allowed: a name of a few hundred letters and its extras. */
const bytesPerEntry = 1024;
const utf8Flag = 0x800;

/** By name, in the directory's order. Throws `UsageError` for what is no archive or has more than `most` entries. */
export function readZipDirectory(archive: ArchiveFile, most: number): ReadonlyMap<string, ZipRecord> {
  const end = requireEnd(archive);
  if (end.length > most * bytesPerEntry) throw refuseCrowded(archive.path, most);
  const start = end.at - end.length;
  /** Bytes that somebody put before the archive, which its offsets do not count. */
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

/** Where the directory ends, how long it is and where it says that it begins, in bytes. */
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

/** The end that an archive of many files or many bytes has before the usual one: the same in numbers that are long enough. */
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

/** Many tools write UTF-8 without saying so. */
function decodeName(bytes: Buffer, flags: number): string {
  const text = bytes.toString('utf8');
  const isUtf8 = (flags & utf8Flag) !== 0 || !text.includes('\u{fffd}');
  return (isUtf8 ? text : bytes.toString('latin1')).replaceAll('\\', '/').replace(/^(?:\.?\/)+/u, '');
}
