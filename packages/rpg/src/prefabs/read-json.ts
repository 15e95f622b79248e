// Read JSON: what any JSON comes to as a number, an object or a line of text.

import type { Json, JsonObject } from '../state/json.ts';

const numeral = /^[+-]?\d{1,15}(\.\d{1,6})?$/;

/** A finite number, also one that was sent as text. */
export function readNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string' && numeral.test(value.trim())) return Number(value);
  return undefined;
}

export function readTruth(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 'true' || word === 'yes' || word === 1) return true;
  if (word === 'false' || word === 'no' || word === 0) return false;
  return undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Own members only: `constructor` is no member of an empty object. */
export function readMember(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Equal as JSON: the order of members does not matter. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  // A negative zero is not what it becomes when it is written down.
  if (one === other) return one !== 0 || Object.is(one, other);
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, at) => isSameJson(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}
