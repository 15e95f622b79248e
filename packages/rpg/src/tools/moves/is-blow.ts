// Tells whether the name of a move, as a call gives it, means a blow: the player's own, or that of an opponent.

import { normaliseMove } from './normalise-move.ts';

const blows: ReadonlySet<string> = new Set(['attack', 'foe_attack']);

export function isBlow(move: unknown): boolean {
  return typeof move === 'string' && blows.has(normaliseMove(move));
}
