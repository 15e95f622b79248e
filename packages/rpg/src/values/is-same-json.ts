// Tells whether two JSON values are equal, whatever the order of their members.

import { isList, isObject, type Json } from './json.ts';

export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  // A negative zero counts as different, since it becomes 0 when it is written as JSON.
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
