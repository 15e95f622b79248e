// Ranks what may come to mind in a turn: fuses rankings by words, meaning, tags, age and importance, within a budget.

import { mergeRanks } from '@terrarium/kernel/score-places';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { Recollection, RecollectionKind } from '../turn/recollector.ts';
import type { QueryTerm } from './query.ts';

export interface Ranking {
  readonly query: readonly QueryTerm[];
  /** Names of two or more words, such as names of spells, that the player's words contain; in lower case. */
  readonly names?: readonly string[] | undefined;
  /** Words of the scene: the place, who is present, the mode. */
  readonly sceneTags: readonly string[];
  /** Keys of memories that need not be told again. */
  readonly known: ReadonlySet<string>;
  readonly budgetTokens: number;
  readonly count: (text: string) => number;
}

/** Each kind's share of the budget, in order; tokens that one kind does not use go to the kinds after it. */
const shares: readonly (readonly [RecollectionKind, number])[] = [
  ['preference', 0.1],
  ['rule', 0.2],
  ['lore', 0.35],
  ['fact', 0.2],
  ['event', 0.15],
];
/**
 * To bring a candidate to mind, the words that it shares with the query must have at least this part of the query's
 * weight.
 */
const leastCoverage = 0.12;
/**
 * If a rule shares only one telling word with the query, and this word is not in its title or tags, the word must be at
 * least this share of the telling words that were said.
 */
const leastOfRule = 0.3;
/** The least cosine with which closeness in meaning alone brings something to mind. */
const leastCloseness = 0.45;
const mostOfKind = 8;
/** At most this many candidates of a kind are chosen if they have `fired`, as entries of lorebooks do. */
const mostFired = 24;
const shownWords = 4;
const sharesOf = { words: 1, meaning: 1, tags: 0.6, age: 0.25, importance: 0.35 } as const;

interface Weighed {
  readonly candidate: Candidate;
  readonly because: string;
}

/**
 * Returns the candidates kind by kind, the best of a kind first, within the budget and without what is known already.
 */
export function rankCandidates(candidates: readonly Candidate[], ranking: Ranking): readonly Recollection[] {
  const chosen: Recollection[] = [];
  let left = ranking.budgetTokens;
  let reserved = shares.reduce((sum, [, share]) => sum + share, 0) * ranking.budgetTokens;
  for (const [kind, share] of shares) {
    reserved -= share * ranking.budgetTokens;
    const room = Math.max(0, Math.floor(left - reserved));
    const taken = fill(listFitting(candidates, kind, ranking), room, ranking.count);
    left -= taken.tokens;
    chosen.push(...taken.fitting.map(({ candidate, because }) => build(candidate, because)));
  }
  return chosen;
}

function build({ key, kind, text, from }: Candidate, because: string): Recollection {
  return { key, kind, text, from, because };
}

/**
 * Stops at the maximum number of candidates, so the tokens of all others are never counted. A candidate that is too
 * long for the room is passed over.
 */
function fill(fitting: readonly Weighed[], room: number, count: Ranking['count']) {
  const taken: Weighed[] = [];
  let left = room;
  for (const one of fitting) {
    if (taken.length >= (one.candidate.fired === undefined ? mostOfKind : mostFired)) break;
    const tokens = count(one.candidate.text);
    if (tokens > left) continue;
    taken.push(one);
    left -= tokens;
  }
  return { fitting: taken, tokens: room - left };
}

function listFitting(
  candidates: readonly Candidate[],
  kind: RecollectionKind,
  ranking: Ranking,
): readonly Weighed[] {
  const fitting = candidates.flatMap((candidate): readonly Weighed[] => {
    if (candidate.kind !== kind || ranking.known.has(candidate.key)) return [];
    const because = candidate.fired ?? findReason(candidate, ranking);
    return because === undefined ? [] : [{ candidate, because }];
  });
  return sortFitting(fitting, ranking.sceneTags);
}

/** Why the candidate comes to mind; undefined if there is no reason. */
function findReason(candidate: Candidate, { query, names = [], sceneTags }: Ranking): string | undefined {
  const shared = listReasons(candidate, query, names);
  const weight = shared.reduce((sum, term) => sum + term.weight, 0);
  const all = query.reduce((sum, term) => sum + term.weight, 0);
  const tags = listSharedTags(candidate, sceneTags);
  if (weight > 0 && weight >= all * leastCoverage) return `words: ${listWords(shared)}`;
  if ((candidate.closeness ?? 0) >= leastCloseness) return 'close in meaning';
  // Rules have tags such as “combat”, which any fight would bring to mind.
  if (tags.length > 0 && candidate.kind !== 'rule') return `scene: ${tags.slice(0, shownWords).join(', ')}`;
  return candidate.kind === 'preference' ? 'preference of the player' : undefined;
}

/**
 * The shared words. For a rule, everyday words do not count. Nor does a single word that is only a small part of what
 * was said, unless the title or the tags of the rule have it in the same sense. Nor do single words of a name that was
 * said whole, such as “magic” of “magic missile”, if the rule does not have the name.
 */
