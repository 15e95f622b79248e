// Mends a roll that gives the name of a spell or a thing as a value in `with`: it becomes what the move is made with (`as`).

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { System } from '../../system/system.ts';
import type { GameState } from '../../values/entity.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import { findListedUse } from '../moves/listed-use.ts';
import { normaliseMove } from '../moves/normalise-move.ts';
import { findThing } from '../moves/things.ts';
import { resolveTarget } from '../resolve-target.ts';
import { isGiven } from './is-given.ts';

interface Viewed {
  readonly system: System;
  readonly state: GameState;
}

/** Undefined unless exactly one value in `with` names a thing that the move is made with, by its name or its path. */
export function replaceUse(view: Viewed, tool: string, given: JsonObject) {
  const { move, as, with: values, ...others } = given;
  if (tool !== 'roll' || typeof move !== 'string' || isGiven(as) || !isObject(values)) return undefined;
  const found = Object.entries(values).flatMap(([member, value]) => {
    const name = typeof value === 'string' ? findUse(view, { ...given, move }, value) : undefined;
    return name === undefined ? [] : [{ member, name }];
  });
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return undefined;
  const { [only.member]: _named, ...rest } = values;
  const left = Object.keys(rest).length === 0 ? {} : { with: rest };
  const say = `(with.${escapeLine(only.member, 80)} was read as \`as\`: ${escapeLine(only.name, 80)}.)`;
  return { given: { ...others, move, as: only.name, ...left }, say };
}

function findUse(
  { system, state }: Viewed,
  { move, who }: JsonObject & { readonly move: string },
  value: string,
): string | undefined {
  const roller = resolveTarget(state, typeof who === 'string' ? who : undefined);
  const id = normaliseMove(move);
  const name = value.slice(value.lastIndexOf('.') + 1).trim();
  if (!roller.ok || name === '') return undefined;
  const thing = findThing(system, name, id);
  return thing?.name ?? findListedUse(system, { id, as: name, who: roller.entity })?.name;
}
