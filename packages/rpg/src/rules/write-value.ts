// Writer of values: puts something at a dot path in nested JSON, in a copy that shares what is not touched.

import { isObject, type Json, type JsonObject } from '../values/json.ts';

/** What stands in the way of the path and is no object gives way; the same object where nothing changes. */
export function writeValue(values: JsonObject, path: string, value: Json): JsonObject {
  return writeAt(values, path.split('.'), value);
}

function writeAt(values: JsonObject, names: readonly string[], value: Json): JsonObject {
  const [name = '', ...rest] = names;
  const here = Object.hasOwn(values, name) ? values[name] : undefined;
  const next = rest.length === 0 ? value : writeAt(isObject(here) ? here : {}, rest, value);
  return next === here ? values : { ...values, [name]: next };
}
