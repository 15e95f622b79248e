// Removes what stands at a path of a sheet, and what is left empty by it.

import { isObject, type JsonObject } from '../values/json.ts';

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
