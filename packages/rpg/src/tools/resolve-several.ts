// Finds the entities that somebody names in one text, such as "the rat and Gorrl", or says which of them is not there.

import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Entity, GameState } from '../values/entity.ts';
import { resolveTarget } from './resolve-target.ts';

export type FoundSeveral =
  | {
      readonly ok: true;
      /** Each entity once. */
      readonly entities: readonly Entity[];
      /** Each entity as often as it is named. */
      readonly named: readonly Entity[];
    }
  | ToolRefusal;

/** If the whole text names one entity, that entity is meant, even if its name contains commas. */
export function resolveSeveral(state: GameState, named: string): FoundSeveral {
  const whole = resolveTarget(state, named);
  if (whole.ok) return { ok: true, entities: [whole.entity], named: [whole.entity] };
  const parts = splitNames(named);
  if (parts.length < 2) return whole;
  const all: Entity[] = [];
  for (const part of parts) {
    const found = resolveTarget(state, part);
    if (!found.ok) return found;
    all.push(found.entity);
  }
  const entities = all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at);
  return { ok: true, entities, named: all };
}

function splitNames(named: string): readonly string[] {
  return named
    .split(/[,;&]|\band\b/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
