// Resolves a path of a sheet: finds what it names, or the paths nearest to it.

import type { FieldPart } from '../prefabs/prefab.ts';
import type { Field, Sheet } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { renderSlug } from '../values/render-slug.ts';
import { findName, splitName } from './find-name.ts';
import { listNearestPaths, listPaths } from './list-paths.ts';
import { readValue } from './read-value.ts';

/** `part` is passed to the functions of the field's prefab; it is empty for the field itself. */
export type ResolvedPath =
  | {
      readonly ok: true;
      readonly field: Field;
      readonly part: string;
      readonly kind: FieldPart['kind'];
      readonly isWritable: boolean;
      /** The id of the item, if the path names an item of a list; `part` begins with this id. */
      readonly itemId?: string | undefined;
    }
  | {
      readonly ok: false;
      /** What is wrong and what would be accepted, for a model or a person. */
      readonly say: string;
      /** The nearest paths, likeliest first. */
      readonly nearest: readonly string[];
    };

const longestPath = 200;
/** At most this many items of one list are compared with a wrong name. */
const mostItems = 50;

/**
 * The one path language: a field (`level`), a part of it (`resources.hp.current`), the number of entries in a list
 * (`inventory.items.length`) and, if `values` are given, an item of a list by id or name, and a member of it
 * (`inventory.items.rope.quantity`). Never throws.
 */
export function resolvePath(sheet: Sheet, path: string, values?: JsonObject): ResolvedPath {
  const name = path.trim();
  if (name.length > longestPath)
    return { ok: false, say: `A path has at most ${longestPath} characters.`, nearest: [] };
  const found = findName(name, sheet.byPath);
  if (found !== undefined) {
    const { field, kind } = found;
    const part = found.isLength ? `${found.part}.length`.replace(/^\./, '') : found.part;
    const isWritable = !found.isLength && field.parts.some((each) => each.name === part && each.isWritable);
    return { ok: true, field, part, kind, isWritable };
  }
  return (
    resolveItem(sheet, name, values) ?? refuseUnknownPath(name, listKnown(sheet, values), listLabels(sheet))
  );
}

function resolveItem(sheet: Sheet, name: string, values: JsonObject | undefined): ResolvedPath | undefined {
  const split = splitName(name, sheet.byPath);
  const { field, rest } = split ?? {};
  if (field?.kind.items === undefined || rest === undefined || values === undefined) return undefined;
  const items = readItems(field, values);
  const dot = rest.lastIndexOf('.');
  const whole = findItem(items, rest);
  if (whole !== undefined) return nameItem(field, whole, '');
  const owner = dot > 0 ? findItem(items, rest.slice(0, dot)) : undefined;
  if (owner === undefined) return refuseUnknownPath(name, listKnown(sheet, values), listLabels(sheet));
  const known = listKeys(field, owner);
  const key = resolveKey(rest.slice(dot + 1), known);
  if (known.includes(key)) return nameItem(field, owner, key);
  return refuseUnknownPath(
    name,
    known.map((each) => `${field.path}.${nameOf(owner)}.${each}`),
  );
}

/** Finds an item by id, or by name whatever its capitals and blanks. */
function findItem(items: readonly JsonObject[], wanted: string): JsonObject | undefined {
  const slug = renderSlug(wanted);
  return (
    items.find((item) => item['id'] === wanted) ??
    items.find((item) => typeof item['name'] === 'string' && renderSlug(item['name']) === slug)
  );
}

function nameOf(item: JsonObject): string {
  return String(item['id'] ?? item['name'] ?? '');
}

function readItems(field: Field, values: JsonObject): readonly JsonObject[] {
  const stored = readValue(values, field.path);
  return stored === undefined ? [] : (field.kind.items?.(stored) ?? []);
}

function listKnown(sheet: Sheet, values: JsonObject | undefined): string[] {
  const paths = listPaths(sheet.fields);
  if (values === undefined) return paths;
  const items = sheet.fields.flatMap((field) =>
    readItems(field, values)
      .slice(0, mostItems)
      .map((item) => `${field.path}.${nameOf(item)}`),
  );
  return [...items, ...paths];
}

/** The members that an item has, and those that the shape of the list's items allows. */
function listKeys(field: Field, item: JsonObject): string[] {
  const shaped = field.parts.map((part) => part.name).filter((name) => name !== '');
  return [...new Set([...shaped, ...Object.keys(item)])];
}

/** A member `qty` may also be written `quantity`. */
function resolveKey(key: string, known: readonly string[]): string {
  return key === 'quantity' && !known.includes(key) && known.includes('qty') ? 'qty' : key;
}

function nameItem(field: Field, item: JsonObject, key: string): ResolvedPath {
  const itemId = nameOf(item);
  const value = Object.hasOwn(item, key) ? item[key] : undefined;
  return {
    ok: true,
    field,
    part: key === '' ? itemId : `${itemId}.${key}`,
    kind: key === '' ? 'text' : detectKind(value),
    isWritable: key !== 'id',
    itemId,
  };
}

function detectKind(value: Json | undefined): FieldPart['kind'] {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return Array.isArray(value) ? 'list' : 'text';
}

/** For each field, its label and its first path. */
function listLabels(sheet: Sheet): readonly (readonly [string, string])[] {
  return sheet.fields.map((field) => [field.definition.label, listPaths([field])[0] ?? field.path]);
}

function refuseUnknownPath(
  name: string,
  paths: readonly string[],
  labels: readonly (readonly [string, string])[] = [],
): ResolvedPath {
  const nearest = listNearestPaths(name, paths, labels);
  const todo = nearest.length === 0 ? 'This sheet has no paths.' : `Nearest: ${nearest.join(', ')}.`;
  return { ok: false, say: `There is no path \`${name.slice(0, 80)}\`. ${todo}`, nearest };
}
