// Problem list: what is wrong with a manifest, gathered as it is found, each place and complaint once.

import type { ManifestProblem } from '../../system/system.ts';

/** Members and indices from the root of the manifest to a place in it. */
export type Place = readonly (string | number)[];

/** Whoever has so many begins anew; more would only take time. */
export const mostProblems = 1_000;
/** What was meant is looked for so often: it takes longer than finding that something is wrong. */
export const mostSuggested = 200;

export class ProblemList {
  readonly #problems = new Map<string, ManifestProblem>();

  /** A suggestion that has to be looked for is looked for only where it is told. */
  add(at: Place, says: string, suggestion: string | (() => string)): void {
    const pointer = renderPointer(at);
    const key = `${pointer}\n${says}`;
    if (this.isFull || this.#problems.has(key)) return;
    this.#problems.set(key, { pointer, says, suggestion: this.#suggest(suggestion) });
  }

  #suggest(suggestion: string | (() => string)): string {
    if (typeof suggestion === 'string') return suggestion;
    return this.count < mostSuggested ? suggestion() : 'Mend what is told before this first.';
  }

  get count(): number {
    return this.#problems.size;
  }

  /** No more are taken: what only finds problems can end. */
  get isFull(): boolean {
    return this.count >= mostProblems;
  }

  list(): readonly ManifestProblem[] {
    return [...this.#problems.values()];
  }
}

/** RFC 6901. */
function renderPointer(at: Place): string {
  return at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
