// Builds ZIP archives for tests, including archives with false statements about their entries.

import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Whether the entry is stored uncompressed instead of deflated. */
  readonly isStored?: boolean;
  /** False statements of the archive about the entry. */
  readonly claims?: { readonly checksum?: number; readonly method?: number; readonly flags?: number };
}

interface Packed {
  readonly entry: ZipEntry;
  readonly name: Buffer;
  readonly packed: Buffer;
  readonly size: number;
  readonly checksum: number;
  readonly method: number;
}

/** Builds an archive with the longer end record of ZIP64, which programs write for more than 65,535 entries. */
export function buildLongZip(entries: readonly ZipEntry[]): Buffer {
  return build(entries, (length, offset) => [
    writeLongEnd(entries.length, length, offset),
    writeEnd(0xffff, length, offset),
  ]);
}

export function buildZip(entries: readonly ZipEntry[]): Buffer {
  return build(entries, (length, offset) => [writeEnd(entries.length, length, offset)]);
}

function build(
  entries: readonly ZipEntry[],
  writeEnds: (length: number, offset: number) => readonly Buffer[],
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const packed of entries.map(pack)) {
    const local = Buffer.concat([writeLocal(packed), packed.name, packed.packed]);
    directory.push(Buffer.concat([writeRecord(packed, offset), packed.name]));
    parts.push(local);
    offset += local.length;
  }
  const records = Buffer.concat(directory);
  return Buffer.concat([...parts, records, ...writeEnds(records.length, offset)]);
}

function pack(entry: ZipEntry): Packed {
  const bytes = Buffer.from(entry.content);
  return {
    entry,
    name: Buffer.from(entry.name),
    packed: entry.isStored === true ? bytes : deflateRawSync(bytes),
    size: bytes.length,
    checksum: entry.claims?.checksum ?? crc32(bytes),
    method: entry.claims?.method ?? (entry.isStored === true ? 0 : 8),
  };
}

/** Writes the fields, from the flags on, that a local header and a record of the directory have in common. */
function writeShared(target: Buffer, at: number, packed: Packed): void {
  target.writeUInt16LE(packed.entry.claims?.flags ?? 0x800, at);
  target.writeUInt16LE(packed.method, at + 2);
  target.writeUInt32LE(packed.checksum, at + 8);
  target.writeUInt32LE(packed.packed.length, at + 12);
  target.writeUInt32LE(packed.size, at + 16);
  target.writeUInt16LE(packed.name.length, at + 20);
}

function writeLocal(packed: Packed): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeShared(header, 6, packed);
  return header;
}

function writeRecord(packed: Packed, offset: number): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  writeShared(record, 8, packed);
  record.writeUInt32LE(offset, 42);
  return record;
}

function writeEnd(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries % 0x10000, 8);
  end.writeUInt16LE(entries % 0x10000, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function writeLongEnd(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
