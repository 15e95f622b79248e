// Rolls the amounts of effects; for an effect on an area, one throw may count for every target.

import { rollOnce, type Throwing, type Thrown } from '../rolling/roll-once.ts';
import type { Workbench } from '../workbench.ts';
import type { MoveHint } from './move-hint.ts';

/** Throws that are made once for all targets of an area: maps the dice to their roll. */
export type AreaThrows = Map<string, { readonly turn: number; readonly index: number }>;

/** Undefined for a move whose amounts are thrown for each target. */
export function openAreaThrows({ area_throw: manner }: MoveHint): AreaThrows | undefined {
  return manner === 'once' ? new Map() : undefined;
}

/** Throws the dice of an amount, or takes the faces that were thrown for all targets of an area. */
export function rollAmount(bench: Workbench, thrown: AreaThrows | undefined, throwing: Throwing): Thrown {
  // For half of an amount, half of the same throw counts.
  const whole = throwing.dice?.replace(/\/\d+$/, '') ?? '';
  const rolled = rollOnce(bench, { ...throwing, facesOf: thrown?.get(whole) });
  if (rolled.ok && thrown?.has(whole) === false)
    thrown.set(whole, { turn: bench.turn, index: rolled.roll.index });
  return rolled;
}
