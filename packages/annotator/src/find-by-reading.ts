// Finds entries by the readings that the story gives behind their names, as in `御堂紗夜《みどうさや》`.

import { toHiragana } from '@terrarium/kernel/fold-kana';
import { type KanaReading, listKanaReadings } from '@terrarium/kernel/list-kana-readings';
import type { EntryId } from './glossary/entry.ts';
import { openStoryWordsStore } from './glossary/story-words-store.ts';
import { openStoryReach } from './moments/open-story-reach.ts';
import type { WorldView } from './moments/open-world-view.ts';

/** Shorter queries begin too many readings. */
const fewestLetters = 2;
/** How far before a reading the name begins to which it belongs. */
const longestName = 40;

export interface ReadingSearch {
  readonly query: string;
  /** Only this story is searched for readings; if undefined, all of them. */
  readonly corpus?: string | undefined;
}

/**
 * The entries with a name behind which the story gives a reading that is, begins or ends as the query, in this order.
 * Only a query in kana finds anything, and only in what is known at the place of the view.
 */
export function findByReading(view: WorldView, { query, corpus }: ReadingSearch): readonly EntryId[] {
  const wanted = foldReading(query);
  if (wanted.length < fewestLetters || !/^[\p{sc=Hiragana}ー]+$/u.test(wanted)) return [];
  const best = new Map<EntryId, number>();
  for (const [name, rank] of rankNames(iterateTexts(view, corpus), wanted)) {
    for (const id of listNamedAtEnd(view, name)) best.set(id, Math.max(rank, best.get(id) ?? 0));
  }
  return [...best].sort((one, other) => other[1] - one[1] || one[0] - other[0]).map(([id]) => id);
}

/** The words before the readings that fit, each with its best rank. */
function rankNames(texts: Iterable<string>, wanted: string): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const text of texts) {
    for (const reading of listKanaReadings(text)) {
      const rank = rankReading(foldReading(reading.kana), wanted);
      if (rank === 0) continue;
      const name = readNameBefore(text, reading);
      ranks.set(name, Math.max(rank, ranks.get(name) ?? 0));
    }
  }
  return ranks;
}

function foldReading(kana: string): string {
  return toHiragana(kana.normalize('NFKC')).replace(/[\s・]+/gu, '');
}

function rankReading(reading: string, wanted: string): number {
  if (reading === wanted) return 3;
  if (reading.startsWith(wanted)) return 2;
  return reading.endsWith(wanted) ? 1 : 0;
}

function* iterateTexts(view: WorldView, corpus: string | undefined): Generator<string> {
  const words = openStoryWordsStore(view.connection);
  for (const { position, start, end } of words.iterateParts(openStoryReach(view, words, corpus))) {
    const post = view.corpora.get(position.corpus)?.findPost(position.postId);
    yield (post?.body ?? '').slice(start, end);
  }
}

/** The words up to a reading; the name to which it belongs may be longer than its Chinese characters (`鐘ノ浦`). */
function readNameBefore(text: string, { start, base, bracket }: KanaReading): string {
  const from = start < base ? base : Math.max(0, bracket - longestName);
  return text.slice(from, bracket);
}

function listNamedAtEnd({ stores }: WorldView, text: string): readonly EntryId[] {
  return stores.glossary
    .listMatches(text)
    .filter(({ end }) => end === text.length)
    .flatMap(({ ids }) => ids as readonly EntryId[]);
}
