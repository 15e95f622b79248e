// Scoring: BM25 of texts that stand beside each other, where a text is also found by its neighbours' words.

import { PlaceScores, type ScoredPlace } from './place-scores.ts';
import { isQuestionWeight, readWeight } from './posting.ts';
import type { TermMatch } from './text-index-store.ts';

export interface ScoredCorpus {
  readonly documents: number;
  readonly meanLength: number;
}

/** How soon a repeated term says nothing more, and how much longer texts are held back: the values of the literature. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What a term is worth one, two, three, four turns away from where it stands. */
const besideShares = [0.6, 0.4, 0.25, 0.15] as const;
/** A reply bears nearly all that was asked for: the question's words are hardly ever repeated in it. */
const replyShare = 0.8;

/** How far beside a place its terms still count; places further apart than that have nothing to do with each other. */
export const besideReach = besideShares.length;

/** The best places for these terms, best first. */
export function scorePlaces(
  matches: readonly TermMatch[],
  corpus: ScoredCorpus,
  limit: number,
): ScoredPlace[] {
  const scores = new PlaceScores(countPlaces(matches));
  for (const [at, match] of matches.entries()) {
    const worths = buildWorths(match, corpus);
    for (let index = 0; index < match.places.length; index++) {
      const weight = match.weights[index] ?? 0;
      const next = isQuestionWeight(weight) ? replyShare : besideShares[0];
      updateAround(scores, at + 1, { place: match.places[index] ?? 0, worth: worths[weight] ?? 0, next });
    }
  }
  return scores.listBest(limit);
}

/** No more can be reached than lie around the postings, nor than lie between the first and the last. */
function countPlaces(matches: readonly TermMatch[]): number {
  const postings = matches.reduce((sum, match) => sum + match.places.length, 0);
  const last = matches.reduce((most, match) => Math.max(most, match.places.at(-1) ?? 0), 0);
  return Math.min(postings * (1 + 2 * besideReach), last + besideReach);
}

/** What a term is worth at a place, for each of the 256 weights a posting may have. */
function buildWorths({ documents }: TermMatch, corpus: ScoredCorpus): Float64Array {
  const rarity = Math.log(1 + Math.max(0.5, corpus.documents - documents + 0.5) / (documents + 0.5));
  return Float64Array.from({ length: 256 }, (_, weight) => {
    const { count, length } = readWeight(weight);
    const heldBack = saturation * (1 - lengthShare + (lengthShare * length) / corpus.meanLength);
    return (rarity * count * (saturation + 1)) / (count + heldBack);
  });
}

interface Raising {
  readonly place: number;
  readonly worth: number;
  /** The share of it that the turn after gets. */
  readonly next: number;
}

function updateAround(scores: PlaceScores, term: number, { place, worth, next }: Raising): void {
  scores.update(place, term, worth);
  scores.update(place + 1, term, worth * next);
  for (let step = 1; step <= besideReach; step++) {
    const beside = worth * (besideShares[step - 1] ?? 0);
    if (place > step) scores.update(place - step, term, beside);
    if (step > 1) scores.update(place + step, term, beside);
  }
}
