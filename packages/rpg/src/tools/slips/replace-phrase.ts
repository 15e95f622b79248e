// Mends a roll whose move is said in a phrase, such as “cast a spell”: it becomes the move with which the phrase begins.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { System } from '../../system/system.ts';
import type { JsonObject } from '../../values/json.ts';
import { findIntent, listMovesWithVariant } from '../moves/move-hint.ts';
import { normaliseMove } from '../moves/normalise-move.ts';

/** A word behind the move that shows that the rest says only what it is about: “sneak attack” is no sneaking, and “look for” no look. */
const about = /^(?<verb>\p{L}+)_(?:an?|the|my|his|her|their|to|at|with|on|against|from|past)(?:_|$)/u;

/** Undefined if a move, a check or a variant has this name. */
export function replacePhrase({ system }: { readonly system: System }, tool: string, given: JsonObject) {
  const { move } = given;
  if (tool !== 'roll' || typeof move !== 'string') return undefined;
  const name = normaliseMove(move);
  const { narrator, checks = [] } = system.manifest;
  const verb = about.exec(name)?.groups?.['verb'];
  if (verb === undefined || findIntent(narrator, verb) === undefined) return undefined;
  const isKnown = findIntent(narrator, name) !== undefined || checks.some(({ id }) => id === name);
  if (isKnown || listMovesWithVariant(system, move).length > 0) return undefined;
  return {
    given: { ...given, move: verb },
    say: `("${escapeLine(move, 80)}" was read as the move ${verb}.)`,
  };
}
