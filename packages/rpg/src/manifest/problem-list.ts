// Problem list: what is wrong with a manifest, gathered as it is found, each place and complaint once.

import type { ManifestProblem } from './system.ts';

/** Members and indices from the root of the manifest to a place in it. */
export type Place = readonly (string | number)[];

export class ProblemList {
  readonly #problems = new Map<string, ManifestProblem>();

  add(at: Place, says: string, suggestion: string): void {
    const pointer = renderPointer(at);
    const key = `${pointer}\n${says}`;
    if (!this.#problems.has(key)) this.#problems.set(key, { pointer, says, suggestion });
  }

  get count(): number {
    return this.#problems.size;
  }

  list(): readonly ManifestProblem[] {
    return [...this.#problems.values()];
  }
}

/** RFC 6901. */
function renderPointer(at: Place): string {
  return at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
