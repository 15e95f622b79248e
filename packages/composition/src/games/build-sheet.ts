// Builds a sheet as a screen draws it: field by field, with what the rules say about each, and with names in place of ids.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Entity, GameState } from '@terrarium/rpg/entity';
import { hideUnseen } from '@terrarium/rpg/hide-unseen';
import { isObject, type Json, type JsonObject } from '@terrarium/rpg/json';
import { categories } from '@terrarium/rpg/manifest';
import { cutPronouns } from '@terrarium/rpg/noun';
import { readValue } from '@terrarium/rpg/read-value';
import { renderResolvedDice } from '@terrarium/rpg/render-resolved-dice';
import type { Sheet, System } from '@terrarium/rpg/system';
import { nameIds, nameOf } from './name-ids.ts';
import { readRank } from './read-rank.ts';
import { hideUnfoundWays } from './require-known.ts';

export type ShownSheet = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>['sheet'];
type ShownField = ShownSheet['sections'][number]['fields'][number];
type Field = Sheet['fields'][number];

interface SheetView {
  readonly system: System;
  readonly state: GameState;
}

/** Fields shown in the head of the sheet. */
const ofHead: ReadonlySet<string> = new Set(['name', 'about']);

/** Builds what a player sees of somebody or something. */
export function buildSheet(given: Entity, { system, state }: SheetView): ShownSheet {
  const { entity, fields: seen } = hideUnseen(hideUnfoundWays(given), system);
  const fields = seen.filter(({ path }) => !ofHead.has(path));
  const about = entity.sheet['about'];
  return {
    entity: entity.id,
    name: nameOf(entity, entity.id),
    about: typeof about === 'string' ? cutPronouns(about) : '',
    sections: categories.flatMap((category) => {
      const here = fields.filter((field) => findSection(field, entity.sheet) === category);
      return here.length === 0
        ? []
        : [{ category, fields: here.map((field) => buildField(field, entity, { system, state })) }];
    }),
  };
}

/** Values that a player seldom looks for are put into the section for those that only the rules use. */
function findSection({ path, definition }: Field, sheet: JsonObject): (typeof categories)[number] {
  const { folds, category } = definition;
  const value = readValue(sheet, path) ?? 0;
  const isFolded = folds === 'always' || (folds === 'at-zero' && (value === 0 || value === false));
  return isFolded ? 'meta' : category;
}

/** A number that is a part of dice is shown as these dice. */
function renderField({ path, definition, kind }: Field, sheet: JsonObject): string {
  const { shows_dice: dice } = definition;
  const shown =
    dice === undefined
      ? undefined
      : renderResolvedDice(dice, (name) => {
          const value = readValue(sheet, name);
          return typeof value === 'number' ? value : undefined;
        });
  return shown ?? kind.view(readValue(sheet, path) ?? kind.blank());
}

function buildField(field: Field, { type, sheet }: Entity, { system, state }: SheetView): ShownField {
  const { path, definition, kind, parts } = field;
  const value = readValue(sheet, path) ?? kind.blank();
  const items = kind.items?.(value);
  const rank = readRank(field, sheet, { system, type });
  return {
    path,
    label: definition.label,
    prefab: kind.id,
    value: nameAll(value, state),
    shows: nameIds(renderField(field, sheet), state),
    ...(rank === undefined ? {} : { rank }),
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
