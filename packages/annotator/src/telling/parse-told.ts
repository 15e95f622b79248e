// Parses a model's account of parts of the story: the text after each label.

import { stripSummary } from '../context/strip-summary.ts';
import { stripClosingNote } from '../inspect/strip-closing-note.ts';

const longestReply = 40_000;
const label = /\[p(\d{1,3})\]:?/giu;

/**
 * Returns the text of each part by the index of the part; the part that was written last comes first. Text without a
 * label belongs to no part: it may be a refusal. If a part was written twice, its first text counts.
 */
export function parseTold(reply: string, parts: number): ReadonlyMap<number, string> {
  const text = reply.slice(0, longestReply).toWellFormed();
  const labels = [...text.matchAll(label)];
  return collectTexts(
    labels
      .map(({ 0: whole, 1: number, index }, at): [number, string] => [
        Number(number) - 1,
        text.slice(index + whole.length, labels[at + 1]?.index),
      ])
      .filter(([at]) => at >= 0 && at < parts),
  );
}

function collectTexts(pieces: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  const told = pieces.map(([at, text]) => [at, stripClosingNote(stripSummary(text)).trim()] as const);
  return new Map(told.filter(([, text]) => /[\p{L}\p{N}]/u.test(text)).toReversed());
}
