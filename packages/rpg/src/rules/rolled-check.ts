// Rolled check: a roll as it is recorded: what was thrown, against what, the result, who asked and why.

import type { RolledDice } from '../dice/dice.ts';

export interface RolledCheck {
  /** Number of the roll within its turn, from 0; with the session's seed and the turn it gives the same faces again. */
  readonly index: number;
  readonly rolled: RolledDice;
  /** Dice that were rolled against the check. */
  readonly challenge?: RolledDice | undefined;
  readonly check?: string | undefined;
  readonly target?: number | undefined;
  readonly outcome?: { readonly id: string; readonly label: string; readonly degree: number } | undefined;
  readonly reason?: string | undefined;
  readonly askedBy: 'model' | 'player' | 'system';
  /** The entity whose sheet was read. */
  readonly who: string;
  /** The entity that it was rolled against. */
  readonly against?: string | undefined;
  /** The roll whose faces were used again, because it was judged again: one of this turn or of the one before. */
  readonly again?: { readonly turn: number; readonly index: number } | undefined;
  /** What was paid so that it is judged again, as the rules call it. */
  readonly spent?: string | undefined;
  /** The move that it was rolled for. */
  readonly move?: string | undefined;
  /** The table that it was rolled on. */
  readonly table?: string | undefined;
}
