// Groups the fields of a sheet for people: first what one looks at in each turn, last what only the rules reckon with.

import { readValue, removeValue } from '../rules/read-value.ts';
import { settle } from '../rules/settle.ts';
import { categories } from '../system/manifest.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';
import { readRank } from './read-rank.ts';

type Category = (typeof categories)[number];

export interface SheetGroup {
  readonly category: Category;
  readonly fields: readonly GroupedField[];
}

export interface GroupedField {
  readonly field: Field;
  /** Nothing is there to show: no text, no thing, or a pool that the character does not have. */
  readonly isEmpty: boolean;
  /** Whether the field is a skill with the value that the rules give it if nobody has trained it. */
  readonly isAtBase: boolean;
  /** How well a skill is trained, in systems that say it by a rank. */
  readonly rank: number | undefined;
}

export interface SheetGrouping {
  /** The fields to group; all of the sheet if absent. */
  readonly fields?: readonly Field[] | undefined;
  /** Whether the character is still being made: then the groups keep the order of the manifest's categories. */
  readonly isBeingMade?: boolean | undefined;
}

/** The categories at which a player looks in each turn: points, conditions, weapons. */
const lookedAtFirst: readonly Category[] = ['resources', 'status', 'combat'];
const inPlay: readonly Category[] = [
  ...lookedAtFirst,
  ...categories.filter((category) => !lookedAtFirst.includes(category)),
];

/** Groups without fields are left out. Never throws. */
export function groupSheet(
  entity: Entity,
  system: System,
  { fields = system.sheets.get(entity.type)?.fields ?? [], isBeingMade = false }: SheetGrouping = {},
): readonly SheetGroup[] {
  const base = buildBase(entity, system, fields);
  const groups = Map.groupBy(fields, (field) => findGroup(field, entity.sheet, isBeingMade));
  return (isBeingMade ? categories : inPlay).flatMap((category) => {
    const here = groups.get(category) ?? [];
    const grouped = here.map((field) => ({ field, ...describeField(field, { entity, system, base }) }));
    return here.length === 0 ? [] : [{ category, fields: grouped }];
  });
}

interface Grouping {
  readonly entity: Entity;
  readonly system: System;
  readonly base: JsonObject;
}

function describeField(field: Field, { entity, system, base }: Grouping): Omit<GroupedField, 'field'> {
  const { path, definition } = field;
  const { type, sheet } = entity;
  const rank = readRank(field, sheet, { system, type });
  const isBase =
    definition.category === 'skills' && isSameJson(readValue(sheet, path), readValue(base, path));
  return { rank, isEmpty: isEmpty(field, sheet), isAtBase: isBase && (rank ?? 0) === 0 };
}

/**
 * The same sheet, but with the skills among `fields` as the rules give them to somebody who learnt none. Empty if
 * `fields` has no skills.
 */
function buildBase(
  { type, sheet }: Entity,
  { sheets, tables }: System,
  fields: readonly Field[],
): JsonObject {
  const own = sheets.get(type);
  const skills = fields.filter(({ definition }) => definition.category === 'skills');
  if (own === undefined || skills.length === 0) return {};
  const bare = skills.reduce((values, { path }) => removeValue(values, path), sheet);
  return settle(own, bare, { tables }).values;
}

/**
 * A folded field is in the category `meta`. A field that folds while it is zero does not fold while a character is
 * made, since its value may still be set.
 */
function findGroup({ path, definition }: Field, sheet: JsonObject, isBeingMade: boolean): Category {
  const { folds, category } = definition;
  const isFolded =
    folds === 'always' || (folds === 'at-zero' && !isBeingMade && isZero(readValue(sheet, path) ?? 0));
  return isFolded ? 'meta' : category;
}

const limits: ReadonlySet<string> = new Set(['max', 'segments']);

/**
 * Whether a value is zero or false, a list of nothing but `false`, or an object of such values; members such as `max`
 * are ignored.
 */
function isZero(value: Json): boolean {
  if (value === 0 || value === false) return true;
  if (isList(value)) return value.every((one) => one === false);
  return isObject(value) && Object.entries(value).every(([name, one]) => limits.has(name) || isZero(one));
}

function isEmpty({ path, kind }: Field, sheet: JsonObject): boolean {
  const value = readValue(sheet, path) ?? kind.blank();
  if (path === 'is_gone') return value !== true;
  return kind.view(value) === '—' || (isObject(value) && value['max'] === 0);
}
