// Reads a UTF-8 file line by line, never holding more than one line and one block.
import { UsageError } from '../base/errors.ts';
import { openNamedFile } from './named-file.ts';

const blockBytes = 1 << 20;

/**
 * Yields the blocks of the file, each at most a mebibyte and a buffer of its own. Throws the same errors as
 * `openNamedFile`.
 */
export function* readBlocks(path: string): Generator<Buffer> {
  const file = openNamedFile(path);
  try {
    for (let at = 0; ; ) {
      const block = file.read(at, blockBytes);
      if (block.length === 0) return;
      at += block.length;
      yield block;
    }
  } finally {
    file.close();
  }
}

export interface NumberedLine {
  /** The line's number, counted from 1, as in editors. */
  readonly number: number;
  readonly text: string;
}

export interface LineLimits {
  readonly maxLineBytes: number;
}

const newline = 0x0a;

/** The longest permitted line, in bytes. No post is so long, so a longer line means that the file is broken. */
const defaultLineLimits: LineLimits = { maxLineBytes: 16 * 1024 * 1024 };

/**
 * Yields the lines without their line ends and without a byte order mark. Throws `UsageError` if a line is too long or
 * not UTF-8.
 */
export function* readLines(path: string, limits: LineLimits = defaultLineLimits): Generator<NumberedLine> {
  const pending: PendingLine = { path, limits, number: 1, blocks: [], bytes: 0 };
  for (const block of readBlocks(path)) {
    let start = 0;
    for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, start)) {
      addBytes(pending, block.subarray(start, end));
      yield takeLine(pending);
      start = end + 1;
    }
    addBytes(pending, block.subarray(start));
  }
  if (pending.bytes > 0) yield takeLine(pending);
}

interface PendingLine {
  readonly path: string;
  readonly limits: LineLimits;
  number: number;
  blocks: Buffer[];
  bytes: number;
}

function addBytes(line: PendingLine, bytes: Buffer): void {
  line.bytes += bytes.length;
  if (line.bytes > line.limits.maxLineBytes) {
    throw new UsageError({
      code: 'import.line-too-long',
      happened: `Line ${line.number} of ${line.path} is longer than ${line.limits.maxLineBytes} bytes.`,
      todo: 'Put one post on each line. Nothing was imported.',
    });
  }
  line.blocks.push(bytes);
}

function takeLine(line: PendingLine): NumberedLine {
  const taken = decodeLine(line, Buffer.concat(line.blocks));
  line.blocks = [];
  line.bytes = 0;
  line.number += 1;
  return taken;
}

function decodeLine({ path, number }: PendingLine, bytes: Buffer): NumberedLine {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
    return { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  } catch (error) {
    throw refuseBytes(path, number, error);
  }
}

function refuseBytes(path: string, number: number, cause: unknown): UsageError {
  return new UsageError({
    code: 'import.not-utf-8',
    happened: `Line ${number} of ${path} is not UTF-8.`,
    todo: 'Save the file as UTF-8 and import it again. Nothing was imported.',
    cause,
  });
}
