// Finds the value of a sheet that a word for a weapon means, such as "dagger" for the weapon in hand.

import { readValue } from '../../rules/read-value.ts';
import type { Field, System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import { isObject, type Json } from '../../values/json.ts';
import { normaliseName } from '../match-name.ts';

export interface Wielded {
  readonly path: string;
  readonly value: string;
  /** Whether the sheet has this value now. */
  readonly isHeld: boolean;
  /** The value that the sheet has now, as a person reads it. */
  readonly now: string;
}

/** Undefined if the word names no value that the sheet can have in a fight. */
export function findWielded(system: System, { type, sheet }: Entity, word: string): Wielded | undefined {
  const wanted = normaliseName(word);
  for (const field of system.sheets.get(type)?.fields ?? []) {
    const { path, kind, definition } = field;
    if (definition.category !== 'combat' || definition.formula !== undefined) continue;
    const value = listOptions(field).find((option) => normaliseName(option) === wanted);
    if (value === undefined) continue;
    const now = kind.view(readValue(sheet, path) ?? kind.blank());
    return { path, value, now, isHeld: normaliseName(now) === wanted };
  }
  return undefined;
}

/** The labels of a ladder, or the options of a text. */
function listOptions({ definition: { config = {} } }: Field): readonly string[] {
  const { rungs, options } = config as { readonly rungs?: Json; readonly options?: Json };
  const listed = Array.isArray(rungs)
    ? rungs.map((rung: Json) => (isObject(rung) ? (rung['label'] ?? '') : ''))
    : (options ?? []);
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}
