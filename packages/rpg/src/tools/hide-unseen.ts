// Hides what a player's character cannot see of somebody else, and adds visible states such as `bloodied`.

import { readValue } from '../rules/read-value.ts';
import { openValues } from '../rules/settle.ts';
import { listStates } from '../rules/settling/list-crossed-thresholds.ts';
import { baseFields } from '../system/base-entities.ts';
import type { FieldDefinition } from '../system/manifest.ts';
import type { Field, System } from '../system/system.ts';
import { type Entity, playerId } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import { isFollowing } from './describe-place.ts';

export interface SeenEntity {
  /** The entity without what is not seen; states such as `bloodied` are among its conditions. */
  readonly entity: Entity;
  /** The fields that are shown. */
  readonly fields: readonly Field[];
}

const persons: ReadonlySet<string> = new Set(['character', 'npc', 'creature']);
const seenByDefault: ReadonlySet<FieldDefinition['category']> = new Set([
  'identity',
  'status',
  'connections',
]);

/** The player's own character, whoever follows it, places and things are seen whole. */
export function hideUnseen(
  entity: Entity,
  { sheets, tables }: Pick<System, 'sheets' | 'tables'>,
): SeenEntity {
  const sheet = sheets.get(entity.type);
  const fields = sheet?.fields ?? [];
  if (entity.id === playerId || !persons.has(entity.type) || isFollowing(entity)) return { entity, fields };
  const seen = fields.filter(
    (field) =>
      !isLeft(field, entity) &&
      (isBase(field, entity.type) || (isFieldSeen(field, entity.type) && isSeen(field, entity))),
  );
  const open = openValues({});
  for (const { path } of seen) {
    const value = readValue(entity.sheet, path);
    if (value !== undefined) open.write(path.split('.'), value);
  }
  const states = sheet === undefined ? [] : listStates(sheet, entity.sheet, tables);
  if (states.length > 0) open.write(['conditions'], joinStates(entity, states));
  return { entity: { ...entity, sheet: open.close() }, fields: seen };
}

/** Whether the field is the place of somebody who has left the story, and so is no longer there. */
function isLeft({ path }: Field, { sheet }: Entity): boolean {
  return path === 'at' && sheet['is_gone'] === true;
}

function isBase({ path }: Field, type: string): boolean {
  return (baseFields.get(type) ?? []).some((field) => field['path'] === path);
}

/**
 * Whether this field is seen on somebody else's sheet. A field that every system has is seen. For any other field, the
 * manifest decides or, if it says nothing, the category.
 */
export function isFieldSeen(field: Field, type: string): boolean {
  const { seen, category } = field.definition;
  return isBase(field, type) || (seen ?? seenByDefault.has(category));
}

/**
 * An empty value, and a "no", are not seen. A value that the manifest declares as seen is seen unless it is the initial
 * value; any other value is seen only if it shows no digit.
 */
function isSeen({ path, definition, kind }: Field, { sheet }: Entity): boolean {
  const view = kind.view(readValue(sheet, path) ?? kind.blank());
  if (view === '—' || view === 'no') return false;
  return definition.seen === true ? view !== kind.view(kind.blank()) : !/\d/u.test(view);
}

function joinStates({ sheet: { conditions } }: Entity, states: readonly string[]) {
  const known = Array.isArray(conditions) ? conditions.filter(isObject) : [];
  const added = states.filter((name) => !known.some((one) => one['name'] === name));
  return [...known, ...added.map((name) => ({ id: name, name }))];
}
