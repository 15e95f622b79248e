// Problem list: collects the problems of a manifest; the same problem at the same place is listed only once.

import type { ManifestProblem } from '../../system/system.ts';

/** Members and indices from the root of the manifest to a place in it. */
export type Place = readonly (string | number)[];

/**
 * The maximum number of problems in the list: an author with so many starts over anyway, and finding more takes time.
 */
export const mostProblems = 1_000;
/** After this many problems, no suggestion is computed, since that takes longer than finding a problem. */
export const mostSuggested = 200;

export class ProblemList {
  readonly #problems = new Map<string, ManifestProblem>();

  /** A suggestion given as a function is computed only if it will be shown. */
  add(at: Place, says: string, suggestion: string | (() => string)): void {
    const pointer = renderPointer(at);
    const key = `${pointer}\n${says}`;
    if (this.isFull || this.#problems.has(key)) return;
    this.#problems.set(key, { pointer, says, suggestion: this.#suggest(suggestion) });
  }

  #suggest(suggestion: string | (() => string)): string {
    if (typeof suggestion === 'string') return suggestion;
    return this.count < mostSuggested ? suggestion() : 'Correct the problems before this one first.';
  }

  get count(): number {
    return this.#problems.size;
  }

  /** Whether the list takes no more problems. A check that only looks for problems can end then. */
  get isFull(): boolean {
    return this.count >= mostProblems;
  }

  list(): readonly ManifestProblem[] {
    return [...this.#problems.values()];
  }
}

/** The place as a JSON pointer (RFC 6901). */
function renderPointer(at: Place): string {
  return at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
