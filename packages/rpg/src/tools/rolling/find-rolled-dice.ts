// Finds the dice of a roll that names none: those of the thing or the variant in `as`, of the move, or of the check.

import type { System } from '../../system/system.ts';
import { chooseVariant, findIntent } from '../moves/move-hint.ts';
import { findNaming } from '../moves/read-move.ts';
import { buildThingHint, findThing } from '../moves/things.ts';
import { findCheck } from './find-check.ts';

export interface NamedRoll {
  /** The id of a move, after `resolveMove`. */
  readonly move?: string | undefined;
  /** A variant of the move, or a thing or a spell. */
  readonly as?: string | undefined;
  readonly check?: string | undefined;
}

/** Undefined for a roll that names neither a move nor a check, and for a move without dice. */
export function findRolledDice(system: System, { move, as = '', check }: NamedRoll): string | undefined {
  const named = check === undefined ? undefined : findCheck(system, check);
  const intent = move === undefined ? undefined : findIntent(system.manifest.narrator, move);
  if (move === undefined || intent === undefined) return named?.dice;
  const thing = as === '' ? undefined : findThing(system, as, move);
  const hint =
    thing === undefined ? chooseVariant(intent, findNaming(intent, as) ?? '') : buildThingHint(thing);
  const own = hint.check === undefined ? undefined : system.checks.get(hint.check);
  return hint.dice ?? named?.dice ?? own?.dice;
}
