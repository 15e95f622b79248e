// Renders a sheet for a model in few lines: similar fields share a line, and empty fields are only named.

import { readValue } from '../rules/read-value.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';
import { renderSheetForModel } from './render-sheet-for-model.ts';

/** Fields with the same parent and the same parts share a line if there are at least this many of them. */
const leastAlike = 3;

/**
 * Shows every one of `fields` in one of these ways: `skills.* score/modifier: stealth 0/1, …`, `skills.*: stealth 35, …; 5
 * each: accounting law ride`, `none: progression.{xp …}`, or a line of its own.
 */
export function renderCompactSheet(
  entity: Entity,
  system: System,
  fields: readonly Field[] = system.sheets.get(entity.type)?.fields ?? [],
): string {
  const groups = [...Map.groupBy(fields, (field) => nameGroup(field, entity))].filter(
    ([name, alike]) => name !== '' && alike.length >= leastAlike,
  );
  const grouped = new Set(groups.flatMap(([, alike]) => alike.map(({ path }) => path)));
  const none = fields.filter(({ path }) => !grouped.has(path) && isNothing(readValue(entity.sheet, path)));
  const isApart = new Set([...grouped, ...none.map(({ path }) => path)]);
  const own = renderSheetForModel(entity, system, { fields })
    .split('\n')
    .filter((line) => !isApart.has(/^[^ =]+(?=[ =])/.exec(line)?.[0] ?? ''));
  const at = own.indexOf('derived:');
  const [first, rest] = at === -1 ? [own, []] : [own.slice(0, at), own.slice(at)];
  return [
    ...first,
    ...groups.map(([name, alike]) => `${name}: ${renderGroup(alike, entity)}`),
    ...rest,
    ...(none.length === 0 ? [] : [`none: ${renderPaths(none)}`]),
  ].join('\n');
}

/** Writes paths with the same parent together: `progression.{xp inspiration}`. */
function renderPaths(fields: readonly Field[]): string {
  const byParent = Map.groupBy(fields, ({ path }) => path.slice(0, path.lastIndexOf('.') + 1));
  return [...byParent]
    .map(([parent, own]) => {
      const names = own.map(({ path }) => path.slice(parent.length));
      return names.length === 1 || parent === ''
        ? `${parent}${names.join(' ')}`
        : `${parent}{${names.join(' ')}}`;
    })
    .join(' ');
}

const die = /^d\d{1,3}$/;

/**
 * The name under which similar fields share a line, such as `skills.* score/modifier`; empty if the field does not
 * share one.
 */
function nameGroup({ path, parts }: Field, { sheet }: Entity): string {
  const value = readValue(sheet, path) ?? null;
  const at = path.lastIndexOf('.');
  if (at === -1) return '';
  const isSettable = parts.some(({ isWritable }) => isWritable);
  if (typeof value === 'number' && value !== 0 && isSettable) return `${path.slice(0, at)}.*`;
  if (typeof value === 'string' && die.test(value) && isSettable) return `${path.slice(0, at)}.* dice`;
  if (!isObject(value)) return '';
  const names = listParts(value);
  const isNumeric = names.length > 1 && names.every((name) => typeof value[name] === 'number');
  return isNumeric && !isNothing(value) ? `${path.slice(0, at)}.* ${names.join('/')}` : '';
}

const limits: ReadonlySet<string> = new Set(['max', 'segments']);

/** The current number comes before its limit, as on every sheet: `hp 7/11`. */
function listParts(value: JsonObject): readonly string[] {
  return Object.keys(value).toSorted(
    (one, other) => Number(limits.has(one)) - Number(limits.has(other)) || other.localeCompare(one),
  );
}

/**
 * If at least `leastAlike` fields have equal numbers, as most skills at their base have, shows these once:
 * `5 each: accounting law ride`.
 */
function renderGroup(fields: readonly Field[], entity: Entity): string {
  const byValue = [...Map.groupBy(fields, (field) => renderNumbers(field, entity))];
  const own = byValue.filter(([, alike]) => alike.length < leastAlike);
  const shared = byValue.filter(([, alike]) => alike.length >= leastAlike);
  const single = own.flatMap(([value, alike]) => alike.map((field) => `${nameLast(field)} ${value}`));
  return [
    ...(single.length === 0 ? [] : [single.join(', ')]),
    ...shared.map(([value, alike]) => `${value} each: ${alike.map(nameLast).join(' ')}`),
  ].join('; ');
}

function nameLast({ path }: Field): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function renderNumbers({ path }: Field, { sheet }: Entity): string {
  const value = readValue(sheet, path) ?? null;
  return isObject(value)
    ? listParts(value)
        .map((name) => String(value[name]))
        .join('/')
    : String(value);
}

/** Whether a value is zero, false, a row of unmarked boxes, or an object of only such values. */
function isNothing(value: Json | undefined): boolean {
  if (value === 0 || value === false) return true;
  if (isList(value ?? null)) {
    const list = value as readonly Json[];
    return list.length > 0 && list.every((one) => one === false);
  }
  return isObject(value ?? null) && Object.values(value as JsonObject).every((one) => isNothing(one));
}
