// Finds the place where the story is, and sets fields that a type of entity has in every system, for the tools.

import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { Field } from '../system/system.ts';
import { type Entity, type EntityId, sceneId } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { readField, writeField } from './write-field.ts';

/** The place where the player's character is; undefined if it is nowhere yet. */
export function findHere(bench: Workbench): Entity | undefined {
  const here = bench.state.find(sceneId)?.sheet['here'];
  return typeof here === 'string' ? bench.state.find(here as EntityId) : undefined;
}

/** A field that every sheet of a type has, in any system. */
function findHouseField(bench: Workbench, entity: Entity, path: string): Field | undefined {
  return requireSheet(bench.system, entity.type).byPath.get(path);
}

/**
 * Sets a field that every sheet of a type has, in any system; refused if there is no such entity, or if it is of a type
 * without this field.
 */
export function setHouseField(
  bench: Workbench,
  id: EntityId,
  { path, value, because }: HouseValue,
): ToolAnswer {
  const entity = bench.state.find(id);
  const field = entity === undefined ? undefined : findHouseField(bench, entity, path);
  if (entity === undefined || field === undefined) return { ok: false, say: `${id} has no ${path}.` };
  const former = readField(entity, field);
  const place = { entity, sheet: requireSheet(bench.system, entity.type), field, part: '', value: former };
  const done = field.kind.set(former, { part: '', input: value });
  return writeField(bench, place, done.ok && because !== undefined ? { ...done, because } : done);
}

export interface HouseValue {
  readonly path: string;
  readonly value: Json;
  readonly because?: string | undefined;
}
