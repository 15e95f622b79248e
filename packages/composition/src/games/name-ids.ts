// Replaces ids in a text by names, because a player knows places and people by their names.

import type { Entity, EntityId, GameState } from '@terrarium/rpg/entity';

const id = /\b(?:character|npc|creature|location|item|faction|quest|clock):[\p{L}\p{N}\p{M}_-]+/gu;

export function nameIds(text: string, state: GameState): string {
  return text.replace(id, (found) => {
    const entity = state.find(found as EntityId);
    return entity === undefined ? found : nameOf(entity, entity.id);
  });
}

/** The entity's name, or a name made from its id if it has none. */
export function nameOf(entity: Entity | undefined, id: EntityId): string {
  const name = entity?.sheet['name'];
  return typeof name === 'string' && name !== '' ? name : id.replace(/^[^:]*:/u, '');
}
