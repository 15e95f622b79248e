// Lists sets of values that the player's own character may take over from a ready-made one, the smallest set first.

import { readValue } from '../rules/read-value.ts';
import type { FieldDefinition } from '../system/manifest.ts';
import type { System } from '../system/system.ts';
import { isObject, type Json } from '../values/json.ts';
import { type CharacterOptions, settleCharacter } from './build-character.ts';

type Values = CharacterOptions['set'];

export interface Bases {
  /** Whether the ready-made character has the class that the player chose. */
  readonly isAlike: boolean;
  /** The class that the player chose, under its path; empty if they chose none. */
  readonly choice: Values;
  readonly bases: readonly Values[];
}

/** Prefabs of fields that say nothing about who somebody is. */
const measured = /^(?:VAL_INT|VAL_STEP_DIE|VAL_LADDER|VAL_COMPOUND|RES_)/u;
/** Groups of values that depend on the class. */
const ofClass: ReadonlySet<string> = new Set(['combat', 'inventory', 'resources', 'features']);

/**
 * A ready-made character of the chosen class, or any if none was chosen, gives what goes with the class; if that is not
 * enough for the rules, also lists of features, as short as possible, and in the end everything. A character of another
 * class gives only numbers: first those that do not depend on the class, then all.
 */
export function listReadyBases(system: System, ready: Values, chosen: Values): Bases {
  const told = listTold(system, ready);
  const numbers = told.filter(({ field }) => measured.test(field.prefab));
  const path = findClassPath(system) ?? '';
  const choice = Object.fromEntries(Object.entries(chosen).filter((pair) => pair[0] === path));
  const own = readSettled(system, choice, path);
  const isChosen = path in choice && own !== '';
  if (isChosen && own !== readSettled(system, ready, path)) {
    const common = numbers.filter(({ field }) => !ofClass.has(field.category));
    return { isAlike: false, choice, bases: [toValues(common), toValues(numbers)] };
  }
  const hasClass = isChosen || numbers.some((one) => one.path === path);
  const least = toValues(hasClass ? listOfClass(told) : numbers);
  const features = told.filter(isFeature);
  const beginnings = features.flatMap(listBeginnings).map((value) => ({ ...least, ...value }));
  const bases = [least, ...beginnings, { ...least, ...toValues(features) }, toValues(told)];
  return { isAlike: isChosen, choice, bases };
}

interface Told {
  readonly path: string;
  readonly value: Json;
  readonly field: FieldDefinition;
}

/** Values without texts and without the parts of pools, such as `resources.hp.current`, each with its field. */
function listTold({ manifest }: System, set: Values): readonly Told[] {
  const fields = new Map(manifest.fields.map((field) => [field.path, field]));
  return Object.entries(set).flatMap(([path, value]) => {
    const field = fields.get(path) ?? fields.get(path.replace(/\.score$/u, ''));
    return field === undefined || field.prefab === 'VAL_TEXT' ? [] : [{ path, value, field }];
  });
}

function toValues(told: readonly Told[]): Values {
  return Object.fromEntries(told.map(({ path, value }) => [path, value]));
}

/** Finds the field for class, calling or occupation: the first field in the category `identity` that has options. */
export function findClassPath({ manifest }: System): string | undefined {
  const hasOptions = ({ prefab, config }: FieldDefinition) =>
    prefab === 'VAL_LADDER' || (prefab === 'VAL_TEXT' && config?.['options'] !== undefined);
  return manifest.fields.find((field) => field.category === 'identity' && hasOptions(field))?.path;
}

function readSettled(system: System, set: Values, path: string): Json | undefined {
  return readValue(settleCharacter(system, { name: '', about: '', set }).values, path);
}

function isFeature({ field }: Told): boolean {
  return field.category === 'features' && field.prefab.startsWith('CONT_');
}

/** What goes with a class: numbers, switches, features, and things that have no text besides their name. */
function listOfClass(told: readonly Told[]): readonly Told[] {
  return told.flatMap((one) => {
    const { prefab, category } = one.field;
    if (measured.test(prefab) || prefab === 'VAL_BOOL' || isFeature(one)) return [one];
    const plain = category === 'inventory' && Array.isArray(one.value) ? one.value.filter(isPlain) : [];
    return plain.length === 0 ? [] : [{ ...one, value: plain }];
  });
}

function isPlain(item: Json): boolean {
  if (!isObject(item)) return true;
  return Object.entries(item).every(
    ([key, value]) => key === 'name' || typeof value !== 'string' || value === '',
  );
}

/** The list with its first item, its first two items, and so on. */
function listBeginnings({ path, value }: Told): readonly Values[] {
  if (!Array.isArray(value)) return [];
  return value.map((_, at) => ({ [path]: value.slice(0, at + 1) }));
}
