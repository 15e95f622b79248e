// Lore source: the interface through which tools search lore and memories; retrieval implements it.

import type { PlacedState } from './state-layer.ts';

export interface LoreHit {
  /** The note's id, such as `note:the-old-mill`. */
  readonly key: string;
  readonly kind: string;
  readonly text: string;
}

/** What a turn on the way to the head told. */
export interface ToldTurn {
  readonly number: number;
  readonly narrative: string;
}

export interface LoreSource {
  /** Returns the best hits first. Never throws, whatever is asked. */
  search(asked: {
    readonly words: string;
    readonly kind?: string | undefined;
    readonly limit: number;
    readonly state: PlacedState;
  }): readonly LoreHit[];
  /** The newest turns first, with a limit that only a very long game reaches. */
  iterateTold(): Iterable<ToldTurn>;
}
