// Reads a UTF-8 file line by line, never holding more than one line and one block.

import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from '@terrarium/kernel/errors';

export interface NumberedLine {
  /** Counted from 1, as editors do. */
  readonly number: number;
  readonly text: string;
}

export interface LineLimits {
  readonly maxLineBytes: number;
}

const blockBytes = 1 << 20;
const newline = 0x0a;

/** Longest line accepted, in bytes: a post of sixteen million characters is a broken file, not a post. */
export const defaultLineLimits: LineLimits = { maxLineBytes: 16 * 1024 * 1024 };

/** Lines without their line ends; a byte order mark is left out. Throws `UsageError` for a line too long or not UTF-8. */
export function* readLines(path: string, limits: LineLimits = defaultLineLimits): Generator<NumberedLine> {
  const file = openSync(path, 'r');
  try {
    let number = 1;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const take = (last: Buffer): NumberedLine => {
      const line = decodeLine(path, number, Buffer.concat([...pending, last]));
      pending = [];
      pendingBytes = 0;
      number += 1;
      return line;
    };
    for (let block = readBlock(file); block.length > 0; block = readBlock(file)) {
      let start = 0;
      for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, start)) {
        checkLength(path, number, pendingBytes + end - start, limits);
        yield take(block.subarray(start, end));
        start = end + 1;
      }
      pending.push(block.subarray(start));
      pendingBytes += block.length - start;
      checkLength(path, number, pendingBytes, limits);
    }
    if (pendingBytes > 0) yield take(Buffer.alloc(0));
  } finally {
    closeSync(file);
  }
}

function readBlock(file: number): Buffer {
  const block = Buffer.allocUnsafe(blockBytes);
  return block.subarray(0, readSync(file, block, 0, blockBytes, null));
}

function checkLength(path: string, number: number, bytes: number, limits: LineLimits): void {
  if (bytes <= limits.maxLineBytes) return;
  throw new UsageError({
    code: 'import.line-too-long',
    happened: `Line ${number} of ${path} is longer than ${limits.maxLineBytes} bytes.`,
    todo: 'Put one post on each line. Nothing was imported.',
  });
}

function decodeLine(path: string, number: number, bytes: Buffer): NumberedLine {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
    return { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  } catch (error) {
    throw new UsageError({
      code: 'import.not-utf-8',
      happened: `Line ${number} of ${path} is not UTF-8.`,
      todo: 'Save the file as UTF-8 and import it again. Nothing was imported.',
      cause: error,
    });
  }
}
