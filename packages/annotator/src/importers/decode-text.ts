// Decodes plain text: by its byte order mark or zero bytes, else as UTF-8, else in the older encoding in which it reads as prose.

import { detectLegacyEncoding, type LegacyEncoding } from './detect-legacy-encoding.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | LegacyEncoding;

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Decodes a text block by block. */
export interface LineDecoder {
  /** Returns the lines that are complete. */
  decode(block: Uint8Array): readonly string[];
  /** Returns the last line, which may lack a line end. */
  finish(): readonly string[];
}

/**
 * In a Western European text, few letters have accents. A text in another alphabet that is decoded as Western European
 * has accents on most letters.
 */
const mostHighLetters = 0.4;
const sampledBytes = 64 * 1024;

/**
 * Line ends become `\n`. Control characters other than tab become spaces; a form feed becomes a blank line.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = detectEncoding(() => [bytes]) ?? 'windows-1252';
  return { encoding, text: normaliseControls(new TextDecoder(encoding).decode(bytes)) };
}

/** Undefined if the bytes are not text in a known encoding. Reads the blocks from the start. */
export function detectEncoding(readBlocks: () => Iterable<Uint8Array>): TextEncoding | undefined {
  const [head = new Uint8Array()] = readBlocks();
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const wide = detectWide(head);
  if (wide !== undefined) return wide;
  if (isUtf8(readBlocks())) return 'utf-8';
  const isLatin = isWestern(head);
  return (
    detectLegacyEncoding(head.subarray(0, sampledBytes), isLatin) ?? (isLatin ? 'windows-1252' : undefined)
  );
}

/** UTF-16 without a byte order mark: if the letters are Latin, every other byte is zero. */
export function detectWide(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = head.subarray(0, Math.min(head.length & ~1, sampledBytes));
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const half = sample.length / 2;
  const [even = 0, odd = 0] = zeros;
  if (half >= 2 && odd > half * 0.5 && even < half * 0.05) return 'utf-16le';
  if (half >= 2 && even > half * 0.5 && odd < half * 0.05) return 'utf-16be';
  return undefined;
}

function isUtf8(blocks: Iterable<Uint8Array>): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const block of blocks) decoder.decode(block, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function isWestern(head: Uint8Array): boolean {
  let high = 0;
  let letters = 0;
  for (const byte of head.subarray(0, sampledBytes)) {
    if (byte > 0x20) letters += 1;
    if (byte >= 0x80) high += 1;
  }
  return high <= letters * mostHighLetters;
}

export function createLineDecoder(encoding: TextEncoding): LineDecoder {
  const decoder = new TextDecoder(encoding);
  let rest: string[] = [];
  return {
    decode: (block) => {
      const fresh = decoder.decode(block, { stream: true });
      // A carriage return at the very end may be the first half of `\r\n`.
      const end = Math.max(fresh.lastIndexOf('\n'), fresh.lastIndexOf('\r', fresh.length - 2)) + 1;
      if (end === 0) {
        rest.push(fresh);
        return [];
      }
      const text = rest.join('') + fresh.slice(0, end);
      rest = [fresh.slice(end)];
      return normaliseControls(text).replace(/\n$/u, '').split('\n');
    },
    finish: () => {
      const text = normaliseControls(rest.join('') + decoder.decode());
      return text === '' ? [] : text.split('\n');
    },
  };
}

function normaliseControls(text: string): string {
  return text
    .replace(/\r\n?|\u0085/gu, '\n')
    .replace(/\f/gu, '\n\n')
    .replace(/[\p{Cc}--[\t\n]]/gv, ' ');
}
