// Value at a path: reads and replaces what stands at a dotted path of a sheet, sharing what is not touched.

import type { Json, JsonObject } from './json.ts';

export function readAt(values: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = values;
  for (const name of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Undefined removes; objects that are left empty by it are removed with it. */
export function writeAt(values: JsonObject, path: string, value: Json | undefined): JsonObject {
  const dot = path.indexOf('.');
  const name = dot === -1 ? path : path.slice(0, dot);
  const written = dot === -1 ? value : writeBelow(values[name], path.slice(dot + 1), value);
  if (written !== undefined) return { ...values, [name]: written };
  const { [name]: _removed, ...rest } = values;
  return rest;
}

function writeBelow(below: Json | undefined, path: string, value: Json | undefined): Json | undefined {
  const written = writeAt(isJsonObject(below) ? below : {}, path, value);
  return value === undefined && Object.keys(written).length === 0 ? undefined : written;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
