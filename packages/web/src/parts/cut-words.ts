// Cuts a text into plain words, words between asterisks, and strong words between two asterisks.

import { type Emphasis, findEmphasis } from './find-emphasis.ts';

interface Piece {
  readonly kind: 'plain' | Emphasis['kind'];
  readonly at: number;
  readonly text: string;
}

export function cutWords(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { kind, start, end, width } of findEmphasis(text)) {
    if (start > at) pieces.push({ kind: 'plain', at, text: text.slice(at, start) });
    pieces.push({ kind, at: start, text: text.slice(start + width, end - width) });
    at = end;
  }
  if (at < text.length) pieces.push({ kind: 'plain', at, text: text.slice(at) });
  return pieces;
}
