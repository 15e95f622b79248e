// Reads the directory at the end of a ZIP archive.

import { type ArchiveFile, readAt, refuseCrowded, refuseDamaged, refuseFeature } from './zip-bytes.ts';

/** What the directory says of an entry; its sizes may be lies. */
export interface ZipRecord {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly offset: number;
}

const endBytes = 22;
const longestComment = 0xffff;
const endSignature = 0x06054b50;
const recordBytes = 46;
const recordSignature = 0x02014b50;
/** Bytes of directory for each entry that is allowed: a name of a few hundred letters and its extras. */
const bytesPerEntry = 1024;
const utf8Flag = 0x800;

/** By name, in the directory's order. Throws `UsageError` for what is no archive or has more than `most` entries. */
export function readZipDirectory(archive: ArchiveFile, most: number): ReadonlyMap<string, ZipRecord> {
  const end = findEnd(archive);
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

function findEnd(archive: ArchiveFile): {
  readonly at: number;
  readonly length: number;
  readonly offset: number;
} {
  const tailStart = Math.max(0, archive.size - endBytes - longestComment);
  const tail = readAt(archive, tailStart, archive.size - tailStart);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const length = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    if (length === 0xffffffff || offset === 0xffffffff) throw refuseFeature(archive.path, 'it is a ZIP64');
    return { at: tailStart + at, length, offset };
  }
  throw refuseDamaged(archive.path);
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
  const record = {
    name,
    flags,
    method: directory.readUInt16LE(at + 10),
    checksum: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42) + shift,
  };
  return { record, length };
}

/** Many tools write UTF-8 without saying so. */
function decodeName(bytes: Buffer, flags: number): string {
  const text = bytes.toString('utf8');
  const isUtf8 = (flags & utf8Flag) !== 0 || !text.includes('\u{fffd}');
  return (isUtf8 ? text : bytes.toString('latin1')).replaceAll('\\', '/').replace(/^(?:\.?\/)+/u, '');
}
