// Shows the values before and after a change of a field as a player reads them.

import type { GameState, Patch } from '@terrarium/rpg/entity';
import { isObject, type Json } from '@terrarium/rpg/json';
import { findHighestRank } from '@terrarium/rpg/read-rank';
import { renderRank } from '@terrarium/rpg/render-rank';
import type { Field } from '@terrarium/rpg/system';
import { nameIds } from './name-ids.ts';

interface Step {
  readonly before: string;
  readonly after: string;
}

/** Of a score that stays the same, only the modifier is shown; the score of a skill with ranks is shown as its rank. */
export function showStep(
  { before, after }: Pick<Patch, 'before' | 'after'>,
  field: Pick<Field, 'kind' | 'definition'>,
  state: GameState,
): Step {
  const [former, now] = [readCompound(before), readCompound(after)];
  const isOfCompound = former !== undefined && now !== undefined;
  if (isOfCompound && former.score === now.score)
    return { before: renderRank(former.modifier), after: renderRank(now.modifier) };
  if (isOfCompound && findHighestRank(field) !== undefined)
    return { before: renderRank(former.modifier, former.score), after: renderRank(now.modifier, now.score) };
  const show = (value: Json | undefined) =>
    value === undefined ? '–' : nameIds(field.kind.view(value), state);
  return { before: show(before), after: show(after) };
}

/** Undefined if the value is not a score with a modifier. */
function readCompound(value: Json | undefined) {
  if (!isObject(value)) return undefined;
  const { score, modifier } = value;
  return typeof score === 'number' && typeof modifier === 'number' ? { score, modifier } : undefined;
}
