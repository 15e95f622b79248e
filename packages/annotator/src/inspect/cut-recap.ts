// Shortens a recap to about a given number of words: the newest part gets the most, older parts get fewer.

import { Bug } from '@terrarium/kernel/errors';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { Recap, RecapPart } from './read-recap.ts';
import { charactersPerWord, countRecapWords, isInCharacters } from './recap-length.ts';
import { computeShares } from './recap-shares.ts';

/** A person reads a recap of this length in two or three minutes. */
export const usualRecapWords = 600;
/** A part that would get fewer words is joined with the next one. */
const fewestWords = 24;
/** A part without a summary names entries instead; each of them takes about this many words. */
const wordsOfEntry = 24;
/** A recap of at most this many times the wanted length is not cut: only the ends of parts would be lost. */
const mostOver = 1.1;

/**
 * Returns the whole recap if it is short enough. Otherwise parts are shortened and joined: they keep their order, and
 * every post still belongs to one of them.
 */
export function cutRecap(recap: Recap, words: number): Recap {
  if (recap.parts.reduce((sum, part) => sum + countPart(part), 0) <= words * mostOver) return recap;
  const groups = groupParts(computeShares(recap.parts.length, words), recap.parts);
  return { ...recap, parts: groups.map(joinParts), isShortened: true };
}

function countPart({ summary, noted }: RecapPart): number {
  return summary === undefined ? noted.length * wordsOfEntry : countRecapWords(summary.text);
}

interface Group {
  readonly parts: readonly RecapPart[];
  readonly words: number;
}

/**
 * Joins consecutive parts until together they have enough words. Parts with a summary are not joined with parts
 * without one.
 */
function groupParts(shares: readonly number[], parts: readonly RecapPart[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [at, part] of parts.entries()) {
    const words = shares[at] ?? 0;
    const open = groups.at(-1);
    const isAlike = (open?.parts[0]?.summary === undefined) === (part.summary === undefined);
    if (open !== undefined && open.words < fewestWords && isAlike)
      groups[groups.length - 1] = { parts: [...open.parts, part], words: open.words + words };
    else groups.push({ parts: [part], words });
  }
  return groups;
}

function joinParts({ parts, words }: Group): RecapPart {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Bug('A group of a recap has no part.');
  const noted = parts.flatMap((part) => part.noted);
  const shown = Math.max(1, Math.floor(words / wordsOfEntry));
  const more = parts.reduce((sum, part) => sum + part.notedMore, 0);
  return {
    first: first.first,
    last: last.last,
    posts: parts.reduce((sum, part) => sum + part.posts, 0),
    summary: joinSummaries(parts, Math.max(words, fewestWords)),
    noted: noted.slice(0, shown),
    notedMore: more + Math.max(0, noted.length - shown),
  };
}

function joinSummaries(parts: readonly RecapPart[], words: number): RecapPart['summary'] {
  const told = parts.flatMap(({ summary }) => summary ?? []);
  if (told.length === 0) return undefined;
  const origin =
    (['extract', 'asked'] as const).find((one) => told.some((part) => part.origin === one)) ?? 'model';
  const shown = chooseEvenly(told, Math.max(1, Math.floor(words / fewestWords)));
  const texts = shown.map(({ text }) => cutToWords(text, words / shown.length));
  return { text: texts.join(' '), origin };
}

function chooseEvenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).filter(
    (item) => item !== undefined,
  );
}

/** Returns the first sentences that fit; if none fits, the beginning of the first sentence. */
function cutToWords(text: string, words: number): string {
  let [end, count] = [0, 0];
  for (const sentence of listSentenceLabels(text)) {
    count += countRecapWords(text.slice(sentence.start, sentence.end));
    if (count > words) break;
    end = sentence.end;
  }
  if (end > 0) return text.slice(0, end).trim();
  const joint = isInCharacters(text) ? '' : ' ';
  const pieces = joint === '' ? [...text.trim()] : text.trim().split(/\s+/u);
  const room = joint === '' ? words * charactersPerWord : words;
  const first = pieces.slice(0, Math.max(1, Math.floor(room))).join(joint);
  return pieces.length > room ? `${first}${joint}…` : first;
}
