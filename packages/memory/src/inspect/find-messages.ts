// Finds messages while somebody types: by whole words and the beginning of the last word, with or without accents.

import {
  buildPrefixRange,
  listAccentRanges,
  mostForms,
  shortestBeginning,
  stripAccents,
} from '@terrarium/kernel/accented-forms';
import type { Connection } from '@terrarium/kernel/open-database';
import { findTermSpans, isUnspaced, queryLimits, splitTerms, stemWord } from '@terrarium/kernel/split-terms';
import { openTextIndex } from '@terrarium/kernel/text-index';
import { searchEchoes } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import type { Side } from '../tags/voices.ts';

export interface MessageSearch {
  readonly words: string;
  readonly limit: number;
  /** Messages with a later time are not part of the talk yet. */
  readonly nowMs: number;
}

export interface FoundMessage {
  readonly eventId: EventId;
  readonly side: Side;
  readonly voice: string;
  readonly atMs: number;
  /** Whether it is not known when the message was said. */
  readonly isUndated: boolean;
  readonly shown: string;
  /** The positions in `shown` of the words searched for. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

/**
 * For each wanted moment, this many are ranked, since moments with all words side by side may have a lower
 * rank.
 */
const rankedTimes = 4;
const leastRanked = 40;

/**
 * Messages with all words side by side come first, then the best matches. A message that lacks a word is found
 * only if no message has all words. Secrets are never shown.
 */
export function findMessages(
  connection: Connection,
  { words, limit, nowMs }: MessageSearch,
): readonly FoundMessage[] {
  const sought = listSought(connection, words);
  const wanted = new Set(sought.flatMap((forms) => [...forms]));
  if (wanted.size === 0) return [];
  const phrase = normalise(words);
  const ranked = searchEchoes(connection, {
    query: words,
    terms: wanted,
    nowMs,
    untilMs: nowMs,
    inView: new Set(),
    // Each moment counts as one token, so that the budget is a number of moments.
    budgetTokens: Math.max(leastRanked, limit * rankedTimes),
    tokens: { count: () => 1 },
  })
    .filter(({ rankBy }) => rankBy.terms.length > 0)
    .map((echo) => {
      const spans = findTermSpans(echo.shownText, wanted);
      const had = sought.filter((forms) => spans.some(({ term }) => forms.has(term))).length;
      return { echo, spans, had, isWhole: normalise(echo.shownText).includes(phrase) };
    });
  const most = Math.max(0, ...ranked.map(({ had }) => had));
  return ranked
    .filter(({ had }) => had === most)
    .sort((one, other) => Number(other.isWhole) - Number(one.isWhole))
    .slice(0, limit)
    .map(({ echo: { event, shownText }, spans }) => ({
      eventId: event.id,
      side: event.side,
      voice: event.voice,
      atMs: event.atMs,
      isUndated: event.isUndated,
      shown: shownText,
      matches: spans.map(({ start, end }) => ({ start, end })),
    }));
}

/** For each word, the forms that it may have in the index. The last word may be only partly typed. */
function listSought(connection: Connection, words: string): readonly ReadonlySet<string>[] {
  const { listTerms } = openTextIndex(connection);
  const terms = [...splitTerms(words, queryLimits).counts.keys()];
  const beginning = readBeginning(words);
  return terms.map((term, at) => {
    const isLast = at === terms.length - 1 && beginning !== undefined;
    return new Set([
      term,
      ...listSpellings(term, listTerms),
      ...(isLast ? listTerms(buildPrefixRange(beginning), mostForms) : []),
    ]);
  });
}

type ListTerms = ReturnType<typeof openTextIndex>['listTerms'];

function listSpellings(term: string, listTerms: ListTerms): readonly string[] {
  const bare = stripAccents(term);
  const accented = listAccentRanges(bare).flatMap((range) => listTerms(range, mostForms));
  const spelled = accented.filter((one) => stemWord(stripAccents(one)) === stemWord(bare));
  return bare === term ? spelled : [bare, stemWord(bare), ...spelled];
}

/** The last word, as far as it has been typed. */
function readBeginning(words: string): string | undefined {
  const last =
    /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+$/u.exec(words.normalize('NFKC').toLowerCase())?.[0] ?? '';
  return last.length < shortestBeginning || isUnspaced(last) ? undefined : last;
}

function normalise(text: string): string {
  return stripAccents(text.normalize('NFKC')).toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
