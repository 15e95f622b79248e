// Splits a paragraph of a narrative into its pieces: plain, emphasised, and flagged by the audit.

import { type Emphasis, findEmphasis } from '../parts/find-emphasis.ts';
import type { Flag } from './table-types.ts';

export interface NarrativePiece {
  /** Where the piece begins in the paragraph. */
  readonly at: number;
  readonly piece: string;
  /** How the piece is shown; the asterisks that the narrator wrote around it are left out. */
  readonly kind: 'plain' | Emphasis['kind'];
  /** What may be wrong with the piece; undefined if nothing is. */
  readonly says: string | undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface FlaggedSpan extends Span {
  readonly says: string;
}

export function splitNarrative(text: string, flags: readonly Flag[] = []): readonly NarrativePiece[] {
  const stressed = findEmphasis(text);
  const marks = stressed.flatMap(({ start, end, width }) => [
    { from: start, to: start + width },
    { from: end - width, to: end },
  ]);
  const flagged = listFlagged(text, flags);
  const bounds = [...marks, ...flagged].flatMap(({ from, to }) => [from, to]);
  const places = [...new Set([0, ...bounds, text.length])].toSorted((one, other) => one - other);
  return places.slice(0, -1).flatMap((at, index) => {
    if (marks.some((mark) => isWithin(at, mark))) return [];
    return [
      {
        at,
        piece: text.slice(at, places[index + 1]),
        kind: stressed.find(({ start, end }) => isWithin(at, { from: start, to: end }))?.kind ?? 'plain',
        says: flagged.find((span) => isWithin(at, span))?.says,
      },
    ];
  });
}

function isWithin(at: number, { from, to }: Span): boolean {
  return at >= from && at < to;
}

/**
 * Finds for each quote the first place where it stands as whole words and overlaps no quote that was found before. The
 * longest quotes are looked for first.
 */
function listFlagged(text: string, flags: readonly Flag[]): readonly FlaggedSpan[] {
  const found: FlaggedSpan[] = [];
  for (const { quote, says } of flags.toSorted((one, other) => other.quote.length - one.quote.length)) {
    const span = findQuote(text, quote, found);
    if (span !== undefined) found.push({ ...span, says });
  }
  return found;
}

function findQuote(text: string, quote: string, taken: readonly Span[]): Span | undefined {
  if (quote === '') return undefined;
  for (let from = text.indexOf(quote); from >= 0; from = text.indexOf(quote, from + 1)) {
    const to = from + quote.length;
    const isFree = taken.every((one) => to <= one.from || from >= one.to);
    if (isFree && isWhole(text, { from, to })) return { from, to };
  }
  return undefined;
}

/** Whether no word or number goes on at either end, so that “1” is not found in “17”. */
function isWhole(text: string, { from, to }: Span): boolean {
  return !isJoined(text.slice(0, from), text.slice(from)) && !isJoined(text.slice(0, to), text.slice(to));
}

function isJoined(before: string, behind: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(behind);
}
