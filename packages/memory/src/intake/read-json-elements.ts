// Reads the elements of a long JSON list one by one, and keeps at most one element and one block in memory.

import { UsageError } from '@terrarium/kernel/errors';
import { readBlocks } from '@terrarium/kernel/read-lines';

export interface JsonElement {
  /** Number of the element, from 1. */
  readonly number: number;
  readonly value: unknown;
}

/**
 * The maximum number of bytes for one conversation: ten years of talk in a single conversation take a tenth of this.
 */
const largestElementBytes = 128 * 1024 * 1024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

interface Scan {
  readonly path: string;
  /** How many braces and brackets are open. */
  depth: number;
  /** Whether the file is a list or a single object; undefined before either began. */
  form: 'list' | 'object' | undefined;
  isInText: boolean;
  isEscaped: boolean;
  parts: Buffer[];
  bytes: number;
  number: number;
}

/**
 * The values of the list in the file, whatever they are, or the single object that the file is. Throws `UsageError` if
 * the file has neither form.
 */
export function* readJsonElements(path: string): Generator<JsonElement> {
  const scan: Scan = {
    path,
    depth: 0,
    form: undefined,
    isInText: false,
    isEscaped: false,
    parts: [],
    bytes: 0,
    number: 0,
  };
  for (const block of readBlocks(path)) yield* iterateBlock(scan, block);
  if (scan.depth !== 0 || scan.form === undefined) throw refuseJson(path, 'ends in the middle');
}

function* iterateBlock(scan: Scan, block: Buffer): Generator<JsonElement> {
  let start = 0;
  for (let at = 0; at < block.length; at += 1) {
    const byte = block[at] ?? 0;
    if (scan.isInText) {
      skipText(scan, byte);
      continue;
    }
    const wasOpen = scan.depth > 0;
    const isBorder = readMark(scan, byte);
    if (!isBorder) continue;
    // The braces of a single object are part of it; brackets and commas of the list are not part of its values.
    const own = scan.form === 'object' ? 1 : 0;
    if (wasOpen) {
      add(scan, block.subarray(start, at + own));
      yield* takeElement(scan);
    }
    start = at + 1 - own;
  }
  if (scan.depth > 0) add(scan, block.subarray(start));
}

function skipText(scan: Scan, byte: number): void {
  if (scan.isEscaped) scan.isEscaped = false;
  else if (byte === backslash) scan.isEscaped = true;
  else if (byte === quote) scan.isInText = false;
}

/** Whether a value begins or ends with this byte; called only for bytes outside of strings. */
function readMark(scan: Scan, byte: number): boolean {
  if (byte === quote) scan.isInText = true;
  else if (byte === comma) return scan.form === 'list' && scan.depth === 1;
  else if (byte === openBrace || byte === openBracket) return handleOpening(scan, byte);
  else if (byte === closeBrace || byte === closeBracket) return handleClosing(scan);
  return false;
}

/** Notes an opening bracket or brace; returns true if it is the outermost one. */
function handleOpening(scan: Scan, byte: number): boolean {
  scan.form ??= byte === openBracket ? 'list' : 'object';
  scan.depth += 1;
  return scan.depth === 1;
}

/** Notes a closing bracket or brace; returns true if it is the outermost one. */
function handleClosing(scan: Scan): boolean {
  scan.depth -= 1;
  if (scan.depth < 0) throw refuseJson(scan.path, 'has a closing bracket without an opening one');
  return scan.depth === 0;
}

function add(scan: Scan, part: Buffer): void {
  scan.bytes += part.length;
  if (scan.bytes > largestElementBytes) {
    throw new UsageError({
      code: 'exchange.too-large',
      happened: `Conversation ${scan.number + 1} of ${scan.path} is larger than ${largestElementBytes} bytes.`,
      todo: 'No conversation is that large: check the file. Nothing was imported.',
    });
  }
  scan.parts.push(part);
}

/** Yields nothing for an empty list, or for the rest behind a last comma. */
function* takeElement(scan: Scan): Generator<JsonElement> {
  const bytes = Buffer.concat(scan.parts);
  scan.parts = [];
  scan.bytes = 0;
  const value = parseElement(scan, bytes);
  if (value === undefined) return;
  scan.number += 1;
  yield { number: scan.number, value };
}

/** Undefined for blanks. */
function parseElement({ path, number }: Scan, bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? undefined : JSON.parse(text);
  } catch (error) {
    throw refuseJson(path, `is damaged at element ${number + 1}`, error);
  }
}

function refuseJson(path: string, what: string, cause?: unknown): UsageError {
  return new UsageError({
    code: 'exchange.not-json',
    happened: `${path} ${what}: it is not the JSON that an export writes.`,
    todo: 'Export or copy it again. Nothing was imported.',
    cause,
  });
}
