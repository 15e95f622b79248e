// Ranks the moments that are related to a message by words, voices and times, and by meaning if there are vectors.

import type { Connection } from '@terrarium/kernel/open-database';
import { collectQueryTerms, joinQueryTerms } from '@terrarium/kernel/query-terms';
import { besideReach, mergeRanks, scorePlaces } from '@terrarium/kernel/score-places';
import { collectTermWords, queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
import type { TermMatch } from '@terrarium/kernel/text-index';
import { findNamedSpans } from '../events/find-named-spans.ts';
import type { DateLanguage } from '../events/load-date-parser.ts';
import type { TimeSpan } from '../events/time-span.ts';
import type { Voices } from '../tags/voices.ts';
import { type EchoPlace, openEchoStore } from './echo-store.ts';
import { type IndexUntil, openIndexUntil } from './index-until.ts';
import { openVectorsLike, type QueryVector } from './query-vector.ts';

export interface EchoQuery {
  readonly query: string;
  /** The terms to look for; if undefined, the terms of the query. */
  readonly terms?: ReadonlySet<string> | undefined;
  readonly queryVector?: QueryVector | undefined;
  readonly nowMs: number;
  /** Voices that a message may name by their shown names; the id of a voice is always recognised. */
  readonly voices?: Voices | undefined;
  /** The languages in which times that the message names are read; by default English. */
  readonly languages?: readonly DateLanguage[] | undefined;
  /** Finds only moments of this time; if undefined, moments of any time. */
  readonly span?: TimeSpan | undefined;
  /** Finds only moments up to this time; if undefined, all moments. */
  readonly untilMs?: number | undefined;
}

export interface RankBy {
  /** Terms of the message that the event contains. */
  readonly terms: readonly string[];
  /** Terms of the message that the event does not contain, but the turns next to it do. */
  readonly termsBeside: readonly string[];
  /** The words of the message from which these terms come, because stems are not fit to be shown. */
  readonly words: readonly string[];
  readonly wordsBeside: readonly string[];
  readonly isVoiceNamed: boolean;
  readonly isTimeNamed: boolean;
  /** The rank of the event by meaning, from 1 on; undefined if it was not found by meaning. */
  readonly vectorRank: number | undefined;
}

export interface RankedPlace extends EchoPlace {
  /** By words: BM25, doubled for a named voice and for a named time. With vectors: the sum of reciprocal ranks. */
  readonly score: number;
  readonly rankBy: () => RankBy;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * At most this many postings are looked at for one message, so that a wake does not take longer in a longer
 * memory.
 */
const mostPostings = 20_000;
/** At most this many of the best places are also judged by voice and time. */
const mostPlaces = 600;
const mostNearest = 300;
/** The factor for a turn that is by a voice, or from a time, that the message names. */
const namedShare = 2;
/**
 * Meaning counts less than words: alone it finds less, and together with words it must not displace what they
 * have found.
 */
const vectorShare = 0.3;

/** The best place first; among equal ones the later first. Empty if there are neither content words nor vectors. */
export function rankPlaces(connection: Connection, query: EchoQuery): RankedPlace[] {
  const terms = query.terms ?? collectQueryTerms(query.query);
  const index = openIndexUntil(connection, query.untilMs);
  const within = query.span === undefined ? undefined : openEchoStore(connection).readPlacesOf(query.span);
  const matches = index.search(terms, mostPostings, within);
  const times = extractNamedTimes(query.query, query.nowMs, query.languages);
  const isNamed = buildNamed(terms, query.voices);
  const detectNaming = (found: EchoPlace): Naming => ({
    isVoiceNamed: isNamed(found.voice),
    isTimeNamed: times.some(({ fromMs, untilMs }) => found.atMs >= fromMs && found.atMs < untilMs),
  });
  const byWords = scoreWords(connection, { matches, index, within, detectNaming });
  const nearest = searchNearest(connection, query.queryVector, { within, hidden: index.hidden });
  const words = collectTermWords(query.query, queryLimits);
  const describe = ({ place }: EchoPlace, naming: Naming): RankBy => ({
    ...describeTerms({ matches, words, query: query.query }, place),
    ...naming,
    vectorRank: nearest.length === 0 ? undefined : nearest.indexOf(place) + 1 || undefined,
  });
  return mergeByRank(connection, { words: byWords, nearest }).map(({ found, score }) => ({
    ...found,
    score,
    rankBy: () => describe(found, detectNaming(found)),
  }));
}

type Naming = Pick<RankBy, 'isVoiceNamed' | 'isTimeNamed'>;

interface Scored {
  readonly found: EchoPlace;
  readonly score: number;
}

interface WordSearch {
  readonly matches: readonly TermMatch[];
  readonly index: IndexUntil;
  readonly within: ReadonlySet<number> | undefined;
  readonly detectNaming: (found: EchoPlace) => Naming;
}

function scoreWords(connection: Connection, { matches, index, within, detectNaming }: WordSearch): Scored[] {
  if (matches.length === 0) return [];
  const corpus = index.measure();
  const best = new Map(
    scorePlaces(matches, corpus, mostPlaces).map(({ place, score }) => [place, score] as const),
  );
  return openEchoStore(connection)
    .readPlaces([...best.keys()].filter((place) => within?.has(place) !== false && !index.hidden.has(place)))
    .map((found) => {
      const { isVoiceNamed, isTimeNamed } = detectNaming(found);
      const share = (isVoiceNamed ? namedShare : 1) * (isTimeNamed ? namedShare : 1);
      return { found, score: (best.get(found.place) ?? 0) * share };
    })
    .sort(compareScored);
}

function compareScored(one: Scored, other: Scored): number {
  return other.score - one.score || other.found.place - one.found.place;
}

function searchNearest(
  connection: Connection,
  query: QueryVector | undefined,
  { within, hidden }: { readonly within: ReadonlySet<number> | undefined } & Pick<IndexUntil, 'hidden'>,
): readonly number[] {
  if (query === undefined) return [];
  return openVectorsLike(connection, query)
    .searchNearest(query.vector, mostNearest + hidden.size, within)
    .map(({ place }) => place)
    .filter((place) => !hidden.has(place))
    .slice(0, mostNearest);
}

interface Rankings {
  readonly words: readonly Scored[];
  readonly nearest: readonly number[];
}

function mergeByRank(connection: Connection, { words, nearest }: Rankings): readonly Scored[] {
  if (nearest.length === 0) return words;
  const fused = mergeRanks([
    { places: words.map(({ found }) => found.place), share: 1 },
    { places: nearest, share: vectorShare },
  ]);
  const known = new Map(words.map(({ found }) => [found.place, found]));
  const rest = openEchoStore(connection).readPlaces(nearest.filter((place) => !known.has(place)));
  return [...known.values(), ...rest]
    .map((found) => ({ found, score: fused.get(found.place) ?? 0 }))
    .sort(compareScored);
}

function buildNamed(terms: ReadonlySet<string>, voices: Voices | undefined): (voice: string) => boolean {
  const names = new Map(
    (voices === undefined ? [] : [...voices.user, ...voices.companion]).map(({ id, name }) => [id, name]),
  );
  const known = new Map<string, boolean>();
  return (voice) => {
    const before = known.get(voice);
    if (before !== undefined) return before;
    const own = splitTerms(`${voice} ${names.get(voice) ?? ''}`).counts.keys();
    const isNamed = [...own].some((term) => terms.has(term));
    known.set(voice, isNamed);
    return isNamed;
  };
}

interface Wording {
  readonly matches: readonly TermMatch[];
  readonly words: ReadonlyMap<string, string>;
  readonly query: string;
}

type TermsOfPlace = Pick<RankBy, 'terms' | 'termsBeside' | 'words' | 'wordsBeside'>;

function describeTerms({ matches, words, query }: Wording, place: number): TermsOfPlace {
  const terms: string[] = [];
  const termsBeside: string[] = [];
  for (const match of matches) {
    const distance = measureDistance(match.places, place);
    if (distance === 0) terms.push(match.term);
    else if (distance <= besideReach) termsBeside.push(match.term);
  }
  const listFormsOf = (some: readonly string[]) => {
    const joined = joinQueryTerms(query, some);
    return [...new Set(some.map((term) => joined.get(term) ?? words.get(term) ?? term))];
  };
  return { terms, termsBeside, words: listFormsOf(terms), wordsBeside: listFormsOf(termsBeside) };
}

/** The distance from `place` to the nearest of `places`, which are sorted. */
function measureDistance(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const after = (places[low] ?? Number.POSITIVE_INFINITY) - place;
  const before = place - (places[low - 1] ?? Number.NEGATIVE_INFINITY);
  return Math.min(after, before);
}

/** People tell things on the day they happen or soon after; the day before allows for time zones. */
const toldBeforeMs = dayMs;
const toldAfterMs = 14 * dayMs;

/**
 * For each time that the text names, in the order of the text, finds the span in which people probably talked
 * about that time.
 */
export function extractNamedTimes(
  text: string,
  nowMs: number,
  languages?: readonly DateLanguage[],
): readonly TimeSpan[] {
  return findNamedSpans(text, { nowMs, timeZone: 'UTC', languages }).map(({ fromMs, untilMs }) => ({
    fromMs: fromMs - toldBeforeMs,
    untilMs: untilMs + toldAfterMs,
  }));
}
