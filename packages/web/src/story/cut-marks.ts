// Cuts a paragraph into pieces: names and plain text, with or without emphasis or a reading above them.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type Emphasis, findEmphasis } from '../parts/find-emphasis.ts';

export type Paragraph =
  RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>['paragraphs'][number];
export type Mark = Paragraph['marks'][number];

export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly mark: Mark | undefined;
  /** How the piece is shown; the asterisks around it are left out. */
  readonly kind: 'plain' | Emphasis['kind'];
}

/** Pieces that stand together; if they have a reading, they are the word that is read so. */
export interface PieceGroup {
  readonly pieces: readonly Piece[];
  readonly reading: string | undefined;
}

type Cut = Pick<Paragraph, 'text' | 'marks' | 'readings'>;

/** The brackets of a reading, and the `｜` that may stand before its word, are left out. */
export function cutMarks({ text, marks, readings }: Cut): readonly PieceGroup[] {
  const pieces = cutAtMarks(text, marks);
  const cut = (from: number, to: number): readonly Piece[] =>
    pieces.flatMap((piece) => cutPiece(piece, { from, to }));
  const groups: PieceGroup[] = [];
  let at = 0;
  for (const { start, base, bracket, end } of readings) {
    groups.push({ pieces: cut(at, start), reading: undefined });
    groups.push({ pieces: cut(base, bracket), reading: text.slice(bracket + 1, end - 1) });
    at = end;
  }
  groups.push({ pieces: cut(at, text.length), reading: undefined });
  return groups.filter((group) => group.pieces.length > 0);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function cutPiece(piece: Piece, { from, to }: Range): readonly Piece[] {
  const [start, end] = [Math.max(from, piece.at), Math.min(to, piece.at + piece.text.length)];
  return start < end
    ? [{ ...piece, at: start, text: piece.text.slice(start - piece.at, end - piece.at) }]
    : [];
}

function cutAtMarks(text: string, marks: readonly Mark[]): readonly Piece[] {
  const emphases = findEmphasis(text);
  const cut = (from: number, to: number, mark?: Mark): readonly Piece[] =>
    cutEmphases(emphases, { from, to }).map(({ start, end, kind }) => ({
      at: start,
      text: text.slice(start, end),
      mark,
      kind,
    }));
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    const end = findMarkEnd(text, mark.end);
    pieces.push(...cut(at, mark.start), ...cut(mark.start, end, mark));
    at = end;
  }
  return [...pieces, ...cut(at, text.length)];
}

/**
 * Where the piece with a mark ends: after the `'s` of a possessive, because the dot after a new name would split the
 * word.
 */
function findMarkEnd(text: string, end: number): number {
  return /^['’]s(?![\p{L}\p{N}])/u.test(text.slice(end, end + 4)) ? end + 2 : end;
}

interface Stretch extends Pick<Piece, 'kind'> {
  readonly start: number;
  readonly end: number;
}

/** The stretches between two positions of a text, plain or emphasised, without the asterisks. */
function cutEmphases(emphases: readonly Emphasis[], { from, to }: Range): readonly Stretch[] {
  const inside = emphases.filter(({ start, end }) => start < to && end > from);
  const stretches = inside.flatMap(({ kind, start, end, width }, index): readonly Stretch[] => [
    { start: Math.max(from, inside[index - 1]?.end ?? from), end: start, kind: 'plain' },
    { start: Math.max(from, start + width), end: Math.min(to, end - width), kind },
  ]);
  const rest: Stretch = { start: Math.max(from, inside.at(-1)?.end ?? from), end: to, kind: 'plain' };
  return [...stretches, rest].filter(({ start, end }) => end > start);
}
