// Scores texts in a sequence by BM25, also counting the words of neighbouring texts at a lower weight; merges rankings.
import { isQuestionWeight, readWeight } from './postings.ts';
import type { TermMatch } from './text-index-store.ts';

export interface ScoredCorpus {
  readonly documents: number;
  readonly meanLength: number;
}

/**
 * BM25's usual k1 and b. k1 limits how much further repetitions of a term add to the score; b decides how much the
 * score of long texts is lowered.
 */
const saturation = 1.2;
const lengthShare = 0.75;
/** A term also adds these shares of its worth to the places one, two, three and four places away. */
const besideShares = [0.6, 0.4, 0.25, 0.15] as const;
/**
 * A reply gets this share of the worth of its question's terms: nearly all of it, because a reply hardly ever repeats
 * these terms.
 */
const replyShare = 0.8;

/** A term adds to the scores of places up to this many places away. */
export const besideReach = besideShares.length;

/** The places with the highest scores for these terms, best first. */
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

/**
 * At most this many places have a score: those around all postings or, if this is smaller, all places up to the last
 * one.
 */
function countPlaces(matches: readonly TermMatch[]): number {
  const postings = matches.reduce((sum, match) => sum + match.places.length, 0);
  const last = matches.reduce((most, match) => Math.max(most, match.places.at(-1) ?? 0), 0);
  return Math.min(postings * (1 + 2 * besideReach), last + besideReach);
}

/** How much a term adds to the score of its place, for each of the 256 weights that a posting can have. */
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
  /** The share of `worth` that the next place gets. */
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

/**
 * The constant of reciprocal rank fusion, from the paper that introduced it (Cormack, Clarke, Büttcher 2009). The
 * larger it is, the less worth a place loses from one rank to the next.
 */
const rankOffset = 60;

interface Ranking {
  /** Places, best first. */
  readonly places: readonly number[];
  /** The weight of this ranking compared with the others. */
  readonly share: number;
}

/** The worth of each place that is in any of the rankings. */
export function mergeRanks(rankings: readonly Ranking[]): Map<number, number> {
  const fused = new Map<number, number>();
  for (const { places, share } of rankings) {
    for (const [at, place] of places.entries()) {
      fused.set(place, (fused.get(place) ?? 0) + share / (rankOffset + at + 1));
    }
  }
  return fused;
}

/**
 * The positions of the four numbers within a slot. They are stored side by side, because the slots that one search
 * uses are scattered over more memory than the processor's cache holds.
 */
const slotSize = 4;
const placeAt = 0;
const termAt = 1;
const totalAt = 2;
const latestAt = 3;

/**
 * The scores of places, in a hash table with open addressing on typed arrays. A search adds some 180,000 numbers, and
 * a `Map` would take five times as long.
 */
export class PlaceScores {
  /**
   * Two views of the same slots. `#names` has the place and the last term that added to it; `#worths` has the place's
   * total and the worth that this term added.
   */
  readonly #names: Int32Array;
  readonly #worths: Float32Array;
  readonly #mask: number;

  /** `capacity` is the largest number of places that may be scored. */
  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 1.5)));
    const memory = new ArrayBuffer(slots * slotSize * Float32Array.BYTES_PER_ELEMENT);
    this.#names = new Int32Array(memory);
    this.#worths = new Float32Array(memory);
    this.#mask = slots - 1;
  }

  /**
   * If one term gives a place several worths, only the largest counts. Terms are numbered from 1 and must be added one
   * after another; places are numbered from 1.
   */
  update(place: number, term: number, worth: number): void {
    const slot = this.#findSlot(place);
    const total = this.#worths[slot + totalAt] ?? 0;
    if (this.#names[slot + termAt] !== term) {
      this.#names[slot + placeAt] = place;
      this.#names[slot + termAt] = term;
      this.#worths[slot + totalAt] = total + worth;
      this.#worths[slot + latestAt] = worth;
      return;
    }
    const latest = this.#worths[slot + latestAt] ?? 0;
    if (worth <= latest) return;
    this.#worths[slot + totalAt] = total + worth - latest;
    this.#worths[slot + latestAt] = worth;
  }

  /** At most `limit` places, best first. Of places with equal scores, the later one comes first. */
  listBest(limit: number): ScoredPlace[] {
    let best: ScoredPlace[] = [];
    let least: ScoredPlace = { place: 0, score: 0 };
    for (let slot = 0; slot < this.#names.length; slot += slotSize) {
      const place = this.#names[slot + placeAt] ?? 0;
      const score = this.#worths[slot + totalAt] ?? 0;
      // Skips places that will not be kept. Otherwise, thousands of places with equal scores would be sorted again and
      // again.
      if (place === 0 || score < least.score || (score === least.score && place < least.place)) continue;
      best.push({ place, score });
      if (best.length < 4 * limit) continue;
      best = best.sort(compareScored).slice(0, limit);
      least = best.at(-1) ?? least;
    }
    return best.sort(compareScored).slice(0, limit);
  }

  /**
   * Sixteen consecutive places are stored side by side, because they are updated together. The groups of sixteen are
   * scattered.
   */
  #findSlot(place: number): number {
    const names = this.#names;
    let slot = ((Math.imul(place >>> 4, 0x9e3779b1) << 4) | (place & 15)) & this.#mask;
    while (names[slot * slotSize] !== 0 && names[slot * slotSize] !== place) slot = (slot + 1) & this.#mask;
    return slot * slotSize;
  }
}

export interface ScoredPlace {
  readonly place: number;
  readonly score: number;
}

export function compareScored(one: ScoredPlace, other: ScoredPlace): number {
  return other.score - one.score || other.place - one.place;
}
