// Reads how well the player's rolls of a turn went, if all of them went well or all of them badly.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import { playerId } from '../../values/entity.ts';

/** How the player's rolls went; undefined if there were none, or if they went different ways. */
export function readDegree(rolls: readonly RolledCheck[]): number | undefined {
  const degrees = rolls
    .filter(({ who }) => who === playerId)
    .flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.degree]));
  if (degrees.length === 0) return undefined;
  const isGood = degrees.every((degree) => degree >= 0);
  const isBad = degrees.every((degree) => degree < 0);
  return isGood || isBad ? degrees[0] : undefined;
}
