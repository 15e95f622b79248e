// Narrowing: finds updates whose new definition says much less than the old one.

import type { Span } from '../corpus/corpus.ts';
import { isListed } from '../reader/lexicon.ts';
import { splitWords } from './text-words.ts';
import { isFunctionWord } from './word-list.ts';

// A definition with fewer words is not judged, since it has little to lose. Function words do not count.
const minWords = 6;
// A rewrite that loses more than this share of a definition is more than a correction of details.
const lostShare = 0.5;
// If a rewrite brings at least this many new words for each lost word, the new words replace the lost ones.
const replacedShare = 0.5;
// A definition with at least this many words says what something is, even if it was longer before. Function words do
// not count.
const condensedWords = 8;
// A condensed definition must keep at least this share of the names (of relatives, masters, places).
const keptNames = 0.5;

export interface Narrowing {
  /** Words of the old definition that the new one lacks, in lower case, in order. */
  readonly lost: readonly string[];
}

/**
 * What an update would lose of the old definition. Undefined if this is little, if enough new words replace the lost
 * ones, or if the new definition is merely condensed.
 */
export function findNarrowing(old: string, next: string): Narrowing | undefined {
  const before = listContentWords(old);
  const after = listContentWords(next);
  if (before.size < minWords) return undefined;
  const lost = [...before].filter(([stem]) => !after.has(stem)).map(([, word]) => word);
  const gained = [...after.keys()].filter((stem) => !before.has(stem)).length;
  const isNarrowing = lost.length > before.size * lostShare && gained < lost.length * replacedShare;
  return isNarrowing && !isCondensed(old, next) ? { lost } : undefined;
}

/** Whether the new definition is long enough to say what something is, and keeps enough of the names in the old one. */
function isCondensed(old: string, next: string): boolean {
  const after = listContentWords(next);
  const names = [...listNames(old)];
  const kept = names.filter((stem) => after.has(stem)).length;
  return after.size >= condensedWords && kept >= names.length * keptNames;
}

/** Names in the old definition that the new one lacks, in the spelling of the old one, without titles such as `Mrs`. */
export function listLostNames(old: string, next: string): readonly string[] {
  const names = listNames(old);
  const after = listContentWords(next);
  const words = splitWords(old).filter(
    ({ stem, folded }) => names.has(stem) && !after.has(stem) && !isListed('genderedTitles', folded),
  );
  const spans = new Map(words.map(({ stem, start, end }) => [stem, { start, end }]));
  return joinSpans(old, [...spans.values()]);
}

/** The pieces of a text; pieces that only a blank separates count as one. */
function joinSpans(text: string, spans: readonly Span[]): readonly string[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isNext = last !== undefined && span.start === last.end + 1 && text[last.end] === ' ';
    if (isNext) joined.splice(-1, 1, { start: last.start, end: span.end });
    else joined.push(span);
  }
  return joined.map(({ start, end }) => text.slice(start, end));
}

/** Stems of capitalised words inside a sentence or at the beginning of a link, without function words. */
function listNames(text: string): ReadonlySet<string> {
  const words = [...text.matchAll(nameInside)].flatMap(([name]) => splitWords(name));
  return new Set(words.filter(({ folded }) => !isFunctionWord(folded)).map(({ stem }) => stem));
}

const nameInside = /(?<=[\p{L}\p{N},;:)\]] |\[\[)\p{Lu}[\p{L}\p{N}’'-]*/gu;

/** The words other than function words, in lower case, by their stems. */
export function listContentWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of splitWords(text)) {
    if (!isFunctionWord(word.folded) && !words.has(word.stem)) words.set(word.stem, word.folded);
  }
  return words;
}
