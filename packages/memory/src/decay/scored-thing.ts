// Scored thing: what a score is worked out from.

import type { WorkingTag } from '../tags/tag.ts';

export interface ScoredThing {
  readonly kind: WorkingTag | 'conversation' | 'neighbour';
  readonly createdAtMs: number;
  readonly refreshedAtMs: number;
  readonly refreshedTurn: number;
  readonly dueAtMs?: number | undefined;
  readonly isKept?: boolean | undefined;
}

export interface Moment {
  readonly nowMs: number;
  readonly turn: number;
  /** How full working memory is, from 0 to 1; it presses on conversation only. */
  readonly pressure: number;
}
