// Scoring: BM25 of texts that stand beside each other, where a text is also found by its neighbours' words.

import { PlaceScores, type ScoredPlace } from './place-scores.ts';
import { readWeight } from './posting.ts';
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
  const postings = matches.reduce((sum, match) => sum + match.places.length, 0);
  const scores = new PlaceScores(postings * (1 + 2 * besideReach));
  for (const [at, match] of matches.entries()) {
    const worthOf = buildWorth(match, corpus);
    for (const [index, place] of match.places.entries()) {
      raiseAround(scores, { place, term: at + 1, ...worthOf(match.weights[index] ?? 0) });
    }
  }
  return scores.listBest(limit);
}

interface Worth {
  readonly worth: number;
  readonly isQuestion: boolean;
}

/** What a term is worth at a place, for each of the 256 weights a posting may have. */
function buildWorth({ documents }: TermMatch, corpus: ScoredCorpus): (weight: number) => Worth {
  const rarity = Math.log(1 + Math.max(0.5, corpus.documents - documents + 0.5) / (documents + 0.5));
  const table: (Worth | undefined)[] = new Array(256);
  return (weight) => {
    const known = table[weight];
    if (known !== undefined) return known;
    const { count, length, isQuestion } = readWeight(weight);
    const heldBack = saturation * (1 - lengthShare + (lengthShare * length) / corpus.meanLength);
    const built = { worth: (rarity * count * (saturation + 1)) / (count + heldBack), isQuestion };
    table[weight] = built;
    return built;
  };
}

function raiseAround(
  scores: PlaceScores,
  { place, term, worth, isQuestion }: Worth & { place: number; term: number },
): void {
  scores.raise(place, term, worth);
  for (const [at, share] of besideShares.entries()) {
    const step = at + 1;
    if (place > step) scores.raise(place - step, term, worth * share);
    scores.raise(place + step, term, worth * (isQuestion && step === 1 ? replyShare : share));
  }
}
