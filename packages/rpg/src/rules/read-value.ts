// Reader of values: what stands at a dot path in nested JSON.

import { isObject, type Json, type JsonObject } from '../values/json.ts';

/** Only what the values hold themselves; undefined where the path leads nowhere. */
export function readValue(values: JsonObject, path: string): Json | undefined {
  return readAt(values, path.split('.'));
}

/** The same by a path that was split before. */
export function readAt(values: JsonObject, names: readonly string[]): Json | undefined {
  let here: Json | undefined = values;
  for (const name of names) {
    if (!isObject(here) || !Object.hasOwn(here, name)) return undefined;
    here = here[name];
  }
  return here;
}
