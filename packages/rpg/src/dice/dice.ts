// Dice: an expression that was parsed, and what rolling it came to.

/** A source of faces: `next(faces)` gives 1 to `faces`, each as likely. */
export interface FaceSource {
  next(faces: number): number;
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
}

export type ParsedDice =
  | { readonly ok: true; readonly dice: Dice }
  | { readonly ok: false; readonly say: string; readonly at: number };

export type Rolled =
  | { readonly ok: true; readonly rolled: RolledDice }
  | { readonly ok: false; readonly say: string };

/** Least, greatest and mean value, exact; the distribution where it has few enough values. */
export interface DiceOdds {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Probability of each total; undefined where there are too many or an explosion has no end. */
  readonly distribution?: ReadonlyMap<number, number> | undefined;
}
