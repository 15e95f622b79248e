// Place scores: sums what the terms of a query are worth at each place, a term counting once for a place and those beside it.

/** Where the numbers of a slot stand: they lie together, since a wake's places are strewn over more memory than is near. */
const slotSize = 4;
const placeAt = 0;
const termAt = 1;
const totalAt = 2;
const latestAt = 3;

/** Open addressing in typed arrays: a wake adds some 180,000 numbers, for which a `Map` takes five times as long. */
export class PlaceScores {
  /** Two views of the same slots: the place and the latest term to reach it; its total and what that term gave it. */
  readonly #names: Int32Array;
  readonly #worths: Float32Array;
  readonly #mask: number;

  /** `capacity` is the most places that may be named. */
  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 1.5)));
    const memory = new ArrayBuffer(slots * slotSize * Float32Array.BYTES_PER_ELEMENT);
    this.#names = new Int32Array(memory);
    this.#worths = new Float32Array(memory);
    this.#mask = slots - 1;
  }

  /** Of what one term gives a place, the most counts. Terms are numbered from 1 and come one after the other; places begin at 1. */
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

  /** The `limit` best places, best first; of equal ones the later place. */
  listBest(limit: number): ScoredPlace[] {
    let best: ScoredPlace[] = [];
    let least: ScoredPlace = { place: 0, score: 0 };
    for (let slot = 0; slot < this.#names.length; slot += slotSize) {
      const place = this.#names[slot + placeAt] ?? 0;
      const score = this.#worths[slot + totalAt] ?? 0;
      // Where thousands are alike, those that cannot stay must not be sorted again and again.
      if (place === 0 || score < least.score || (score === least.score && place < least.place)) continue;
      best.push({ place, score });
      if (best.length < 4 * limit) continue;
      best = best.sort(compareScored).slice(0, limit);
      least = best.at(-1) ?? least;
    }
    return best.sort(compareScored).slice(0, limit);
  }

  /** Sixteen places in a row lie side by side, as they are raised; such rows are strewn. */
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
