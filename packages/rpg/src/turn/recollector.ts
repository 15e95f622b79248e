// Recollector: the interface for finding what comes to mind in a turn; retrieval implements it.

import type { GameState } from '../values/entity.ts';

export type RecollectionKind = 'rule' | 'lore' | 'fact' | 'event' | 'preference';

/** Something that comes to mind, with its origin and the reason. */
export interface Recollection {
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly text: string;
  /** The origin in words: a glossary entry and its quote, a page of a rulebook, a turn. */
  readonly from: string;
  readonly because: string;
}

/**
 * How many earlier turns are heard at most. Whether lore stays in mind or rests is computed from the last turns, up to
 * twice `mostTurnsBack`; the keys that count in the first of these turns may be in messages that are older still.
 */
export const mostTurnsHeard = 100;

export interface Asked {
  readonly words: string;
  /**
   * Lists what was said before, the newest first: narratives and the player's words alternately. Called only if
   * there is lore that waits for words.
   */
  readonly listHeard?: (() => readonly string[]) | undefined;
  readonly state: GameState;
  /** Runs `read` with the database as it was before the turn; absent if that is its present state. */
  readonly readPast?: (<Value>(read: () => Value) => Value) | undefined;
  /** Keys of what the prompt's history contains anyway, so that it need not be recalled. */
  readonly known: ReadonlySet<string>;
  readonly budgetTokens: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the most fitting first. If it throws, the turn is played without recollections. */
export interface Recollector {
  recall(asked: Asked): Promise<readonly Recollection[]> | readonly Recollection[];
}
