// Held vectors: those that a search has read, in memory up to a bound, so that the next one reads only what is new.

import type { BestPlaces } from './best-places.ts';

const bytesOfNumber = Float32Array.BYTES_PER_ELEMENT;
/** 170,000 vectors of 384 numbers; what is beyond them is read at each search. */
const mostBytes = 256 * 1024 * 1024;
const vectorsOfBlock = 4_096;

export class CachedVectors {
  readonly #dimensions: number;
  readonly #places: number[] = [];
  /** Grown by blocks: nothing is copied for what comes after. */
  readonly #blocks: Float32Array[] = [];
  readonly #most: number;

  constructor(dimensions: number, bytes = mostBytes) {
    this.#dimensions = dimensions;
    this.#most = Math.floor(bytes / (dimensions * bytesOfNumber));
  }

  /** The highest place that is held, 0 without any. */
  readLast(): number {
    return this.#places.at(-1) ?? 0;
  }

  /** Holds one more, of a higher place than all; says no once there is no room. */
  add(place: number, vector: Float32Array): boolean {
    const at = this.#places.length;
    if (at >= this.#most) return false;
    const inBlock = at % vectorsOfBlock;
    if (inBlock === 0) this.#blocks.push(new Float32Array(vectorsOfBlock * this.#dimensions));
    this.#blocks.at(-1)?.set(vector, inBlock * this.#dimensions);
    this.#places.push(place);
    return true;
  }

  /** Offers every place with how nearly its vector points where this one does. */
  scoreAll(vector: Float32Array, best: BestPlaces): void {
    const dimensions = this.#dimensions;
    for (const [number, block] of this.#blocks.entries()) {
      const first = number * vectorsOfBlock;
      const count = Math.min(vectorsOfBlock, this.#places.length - first);
      for (let at = 0; at < count; at++) {
        const score = computeProductAt(vector, block, at * dimensions);
        best.add(this.#places[first + at] ?? 0, score);
      }
    }
  }
}

/**
 * What two vectors have in common, the second one beginning at a place of a longer row. Four sums side by side: one
 * would have each addition wait for the one before, which takes four times as long.
 */
export function computeProductAt(one: Float32Array, row: Float32Array, from: number): number {
  const { length } = one;
  const whole = length - (length % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    const there = from + at;
    a += (one[at] ?? 0) * (row[there] ?? 0);
    b += (one[at + 1] ?? 0) * (row[there + 1] ?? 0);
    c += (one[at + 2] ?? 0) * (row[there + 2] ?? 0);
    d += (one[at + 3] ?? 0) * (row[there + 3] ?? 0);
  }
  for (let at = whole; at < length; at++) a += (one[at] ?? 0) * (row[from + at] ?? 0);
  return a + b + c + d;
}
