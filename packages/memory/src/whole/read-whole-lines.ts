// Reads the lines of a whole memory, and checks by the hash in its last line that none of them was changed.
import { createHash, type Hash } from 'node:crypto';
import { UsageError } from '@terrarium/kernel/errors';
import { readLines } from '@terrarium/kernel/read-lines';
import { migrations } from '../database/open-memory-database.ts';
import { wholeKind } from '../intake/formats/read-own-lines.ts';
import { parseLine } from '../intake/json-fields.ts';
import {
  longestLineBytes,
  type WholeHeader,
  type WholeLine,
  wholeFormat,
  wholeLineSchema,
} from './whole-line.ts';

export interface NumberedWholeLine {
  readonly number: number;
  readonly line: WholeLine;
}

/**
 * Yields every line except the last, which contains the hash. Throws `UsageError` if the file is cut off,
 * changed, of a newer version, or not a whole memory. Callers must read to the end before they trust any line.
 */
export function* readWholeLines(path: string): Generator<NumberedWholeLine> {
  const hash = createHash('sha256');
  let isEnded = false;
  let lines = 0;
  for (const { number, text } of readLines(path, { maxLineBytes: longestLineBytes })) {
    if (isEnded) throw refuseLine(path, number, 'comes after the end');
    const line = parseWholeLine(path, number, text);
    if (line.kind === 'end') {
      refuseOther(path, { line, lines, hash });
      isEnded = true;
      continue;
    }
    if ((line.kind === wholeKind) !== (number === 1)) throw refuseLine(path, number, 'is in the wrong place');
    hash.update(text).update('\n');
    lines += 1;
    yield { number, line };
  }
  if (!isEnded) throw refuseFile(path, 'is cut off: its last line is missing');
}

function parseWholeLine(path: string, number: number, text: string): WholeLine {
  const fields = parseLine(text);
  if (number === 1) refuseNewer(path, fields ?? {});
  const parsed = wholeLineSchema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw refuseLine(path, number, 'does not have the right form', parsed.error);
}

function refuseNewer(
  path: string,
  { kind, format, layout }: Partial<Record<keyof WholeHeader, unknown>>,
): void {
  if (kind !== wholeKind) throw refuseLine(path, 1, 'does not have the right form');
  const isKnown = format === wholeFormat && Number(layout) <= (migrations.at(-1)?.version ?? 0);
  if (isKnown || typeof format !== 'number' || typeof layout !== 'number') return;
  throw new UsageError({
    code: 'exchange.newer-export',
    happened: `${path} was exported by a newer Terrarium than this one.`,
    todo: 'Update Terrarium. Nothing was imported.',
  });
}

interface Proven {
  readonly line: Extract<WholeLine, { readonly kind: 'end' }>;
  readonly lines: number;
  readonly hash: Hash;
}

function refuseOther(path: string, { line, lines, hash }: Proven): void {
  if (line.lines === lines && line.sha256 === hash.digest('hex')) return;
  throw refuseFile(path, 'is not what was exported: the hash in its last line does not match');
}

export function refuseFile(path: string, how: string): UsageError {
  return new UsageError({
    code: 'exchange.damaged-whole',
    happened: `${path} ${how}.`,
    todo: 'Copy it again from where it was exported, or export it again. Nothing was imported.',
  });
}

/** `how` continues the words "Line 3 of FILE". */
export function refuseLine(path: string, number: number, how: string, cause?: unknown): UsageError {
  return new UsageError({
    code: 'exchange.damaged-whole',
    happened: `Line ${number} of ${path} ${how}, so it does not belong to the export of a whole memory.`,
    todo: 'Copy it again from where it was exported, or export it again. Nothing was imported.',
    cause,
  });
}
