// Sameness of JSON: whether two values say the same, whatever the order of their keys.

import type { Json, JsonObject } from '../state/json.ts';

export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const lists = [isList(one), isList(other)];
  if (lists[0] !== lists[1]) return false;
  return isList(one) ? isSameList(one, other as readonly Json[]) : isSameObject(one, other as JsonObject);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isSameList(one: readonly Json[], other: readonly Json[]): boolean {
  return one.length === other.length && one.every((entry, at) => isSameJson(entry, other[at]));
}

function isSameObject(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]));
}
