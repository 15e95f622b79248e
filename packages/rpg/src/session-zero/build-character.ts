// Builds a character: settles the values that a person chose, and lists what they still have to change.

import { findOverruled, type Rested } from '../rules/find-overruled.ts';
import { readValue, writeValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import { settle } from '../rules/settle.ts';
import { listDependent, planSheet } from '../rules/settling/sheet-plan.ts';
import type { Sheet, System } from '../system/system.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { type CharacterProblem, countUnmet, listUnmet } from './list-unmet.ts';

export interface CharacterOptions {
  readonly name: string;
  /** Who the character is, in a sentence or two. */
  readonly about: string;
  /** Values by path; whatever is not named has the system's default. */
  readonly set: Readonly<Record<string, Json>>;
}

export interface BuiltCharacter {
  readonly name: string;
  readonly about: string;
  /** The person's choices, in the form in which the fields accept them. */
  readonly set: CharacterOptions['set'];
  /** The settled sheet: every derived value is what its formula gives. */
  readonly values: JsonObject;
  /** Choices that are not possible; the sheet has what the rules allow instead. */
  readonly refused: readonly CharacterProblem[];
  /** Rules of creation that are not met yet. */
  readonly unmet: readonly CharacterProblem[];
}

export function buildCharacter(system: System, options: CharacterOptions): BuiltCharacter {
  const { name, about } = options;
  const { sheet, set, written, values, changes, refused } = settleCharacter(system, options);
  const found = Object.entries(set).flatMap(([path, input]) => {
    const say = findOverruled({ sheet, values, changes }, path, input)?.say;
    return say === undefined ? [] : [{ path, say }];
  });
  const unmet = listUnmet(system, sheet, values, new Set(found.map(({ path }) => path)));
  const overruled = found.map(({ path, say }) => {
    const isLess = unmet.length > 0 && isLessAllowed(system, { sheet, written, values, unmet }, path);
    return { at: path, say: isLess ? `${say} ${lessAtFirst}` : explainLists(sheet, path, say) };
  });
  return { name, about, set, values, refused: [...refused, ...overruled], unmet };
}

interface SettledCharacter extends Rested, Pick<BuiltCharacter, 'set' | 'refused'> {
  /** The values before the rules were applied to them. */
  readonly written: JsonObject;
}

/**
 * All values are written before anything is settled, so that pools begin full with the maximum that follows from them.
 */
export function settleCharacter(
  system: System,
  { name, about, set: wished }: CharacterOptions,
): SettledCharacter {
  const sheet = requireCharacterSheet(system);
  const set = Object.fromEntries(
    Object.entries(wished).map(([path, input]) => [path, readWritten(sheet, path, input)]),
  );
  const refused: CharacterProblem[] = name.trim() === '' ? [{ at: 'name', say: nameless }] : [];
  let written: JsonObject = { name, about };
  for (const [path, input] of Object.entries(set)) {
    const say = findFault(sheet, path);
    if (say === undefined) written = writeValue(written, path, input);
    else refused.push({ at: path, say });
  }
  return { sheet, set, written, refused, ...settle(sheet, written, { tables: system.tables }) };
}

const nameless = 'A character needs a name.';
const lessAtFirst = 'At the beginning, the rules allow less.';
/** Smaller numbers are tried down to this much below the given number. */
const mostTried = 20;

interface WrittenCharacter {
  readonly sheet: Sheet;
  readonly written: JsonObject;
  readonly values: JsonObject;
  readonly unmet: readonly CharacterProblem[];
}

/** Whether a smaller number in this place would meet a rule of creation that is not met. */
function isLessAllowed(system: System, character: WrittenCharacter, path: string): boolean {
  const { sheet, written, unmet } = character;
  const input = readValue(written, path);
  if (typeof input !== 'number') return false;
  const { own, merged, changed } = mergeValues(character, path);
  const isAsBefore = (values: JsonObject) =>
    isSameJson(readValue(values, own), readValue(character.values, own));
  return Array.from({ length: mostTried }, (_, at) => input - at - 1).some((number) => {
    const tried = writeValue(merged, path, number);
    const { values } = settle(sheet, tried, { tables: system.tables, changed });
    // A number that the rules bring to the same value as before changes nothing else.
    return !isAsBefore(values) && countUnmet(system, sheet, values) < unmet.length;
  });
}

/**
 * The values from which settling starts: the written values of the field at this path and of all fields that depend on
 * it, and the settled values of all other fields. Settling only what is `changed` then gives the same as settling
 * everything that was written, in a fraction of the time.
 */
function mergeValues({ sheet, written, values }: WrittenCharacter, path: string) {
  const dependent = listDependent(planSheet(sheet), path);
  const changed = new Set(dependent.map((field) => field.path));
  const merged = sheet.inOrder
    .filter((field) => !changed.has(field.path))
    .reduce((sum, field) => writeSettled(sum, values, field.path), written);
  return { own: dependent[0]?.path ?? path, merged, changed };
}

function writeSettled(sum: JsonObject, values: JsonObject, path: string): JsonObject {
  const value = readValue(values, path);
  return value === undefined ? sum : writeValue(sum, path, value);
}

function explainLists(sheet: Sheet, path: string, say: string): string {
  const resolved = resolvePath(sheet, path);
  const isList = resolved.ok && resolved.part === '' && resolved.field.kind.add !== undefined;
  return isList ? `${say} ${howListsAreWritten}` : say;
}

/**
 * Ready-made characters, each within the rules of its system. A value that a formula gives anyway is left out, so that
 * it follows the others if a player changes them.
 */
export function listQuickCharacters(system: System): readonly (CharacterOptions & { readonly id: string })[] {
  return (system.manifest.characters ?? []).map(({ id, name, concept, set }) => ({
    id,
    name,
    about: concept,
    set: stripFollowing(system, set as CharacterOptions['set']),
  }));
}

function stripFollowing(system: System, set: CharacterOptions['set']): CharacterOptions['set'] {
  const sheet = requireCharacterSheet(system);
  const entries = Object.entries(set);
  const settleWithout = (left?: string): JsonObject => {
    const kept = entries.filter(([path]) => path !== left);
    const written = kept.reduce<JsonObject>((json, [path, input]) => writeValue(json, path, input), {});
    return settle(sheet, written, { tables: system.tables }).values;
  };
  const whole = settleWithout();
  const isFollowing = ([path]: readonly [string, Json]) => {
    const found = resolvePath(sheet, path);
    if (!found.ok || found.field.definition.default_formula === undefined) return false;
    return isSameJson(readValue(settleWithout(path), path), readValue(whole, path));
  };
  return Object.fromEntries(entries.filter((entry) => !isFollowing(entry)));
}

function requireCharacterSheet(system: System): Sheet {
  const sheet = system.sheets.get('character');
  if (sheet === undefined) throw new TypeError(`The system ${system.id} has no sheet for characters.`);
  return sheet;
}

/** Why a path cannot be set; undefined if it can, and for a whole field, which settling corrects. */
function findFault(sheet: Sheet, path: string): string | undefined {
  const resolved = resolvePath(sheet, path);
  if (!resolved.ok) return resolved.say;
  const { field, part, isWritable } = resolved;
  if (isWritable || part === '') return undefined;
  const source = field.definition.formula ?? field.definition.max_formula;
  return source === undefined ? 'It cannot be set.' : `It is computed: ${source}.`;
}

/** Says how a list is written, for somebody who wrote something else. */
export const howListsAreWritten = 'Write the names with commas between them, such as: rope, lamp.';

/**
 * The value in the form in which the field accepts it; unchanged if it has that form already, or if it cannot be
 * accepted.
 */
export function readWritten(sheet: Sheet, path: string, input: Json): Json {
  const resolved = resolvePath(sheet, path);
  if (!resolved.ok || resolved.part !== '') return input;
  const { kind, definition } = resolved.field;
  if (kind.add !== undefined && typeof input === 'string') return splitNames(input);
  // If a formula gives the number of boxes, they cannot be ticked before it is known.
  const isOpen = definition.max_formula !== undefined;
  if (kind.mark === undefined || typeof input !== 'number' || isOpen) return input;
  const marked = kind.set(kind.blank(), { part: '', input });
  // A number beyond its bounds stays as it is here; setting the field will limit it and say so.
  return marked.ok && marked.because === undefined ? marked.value : input;
}

/** The names in a list that a person wrote. */
export function splitNames(text: string): readonly string[] {
  return text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
