// Renders a sheet for a model in as few tokens as possible: each value with the path by which tools address it.

import { readMember } from '../prefabs/read-json.ts';
import { cutLine } from '../prefabs/show-text.ts';
import { readValue } from '../rules/read-value.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';
import { renderSlug } from '../values/render-slug.ts';

const longestText = 600;

/**
 * A line for each field that is not empty: `path=value`, or `path part=value part=value`, where `path.part` names the
 * part. Fields that only formulas set come after `derived:`. The last line, `empty:`, has the paths of empty fields.
 * Text is data: it cannot leave its line.
 */
export function renderSheetForModel(
  entity: Entity,
  system: System,
  { isShort = false, fields = system.sheets.get(entity.type)?.fields ?? [] }: SheetRendering = {},
): string {
  const blank = isShort ? system.blanks.get(entity.type) : undefined;
  const isTold = ({ path }: Field) =>
    blank === undefined || !isSameJson(readValue(entity.sheet, path), readValue(blank, path));
  const lines = fields.filter(isTold).map((field) => ({ field, line: renderField(field, entity) }));
  const listShown = (isWanted: (field: Field) => boolean) =>
    lines.flatMap(({ field, line }) => (line !== undefined && isWanted(field) ? [line] : []));
  const derived = listShown(isDerived);
  const empty = lines.filter(({ line }) => line === undefined).map(({ field }) => field.path);
  return [
    ...listShown((field) => !isDerived(field)),
    ...(derived.length > 0 ? ['derived:', ...derived] : []),
    ...(empty.length > 0 ? [`empty: ${empty.join(' ')}`] : []),
  ].join('\n');
}

export interface SheetRendering {
  /** Whether to render only what differs from a blank sheet. */
  readonly isShort?: boolean | undefined;
  /** The fields to render, in this order; all of the sheet if absent. */
  readonly fields?: readonly Field[] | undefined;
}

/** Undefined if the value has no text. */
function renderField(field: Field, entity: Entity): string | undefined {
  const value = readValue(entity.sheet, field.path) ?? field.kind.blank();
  const text = isObject(value) ? renderParts(value) : renderValue(value);
  if (text === '') return undefined;
  return `${field.path}${isObject(value) ? ' ' : '='}${text}`;
}

function isDerived(field: Field): boolean {
  return field.parts.every((part) => !part.isWritable);
}

function renderValue(value: Json): string {
  if (value === null) return '';
  if (isList(value)) return renderList(value);
  if (isObject(value)) return renderItem(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? cutLine(value, longestText) : String(value);
}

/**
 * Renders boxes as a row, such as `x-- (1/3)`. Items are separated by semicolons, since their members may contain
 * commas; other values are separated by commas.
 */
function renderList(list: readonly Json[]): string {
  if (list.length > 0 && list.every((one) => typeof one === 'boolean')) {
    return `${list.map((box) => (box ? 'x' : '-')).join('')} (${list.filter(Boolean).length}/${list.length})`;
  }
  return list.map((one) => renderValue(one)).join(list.some(isObject) ? '; ' : ', ');
}

function renderParts(parts: JsonObject): string {
  return Object.entries(parts)
    .map(([name, value]) => [name, renderValue(value)] as const)
    .filter(([, shown]) => shown !== '')
    .map(([name, shown]) => `${name}=${shown}`)
    .join(' ');
}

/** Renders an item by its name. Adds its id only if a tool cannot find it by the name. */
function renderItem(item: JsonObject): string {
  const { id, name, qty, ...rest } = item;
  const words = cutLine(String(name ?? id ?? ''), longestText);
  const isNamed = renderSlug(words) === renderSlug(String(id ?? ''));
  const count = readMember(item, 'qty') === undefined || qty === 1 ? '' : ` x${String(qty)}`;
  const members = renderParts({ ...(isNamed ? {} : { id: id ?? null }), ...rest });
  return `${words}${count}${members === '' ? '' : ` (${members})`}`;
}
