// Rolled check: a recorded roll, with its dice, target, outcome, reason and who asked for it.

import type { RolledDice } from '../dice/dice.ts';

export interface RolledCheck {
  /**
   * Number of the roll within its turn, from 0; together with the session's seed and the turn, it determines the faces.
   */
  readonly index: number;
  readonly rolled: RolledDice;
  /** Dice that were rolled against the check. */
  readonly challenge?: RolledDice | undefined;
  readonly check?: string | undefined;
  readonly target?: number | undefined;
  /** The path of the value on the roller's sheet that was the number to reach, such as a skill. */
  readonly targetPath?: string | undefined;
  readonly outcome?: { readonly id: string; readonly label: string; readonly degree: number } | undefined;
  readonly reason?: string | undefined;
  readonly askedBy: 'model' | 'player' | 'system';
  /** The entity whose sheet was read. */
  readonly who: string;
  /** The entity against which the roll was made. */
  readonly against?: string | undefined;
  /**
   * The earlier roll, of this turn or the turn before, whose faces were used again: because it was judged again, or
   * because one throw counts for everybody in an area.
   */
  readonly again?: { readonly turn: number; readonly index: number } | undefined;
  /** The price that was paid for judging the roll again, as the rules call it. */
  readonly spent?: string | undefined;
  readonly move?: string | undefined;
  /** What was set for the roll beforehand and decides what its outcome means, such as its position. */
  readonly stakes?: readonly { readonly path: string; readonly says: string }[] | undefined;
  /** What gave the dice advantage or disadvantage. */
  readonly advantage?: string | undefined;
  /** Who loses or gains what was rolled. */
  readonly on?: string | undefined;
  /** How much of a loss that followed from the roll was taken off, for instance by armour. */
  readonly lessened?: readonly Lessened[] | undefined;
  readonly table?: string | undefined;
}

export interface Lessened {
  /** The entity whose loss became smaller. */
  readonly who: string;
  /** The whole loss, and how much of it was taken off. */
  readonly of: number;
  readonly less: number;
  /**
   * The path of the value on that entity's sheet that made the loss smaller, such as armour, if it was a single value.
   */
  readonly path?: string | undefined;
}
