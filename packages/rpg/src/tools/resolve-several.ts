// Finds the entities that somebody names in one text, such as "the rat and Gorrl", or says which of them is not there.

import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Entity, GameState } from '../values/entity.ts';
import { resolveTarget } from './resolve-target.ts';

/** If the whole text names one entity, that entity is meant, even if its name contains commas. */
export function resolveSeveral(
  state: GameState,
  named: string,
): { readonly ok: true; readonly entities: readonly Entity[] } | ToolRefusal {
  const whole = resolveTarget(state, named);
  if (whole.ok) return { ok: true, entities: [whole.entity] };
  const parts = splitNames(named);
  if (parts.length < 2) return whole;
  const entities = new Map<string, Entity>();
  for (const part of parts) {
    const found = resolveTarget(state, part);
    if (!found.ok) return found;
    entities.set(found.entity.id, found.entity);
  }
  return { ok: true, entities: [...entities.values()] };
}

function splitNames(named: string): readonly string[] {
  return named
    .split(/[,;&]|\band\b/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
