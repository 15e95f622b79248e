// Dice: an expression that was parsed, and the result of rolling it.

import type { DiceNode } from './dice-node.ts';

/** A source of faces: `draw(faces)` gives a number from 1 to `faces`, each equally likely. */
export interface FaceSource {
  draw(faces: number): number;
}

export interface Die {
  readonly faces: number | 'F';
  readonly face: number;
  /** Whether the die counts; a die that was dropped or rerolled does not. */
  readonly isKept: boolean;
  /** Words such as `exploded`, `rerolled` or `success`; empty if nothing happened to the die. */
  readonly marks: readonly string[];
}

/** The dice of one term, such as `4d6kh3`. */
export interface DiceGroup {
  readonly notation: string;
  readonly dice: readonly Die[];
  /** The value of the term before its sign is applied: a sum, or a count of successes. */
  readonly value: number;
}

export interface RolledDice {
  /** The expression in a fixed spelling, which is the same for all expressions that mean the same. */
  readonly expression: string;
  /** The expression with numbers in place of its sheet references, such as `1d20+5`. */
  readonly resolved: string;
  readonly groups: readonly DiceGroup[];
  readonly total: number;
  /** A line for a person: `1d20+5: [13] + 5 = 18`. */
  readonly rendered: string;
}

/** A parsed expression that can be rolled, and what is known of it before it is rolled. */
export interface Dice {
  readonly expression: string;
  /** The sheet paths that follow an `@`, each once. */
  readonly references: readonly string[];
  readonly label?: string | undefined;
  /** The root of the expression's nodes, from which it is rolled and its odds are computed. */
  readonly root: DiceNode;
}

/**
 * Looks up a sheet path. Returns a number, a die such as `d8`, or undefined if nothing is there. If the value is
 * neither number nor die, returns a sentence, so that a refusal can name the nearest paths.
 */
export type DiceResolver = (path: string) => number | string | { readonly say: string } | undefined;

export type ParsedDice =
  | { readonly ok: true; readonly dice: Dice }
  | { readonly ok: false; readonly say: string; readonly at: number };

export type Rolled =
  | { readonly ok: true; readonly rolled: RolledDice }
  | { readonly ok: false; readonly say: string };

export type FoundOdds =
  | { readonly ok: true; readonly odds: DiceOdds }
  | { readonly ok: false; readonly say: string };

/**
 * Least, greatest and mean value of the total, as exact as floating-point numbers are, and the distribution if there
 * are few enough values. Dice that explode without end reach their greatest value at the limit of explosions.
 */
export interface DiceOdds {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /**
   * Probability of each total; undefined if there are too many totals. Explosions without end are followed until the
   * probability that remains is below 1e-15.
   */
  readonly distribution?: ReadonlyMap<number, number> | undefined;
}
