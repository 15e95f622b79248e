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

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
];

interface Scan {
  readonly path: string;
  /** How many braces and brackets are open. */
  depth: number;
  /**
   * The depth outside of elements: 1 within an outer list, 0 in a file that is a single object, -1 before
   * either began.
   */
  floor: number;
  isInText: boolean;
  isEscaped: boolean;
  parts: Buffer[];
  bytes: number;
  number: number;
}

/**
 * The objects of the list in the file, or the single object that the file is. Throws `UsageError` if the file has
 * neither form.
 */
export function* readJsonElements(path: string): Generator<JsonElement> {
  const scan: Scan = {
    path,
    depth: 0,
    floor: -1,
    isInText: false,
    isEscaped: false,
    parts: [],
    bytes: 0,
    number: 0,
  };
  for (const block of readBlocks(path)) yield* iterateBlock(scan, block);
  if (scan.depth !== 0 || scan.floor === -1) throw refuseJson(path, 'ends in the middle');
}

function* iterateBlock(scan: Scan, block: Buffer): Generator<JsonElement> {
  let start = 0;
  for (let at = 0; at < block.length; at += 1) {
    const byte = block[at] ?? 0;
    if (scan.isInText) {
      skipText(scan, byte);
      continue;
    }
    const event = readMark(scan, byte);
    if (event === 'opened') start = at;
    if (event !== 'closed') continue;
    add(scan, block.subarray(start, at + 1));
    yield takeElement(scan);
  }
  if (scan.floor !== -1 && scan.depth > scan.floor) add(scan, block.subarray(start));
}

function skipText(scan: Scan, byte: number): void {
  if (scan.isEscaped) scan.isEscaped = false;
  else if (byte === backslash) scan.isEscaped = true;
  else if (byte === quote) scan.isInText = false;
}

/** Whether an element begins or ends with this byte; called only for bytes outside of strings. */
function readMark(scan: Scan, byte: number): 'opened' | 'closed' | undefined {
  if (byte === quote) scan.isInText = true;
  else if (byte === openBrace || byte === openBracket)
    return handleOpening(scan, byte) ? 'opened' : undefined;
  else if (byte === closeBrace || byte === closeBracket) return handleClosing(scan) ? 'closed' : undefined;
  return undefined;
}

/** Notes an opening bracket or brace; returns true if an element begins with it. */
function handleOpening(scan: Scan, byte: number): boolean {
  if (scan.floor === -1) scan.floor = byte === openBracket ? 1 : 0;
  scan.depth += 1;
  return scan.depth === scan.floor + 1;
}

/** Notes a closing bracket or brace; returns true if an element ends with it. */
function handleClosing(scan: Scan): boolean {
  scan.depth -= 1;
  if (scan.depth < 0) throw refuseJson(scan.path, 'has a closing bracket without an opening one');
  return scan.depth === scan.floor;
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

function takeElement(scan: Scan): JsonElement {
  scan.number += 1;
  const bytes = Buffer.concat(scan.parts);
  scan.parts = [];
  scan.bytes = 0;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { number: scan.number, value: JSON.parse(text) };
  } catch (error) {
    throw refuseJson(scan.path, `is damaged at element ${scan.number}`, error);
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
