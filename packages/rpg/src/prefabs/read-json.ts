// Reads a number, a truth value or an own member of an object from any JSON.

import { isObject, type Json } from '../values/json.ts';

const numeral = /^[+-]?\d{1,15}(\.\d{1,6})?$/;

/** A finite number, even if it was sent as text. */
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

/** Reads only own members: `constructor` is not a member of an empty object. */
export function readMember(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