function listReasons(
  candidate: Candidate,
  query: readonly QueryTerm[],
  names: readonly string[],
): readonly QueryTerm[] {
  const shared = listShared(candidate, query);
  if (candidate.kind !== 'rule') return shared;
  const text = candidate.text.toLowerCase();
  const missing = new Set(
    names.filter((name) => !text.includes(name)).flatMap((name) => [...splitTerms(name).counts.keys()]),
  );
  const telling = shared.filter(({ term, share }) => share > 0 && !missing.has(term));
  const [only] = telling;
  if (only === undefined || telling.length > 1 || only.share >= leastOfRule) return telling;
  const [title = ''] = candidate.text.split(':', 1);
  if (only.isDescribing === true && isDeedIn(title, only)) return [];
  return splitTerms(`${title} ${candidate.tags.join(' ')}`).counts.has(only.term) ? telling : [];
}

/**
 * Whether the title names a deed by this word, as in “Sparing a life”, but the word was said in another form, as in “my
 * spare necklace”.
 */
function isDeedIn(title: string, { term, word }: QueryTerm): boolean {
  const deeds = title.split(/[^\p{L}]+/u).filter((one) => one.toLowerCase().endsWith('ing'));
  return !word.toLowerCase().endsWith('ing') && splitTerms(deeds.join(' ')).counts.has(term);
}

function listShared({ text, tags }: Candidate, query: readonly QueryTerm[]): readonly QueryTerm[] {
  const own = splitTerms(`${text} ${tags.join(' ')}`).counts;
  return query.filter(({ term }) => own.has(term));
}

function listWords(shared: readonly QueryTerm[]): string {
  return shared
    .slice(0, shownWords)
    .map(({ word }) => word)
    .join(', ');
}

/** The shared tags, as the scene writes them: memories have tags in small letters, but most tags are names. */
function listSharedTags({ tags }: Candidate, sceneTags: readonly string[]): readonly string[] {
  const own = new Set(tags.map((tag) => tag.toLowerCase()));
  return [...new Set(sceneTags)].filter((tag) => own.has(tag.toLowerCase()));
}

function sortFitting(fitting: readonly Weighed[], sceneTags: readonly string[]): readonly Weighed[] {
  /** Of two candidates that fit equally well, the weightier comes first, then the newer. */
  const compareWeight = (one: number, other: number) => {
    const [first, second] = [fitting[one]?.candidate, fitting[other]?.candidate];
    return (second?.importance ?? 0) - (first?.importance ?? 0) || (first?.age ?? 0) - (second?.age ?? 0);
  };
  const rankBy = (value: (candidate: Candidate) => number, onlyPositive = true) => {
    const values = fitting.map(({ candidate }) => value(candidate));
    return fitting
      .map((_, at) => at)
      .filter((at) => !onlyPositive || (values[at] ?? 0) > 0)
      .toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0) || compareWeight(one, other));
  };
  const fused = mergeRanks([
    { places: rankBy(({ score }) => score), share: sharesOf.words },
    { places: rankBy(({ closeness = 0 }) => closeness), share: sharesOf.meaning },
    { places: rankBy((candidate) => listSharedTags(candidate, sceneTags).length), share: sharesOf.tags },
    { places: rankBy(({ kind, age }) => (kind === 'event' ? 1 / (1 + age) : 0)), share: sharesOf.age },
    { places: rankBy(({ importance }) => importance, false), share: sharesOf.importance },
  ]);
  return fitting
    .map((one, at) => ({ one, worth: fused.get(at) ?? 0 }))
    .toSorted((a, b) => compareFired(a.one, b.one) || b.worth - a.worth || compareKeys(a.one, b.one))
    .map(({ one }) => one);
}

/** Candidates with `fired` come first, those with a higher `order` before the others. */
function compareFired({ candidate: one }: Weighed, { candidate: other }: Weighed): number {
  const rank = ({ fired, order = 0 }: Candidate) => (fired === undefined ? -Infinity : order);
  return rank(one) === rank(other) ? 0 : rank(other) - rank(one);
}

function compareKeys(one: Weighed, other: Weighed): number {
  return one.candidate.key < other.candidate.key ? -1 : 1;
}

export interface Candidate {
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly text: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  /** How many turns ago the candidate became known. */
  readonly age: number;
  /** The candidate's origin in words, such as `turn 12`. */
  readonly from: string;
  /** The BM25 score; higher is better, 0 if no word is shared. */
  readonly score: number;
  /** The cosine of the vectors of candidate and question, if there are vectors. */
  readonly closeness?: number | undefined;
  /** Why the candidate comes to mind without any other reason: a lorebook wants it, or the player's words name it. */
  readonly fired?: string | undefined;
  /** The order among candidates that a lorebook brings to mind; higher comes first. */
  readonly order?: number | undefined;
}
