// Check: the type of a mechanic such as an attack or a save, with its dice and what each result means.

import type { Formula } from './formula.ts';
import type { Effect } from './narrator-hints.ts';

/**
 * Outcomes are evaluated in order; the first whose formula holds is the result. They may read `total`, `target`,
 * `natural` (sum of the kept faces of the first dice), `highest`, `lowest`, `kept` (list of faces), `challenge` (list
 * of the kept faces of the opposing dice), `thrown` (list of all faces, with dropped ones and without those that were
 * rolled again) and `successes`.
 */
export interface Check {
  readonly id: string;
  readonly label: string;
  /** Dice expression; `@name` reads the sheet, or a value that the roll is given. */
  readonly dice: string;
  /** Dice that are rolled against the check, such as `2d10`. */
  readonly challenge?: string | undefined;
  /** What the total is compared with, unless the roll has a target of its own. */
  readonly target?: Formula | undefined;
  /** Names that are not on the sheet but may be read by dice, target and outcomes; a roll gives their values. */
  readonly given?: readonly string[] | undefined;
  /** The numbers that some of these names have if the roll gives none. */
  readonly defaults?: Readonly<Record<string, number>> | undefined;
  /** The move that the check implies if no other is named. */
  readonly move?: string | undefined;
  /** In which situations to ask for the check. */
  readonly use?: string | undefined;
  readonly outcomes: readonly CheckOutcome[];
}

export interface CheckOutcome {
  readonly id: string;
  readonly label: string;
  readonly when: Formula;
  /** How good the outcome is for the entity that rolls: 2 triumph, 1 success, 0 mixed, -1 failure, -2 disaster. */
  readonly degree: number;
  /** The effects of the outcome, whatever the check was rolled for. */
  readonly effects?: readonly Effect[] | undefined;
}
