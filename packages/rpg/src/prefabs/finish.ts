// Builds what the functions of a prefab return: a settled value, a completed action, or a refusal.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json } from '../values/json.ts';
import type { Done, FieldPart, SettledValue } from './prefab.ts';
import { cutLine } from './show-text.ts';

const namesShown = 8;

/** Returns the old value if nothing changed, so that it stays the same object. */
export function settleTo(before: Json | undefined, after: Json, because: string | undefined): SettledValue {
  if (before !== undefined && isSameJson(before, after)) return { value: before };
  return {
    value: after,
    because: because ?? (before === undefined ? 'had no value yet' : 'was corrected to fit the rules'),
  };
}

export function refuse(say: string): Done {
  return { ok: false, say };
}

export function refusePart(part: string, parts: readonly FieldPart[]): Done {
  const names = parts.filter((one) => one.isWritable && one.name !== '').map((one) => one.name);
  const say = names.length === 0 ? 'None of its parts can be set.' : `These can be set: ${names.join(', ')}.`;
  return refuse(`There is no part "${cutLine(part)}" here that can be set. ${say}`);
}

/** The names nearest to a wrong name, as a refusal lists them. */
export function listNearest(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const sorted = sortByNearness(cutLine(name), names).slice(0, namesShown);
  return sorted.map((one) => cutLine(one)).join(', ') + (names.length > namesShown ? ', …' : '');
}
