// Builds a sheet as a screen draws it: field by field, with what the rules say about each, and with names in place of ids.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type Entity, type GameState, playerId } from '@terrarium/rpg/entity';
import { type GroupedField, groupSheet, type SheetGrouping } from '@terrarium/rpg/group-sheet';
import { hideUnseen } from '@terrarium/rpg/hide-unseen';
import { isObject, type Json, type JsonObject } from '@terrarium/rpg/json';
import { cutPronouns } from '@terrarium/rpg/noun';
import { readValue } from '@terrarium/rpg/read-value';
import { renderField } from '@terrarium/rpg/render-field';
import type { System } from '@terrarium/rpg/system';
import { nameIds, nameOf } from './name-ids.ts';
import { hideUnfoundWays } from './require-known.ts';

export type ShownSheet = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>['sheet'];
type ShownField = ShownSheet['sections'][number]['fields'][number];

interface SheetView {
  readonly system: System;
  readonly state: GameState;
}

/** Fields shown in the head of the sheet. */
const ofHead: ReadonlySet<string> = new Set(['name', 'about']);

/**
 * Whether the head of the sheet shows the value, as it does the name, the description, and the place of the player's
 * character.
 */
function isOfHead(entity: Entity, path: string): boolean {
  return ofHead.has(path) || (path === 'at' && entity.id === playerId);
}

/**
 * Builds what a player sees of somebody or something. A character that is still being made keeps the order of the
 * rules.
 */
export function buildSheet(
  given: Entity,
  { system, state }: SheetView,
  { isBeingMade = false }: Pick<SheetGrouping, 'isBeingMade'> = {},
): ShownSheet {
  const { entity, fields: seen } = hideUnseen(hideUnfoundWays(given), system);
  const fields = seen.filter(({ path }) => !isOfHead(entity, path));
  const about = entity.sheet['about'];
  return {
    entity: entity.id,
    name: nameOf(entity, entity.id),
    about: typeof about === 'string' ? cutPronouns(about) : '',
    sections: groupSheet(entity, system, { fields, isBeingMade }).map((group) => ({
      category: group.category,
      fields: group.fields.map((grouped) => buildField(grouped, entity.sheet, state)),
    })),
  };
}

function buildField(
  { field, rank, isEmpty, isAtBase }: GroupedField,
  sheet: JsonObject,
  state: GameState,
): ShownField {
  const { path, definition, kind, parts } = field;
  const value = readValue(sheet, path) ?? kind.blank();
  const items = kind.items?.(value);
  return {
    path,
    label: definition.label,
    prefab: kind.id,
    value: nameAll(value, state),
    shows: nameIds(renderField(field, sheet), state),
    ...(rank === undefined ? {} : { rank }),
    isEmpty,
    isAtBase,
    manner: kind.hint(path),
    config: definition.config ?? {},
    isComputed: definition.formula !== undefined,
    canBeSet: parts.some(({ isWritable }) => isWritable),
    ...(items === undefined ? {} : { items: items.map((item) => buildItem(item, state)) }),
    ...(definition.usage_hint === undefined ? {} : { hint: definition.usage_hint }),
  };
}

const ofItem: ReadonlySet<string> = new Set(['id', 'name', 'qty', 'quantity']);

function buildItem(item: JsonObject, state: GameState): NonNullable<ShownField['items']>[number] {
  const { id, name, qty } = item;
  const details = Object.entries(item).filter(
    ([key, value]) => !ofItem.has(key) && value !== false && value !== '' && value !== null,
  );
  return {
    id: String(id ?? name ?? ''),
    name: String(name ?? id ?? ''),
    ...(typeof qty === 'number' ? { quantity: qty } : {}),
    details: details.map(([key, value]) => ({
      name: key.replaceAll('_', ' '),
      value: value === true ? 'yes' : nameIds(String(value), state),
    })),
  };
}

/** Puts names in the place of ids, because a screen shows no ids. */
function nameAll(value: Json, state: GameState): Json {
  if (typeof value === 'string') return nameIds(value, state);
  if (Array.isArray(value)) return value.map((one: Json) => nameAll(one, state));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, nameAll(one, state)]));
}
