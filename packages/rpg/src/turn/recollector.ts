// Recollector: whoever finds what bears on a turn among rules, lore, facts, episodes and preferences.

import type { GameState } from '../values/entity.ts';

export type RecollectionKind = 'rule' | 'lore' | 'fact' | 'event' | 'preference';

/** Something that was found, with where it is from and why it came to mind. */
export interface Recollection {
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly text: string;
  /** In words: a glossary entry and its quote, a page of a rulebook, a turn. */
  readonly from: string;
  readonly because: string;
}

export interface Asked {
  readonly words: string;
  readonly state: GameState;
  /** Answers what `read` finds in the database as it was before the turn; absent where it stands so. */
  readonly readPast?: (<Value>(read: () => Value) => Value) | undefined;
  /** Keys that still stand in the history of the prompt: they need not be told again. */
  readonly known: ReadonlySet<string>;
  readonly budgetTokens: number;
  readonly signal?: AbortSignal | undefined;
}

/** Answers the most fitting first. What it throws does not end the turn: it is played without. */
export interface Recollector {
  recall(asked: Asked): Promise<readonly Recollection[]> | readonly Recollection[];
}
