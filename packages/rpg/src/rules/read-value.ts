// Reads, writes and removes the value at a dotted path in nested JSON.

import { isObject, type Json, type JsonObject } from '../values/json.ts';

/** Reads own members only; undefined if the path leads nowhere. */
export function readValue(values: JsonObject, path: string): Json | undefined {
  return readAt(values, path.split('.'));
}

/** Does the same as `readValue` with a path that is already split. */
export function readAt(values: JsonObject, names: readonly string[]): Json | undefined {
  let here: Json | undefined = values;
  for (const name of names) {
    if (!isObject(here) || !Object.hasOwn(here, name)) return undefined;
    here = here[name];
  }
  return here;
}

/**
 * If a value along the path is not an object, an object takes its place. Returns the same object if nothing changes.
 */
export function writeValue(values: JsonObject, path: string, value: Json): JsonObject {
  return writeAt(values, path.split('.'), value);
}

function writeAt(values: JsonObject, names: readonly string[], value: Json): JsonObject {
  const [name = '', ...rest] = names;
  const here = Object.hasOwn(values, name) ? values[name] : undefined;
  const next = rest.length === 0 ? value : writeAt(isObject(here) ? here : {}, rest, value);
  return next === here ? values : { ...values, [name]: next };
}

export function removeValue(values: JsonObject, path: string): JsonObject {
  const dot = path.indexOf('.');
  const name = dot === -1 ? path : path.slice(0, dot);
  if (!Object.hasOwn(values, name)) return values;
  const { [name]: here, ...rest } = values;
  if (dot === -1) return rest;
  if (!isObject(here)) return values;
  const below = removeValue(here, path.slice(dot + 1));
  return Object.keys(below).length === 0 ? rest : { ...values, [name]: below };
}
