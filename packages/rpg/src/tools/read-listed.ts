// Reads the name of an item of a list.

import { isObject, type Json } from '../values/json.ts';

export function readListed(one: Json): string {
  return String(isObject(one) ? (one['name'] ?? one['id'] ?? '') : one);
}
