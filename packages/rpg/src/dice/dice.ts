// Dice: an expression that was parsed, and what rolling it came to.

import type { DiceNode } from './dice-node.ts';

/** A source of faces: `next(faces)` gives 1 to `faces`, each as likely. */
export interface FaceSource {
  draw(faces: number): number;
}

/** One die as it fell. */
export interface Die {
  readonly faces: number | 'F';
  readonly face: number;
  /** Whether it counts; a die that was dropped or rerolled away does not. */
  readonly isKept: boolean;
  /** Such as `exploded`, `rerolled`, `success`; empty for a plain die. */
  readonly marks: readonly string[];
}

/** The dice of one term, such as `4d6kh3`. */
export interface DiceGroup {
  readonly notation: string;
  readonly dice: readonly Die[];
  /** What the term adds to the total before its sign: a sum, or a count of successes. */
  readonly value: number;
}

export interface RolledDice {
  /** As it was written, one spelling for what is the same. */
  readonly expression: string;
  /** With sheet references replaced by their numbers, such as `1d20+5`. */
  readonly resolved: string;
  readonly groups: readonly DiceGroup[];
  readonly total: number;
  /** A line for a person: `1d20+5: [13] + 5 = 18`. */
  readonly rendered: string;
}

/** Dice that can be rolled, and what is known of them beforehand. */
export interface Dice {
  readonly expression: string;
  /** Sheet paths after `@`, each once. */
  readonly references: readonly string[];
  readonly label?: string | undefined;
  /** How it is built, for whoever rolls it or reckons its odds. */
  readonly root: DiceNode;
}

/**
 * What stands at a sheet path: a number, a die such as `d8`, nothing, or what to say because it is neither; with it a
 * refusal can name the nearest paths.
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
 * Least, greatest and mean value of the total, exact as far as doubles go; the distribution where it has few enough
 * values. Dice that explode without end reach their greatest value at the limit of explosions.
 */
export interface DiceOdds {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Probability of each total; undefined where there are too many. Of endless explosions what is left is below 1e-15. */
  readonly distribution?: ReadonlyMap<number, number> | undefined;
}
