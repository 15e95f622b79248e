// Removes from a recap the sentences that an earlier part of it has told already.

import type { Position } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { ToldSummary } from './collect-told.ts';

/** A sentence with fewer words, such as `He slept.`, may be told of several parts. */
const fewestWords = 5;

interface TellingPart {
  readonly last: Position;
  readonly posts: number;
  readonly summary: ToldSummary | undefined;
}

/** A part of which nothing is left is joined with the part before it, so every post is still in one part. */
export function removeRepeats<Part extends TellingPart>(parts: readonly Part[]): readonly Part[] {
  const told = new Set<string>();
  const kept: Part[] = [];
  for (const part of parts) {
    const { summary } = part;
    const text = summary === undefined ? undefined : removeTold(summary.text, told);
    const before = kept.at(-1);
    if (text === '' && before !== undefined)
      kept[kept.length - 1] = { ...before, last: part.last, posts: before.posts + part.posts };
    else
      kept.push(
        summary === undefined || text === undefined ? part : { ...part, summary: { ...summary, text } },
      );
  }
  return kept;
}

/** Returns the text without the sentences that are in `told`, and adds the long sentences of the text to `told`. */
function removeTold(text: string, told: Set<string>): string {
  let kept = '';
  let [at, isRepeating] = [0, false];
  for (const { start, end } of listSentenceLabels(text)) {
    const sentence = text.slice(start, end).replace(/\s+/gu, ' ');
    const isRepeated = told.has(sentence);
    if (!isRepeated) kept += text.slice(at, end);
    isRepeating ||= isRepeated;
    at = end;
    if (sentence.split(' ').length >= fewestWords) told.add(sentence);
  }
  return isRepeating ? kept.trim() : text;
}
