// Best places: the few with the highest scores of very many, without sorting all of them.

import { compareScored, type ScoredPlace } from './place-scores.ts';

export class BestPlaces {
  readonly #limit: number;
  #best: ScoredPlace[] = [];
  #least: ScoredPlace | undefined;

  constructor(limit: number) {
    this.#limit = Math.max(0, limit);
  }

  add(place: number, score: number): void {
    const least = this.#least;
    if (least !== undefined && (score < least.score || (score === least.score && place < least.place)))
      return;
    this.#best.push({ place, score });
    if (this.#best.length < 4 * this.#limit + 1) return;
    this.#best = this.list();
    this.#least = this.#best.at(-1);
  }

  /** Best first; of equal ones the later place. */
  list(): ScoredPlace[] {
    return this.#best.sort(compareScored).slice(0, this.#limit);
  }
}
