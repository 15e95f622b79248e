// Finds references to missing entities in a value that is about to be written.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Field } from '../system/system.ts';
import type { GameState } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { isId, renderNearest, targetTypes } from './resolve-target.ts';

/** A refusal with the nearest entities; undefined if all named entities exist. */
export function findBrokenReference(state: GameState, field: Field, value: Json): ToolRefusal | undefined {
  for (const { to, types } of field.kind.references?.(value) ?? []) {
    if (isId(to) && state.find(to) !== undefined) continue;
    const say = `There is no ${escapeLine(to, 80)}.`;
    return { ok: false, say: `${say} ${renderNearest(state, to, types.length === 0 ? targetTypes : types)}` };
  }
  return undefined;
}
