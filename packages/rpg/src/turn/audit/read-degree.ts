// Reads how well the player's rolls of a turn went, if all of them went well or all of them badly.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import { playerId } from '../../values/entity.ts';

/**
 * The degree of the player's first roll with an outcome; undefined if there is none, or if some rolls went well and
 * others badly.
 */
export function readDegree(rolls: readonly RolledCheck[]): number | undefined {
  const degrees = rolls
    .filter(({ who }) => who === playerId)
    .flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.degree]));
  if (degrees.length === 0) return undefined;
  const isGood = degrees.every((degree) => degree >= 0);
  const isBad = degrees.every((degree) => degree < 0);
  return isGood || isBad ? degrees[0] : undefined;
}
