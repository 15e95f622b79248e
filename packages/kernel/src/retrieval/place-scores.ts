// Place scores: sums what the terms of a query are worth at each place, a term counting once for a place and those beside it.

/** Open addressing in typed arrays: a wake adds some 180,000 numbers, for which a `Map` takes five times as long. */
export class PlaceScores {
  readonly #places: Int32Array;
  readonly #totals: Float32Array;
  /** What the latest term to reach a place gave it, and which term that was. */
  readonly #latest: Float32Array;
  readonly #terms: Int32Array;
  readonly #mask: number;

  /** `capacity` is the most places that may be named. */
  constructor(capacity: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(8, capacity * 1.5)));
    this.#places = new Int32Array(size);
    this.#totals = new Float32Array(size);
    this.#latest = new Float32Array(size);
    this.#terms = new Int32Array(size);
    this.#mask = size - 1;
  }

  /** Of what one term gives a place, the most counts. Terms are numbered from 1 and come one after the other; places begin at 1. */
  raise(place: number, term: number, worth: number): void {
    const slot = this.#findSlot(place);
    if (this.#terms[slot] !== term) {
      this.#places[slot] = place;
      this.#terms[slot] = term;
      this.#totals[slot] = (this.#totals[slot] ?? 0) + worth;
      this.#latest[slot] = worth;
      return;
    }
    const latest = this.#latest[slot] ?? 0;
    if (worth <= latest) return;
    this.#totals[slot] = (this.#totals[slot] ?? 0) + worth - latest;
    this.#latest[slot] = worth;
  }

  /** The `limit` best places, best first; of equal ones the later place. */
  listBest(limit: number): ScoredPlace[] {
    let best: ScoredPlace[] = [];
    let least = 0;
    for (let slot = 0; slot < this.#places.length; slot++) {
      const place = this.#places[slot] ?? 0;
      if (place === 0) continue;
      const score = this.#totals[slot] ?? 0;
      if (score < least) continue;
      best.push({ place, score });
      if (best.length < 4 * limit) continue;
      best = best.sort(compareScored).slice(0, limit);
      least = best.at(-1)?.score ?? 0;
    }
    return best.sort(compareScored).slice(0, limit);
  }

  /** Sixteen places in a row lie side by side, as they are raised; such rows are strewn. */
  #findSlot(place: number): number {
    let slot = ((Math.imul(place >>> 4, 0x9e3779b1) << 4) | (place & 15)) & this.#mask;
    while (this.#places[slot] !== 0 && this.#places[slot] !== place) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

export interface ScoredPlace {
  readonly place: number;
  readonly score: number;
}

export function compareScored(one: ScoredPlace, other: ScoredPlace): number {
  return other.score - one.score || other.place - one.place;
}
