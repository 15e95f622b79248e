// Lists the opponents of a scene.

import type { Entity, EntityId } from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';

export function listFoes({ sheet }: Pick<Entity, 'sheet'>): readonly EntityId[] {
  const { opponents } = sheet;
  if (!Array.isArray(opponents)) return [];
  return opponents.flatMap((one) => (isObject(one) ? [String(one['name']) as EntityId] : []));
}
