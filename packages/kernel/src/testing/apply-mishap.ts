// Damage to a file: applies one random mishap of a disk or a program, with a seeded generator, and describes it.

import type { Chance } from '../base/environment.ts';

/** The bytes of a file after a mishap, and what happened to it. */
export interface DamagedFile {
  readonly bytes: Buffer;
  /** A phrase such as `bit 3 of byte 81920 turned over`. */
  readonly what: string;
}

interface Place {
  readonly chance: Chance;
  /** The size of a page in bytes. */
  readonly page: number;
}

type Mishap = (bytes: Buffer, place: Place) => DamagedFile;

/** A flipped bit is drawn most often, because only our seals notice it. */
const mishaps: readonly Mishap[] = [
  replaceBit,
  replaceBit,
  replaceBit,
  replaceByte,
  replaceByte,
  replaceLetter,
  replaceLetter,
  replaceRun,
  clearPage,
  copyPage,
  cutEnd,
];

/**
 * Damages a copy, so the given bytes stay as they are; there must be at least one. The same numbers drawn from `chance`
 * give the same damage.
 */
export function applyMishap(whole: Buffer, chance: Chance, page = 4_096): DamagedFile {
  const mishap = mishaps[draw(chance, mishaps.length)] ?? replaceBit;
  return mishap(Buffer.from(whole), { chance, page });
}

/** A whole number from 0 up to, but not including, `end`. */
function draw(chance: Chance, end: number): number {
  return Math.floor(chance.next() * end);
}

function replaceBit(bytes: Buffer, { chance }: Place): DamagedFile {
  const at = draw(chance, bytes.length);
  const bit = draw(chance, 8);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  return { bytes, what: `bit ${bit} of byte ${at} turned over` };
}

function replaceByte(bytes: Buffer, { chance }: Place): DamagedFile {
  const at = draw(chance, bytes.length);
  const byte = (bytes.readUInt8(at) + 1 + draw(chance, 255)) % 256;
  bytes.writeUInt8(byte, at);
  return { bytes, what: `byte ${at} made ${byte}` };
}

/** Replaces a letter or digit with another one, so that the damaged text still looks plausible. */
function replaceLetter(bytes: Buffer, place: Place): DamagedFile {
  const from = draw(place.chance, bytes.length);
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes.readUInt8(at);
    if (!isLetter(byte)) continue;
    const other = isLetter(byte + 1) ? byte + 1 : byte - 1;
    bytes.writeUInt8(other, at);
    return { bytes, what: `letter ${at} made ${JSON.stringify(String.fromCharCode(other))}` };
  }
  return replaceBit(bytes, place);
}

/** A digit or a letter of ASCII. */
function isLetter(byte: number): boolean {
  return /[a-z0-9]/iu.test(String.fromCharCode(byte));
}

function replaceRun(bytes: Buffer, { chance }: Place): DamagedFile {
  const length = Math.min(bytes.length, 2 + draw(chance, 62));
  const at = draw(chance, bytes.length - length + 1);
  for (let offset = 0; offset < length; offset += 1) bytes.writeUInt8(draw(chance, 256), at + offset);
  return { bytes, what: `${length} bytes from ${at} overwritten` };
}

function clearPage(bytes: Buffer, { chance, page }: Place): DamagedFile {
  const number = draw(chance, Math.ceil(bytes.length / page));
  bytes.fill(0, number * page, Math.min(bytes.length, (number + 1) * page));
  return { bytes, what: `page ${number + 1} filled with zeros` };
}

/** Copies a page over another one, like a write to the wrong place. */
function copyPage(bytes: Buffer, { chance, page }: Place): DamagedFile {
  const pages = Math.max(1, Math.floor(bytes.length / page));
  const from = draw(chance, pages);
  const to = (from + 1 + draw(chance, Math.max(1, pages - 1))) % pages;
  bytes.copy(bytes, to * page, from * page, (from + 1) * page);
  return { bytes, what: `page ${to + 1} overwritten with page ${from + 1}` };
}

function cutEnd(bytes: Buffer, { chance }: Place): DamagedFile {
  const length = draw(chance, bytes.length);
  return { bytes: bytes.subarray(0, length), what: `cut to ${length} of ${bytes.length} bytes` };
}
