// Reads from a sentence about the player's own character which class and which level it has, if it says so.

import type { FieldDefinition } from '../system/manifest.ts';
import type { System } from '../system/system.ts';
import { isObject, type Json } from '../values/json.ts';
import type { CharacterOptions } from './build-character.ts';
import { findClassPath } from './list-ready-bases.ts';

/** The values that the sentence gives, by path; a class only if the sentence names exactly one. */
export function readSaidValues(system: System, said: string): CharacterOptions['set'] {
  return { ...readClass(system, said), ...readLevel(system, said) };
}

/**
 * Words before a class that show that it is somebody else's, or that the character does not have it: `raised by a
 * monk`, `not a wizard`.
 */
const notOwn =
  / (?:by|of|from|with|for|against|to|like|in|on|at|under|not|no|never|has|had|carries|wields|serves|fears|loves|hates) (?:(?:an?|the|my|his|her|their) )?$/u;

function readClass(system: System, said: string): CharacterOptions['set'] {
  const path = findClassPath(system);
  const field = system.manifest.fields.find((one) => one.path === path);
  // The apostrophe stays, since `a bard's daughter` is no bard.
  const words = ` ${said.toLowerCase().replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')} `;
  const isOwn = (name: string) => {
    const [before = '', ...behind] = words.split(` ${name.toLowerCase()} `);
    return behind.length > 0 && !notOwn.test(`${before} `);
  };
  const named = field === undefined ? [] : listOptions(field).filter(isOwn);
  const [first] = named;
  return path === undefined || first === undefined || named.length > 1 ? {} : { [path]: first };
}

/** The labels of a ladder, or the options of a text. */
function listOptions({ config = {} }: FieldDefinition): readonly string[] {
  const { rungs, options } = config as { readonly rungs?: Json; readonly options?: Json };
  const listed = Array.isArray(rungs)
    ? rungs.map((rung: Json) => (isObject(rung) ? rung['label'] : ''))
    : options;
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}

/** A level of the character, and not of a building, as in `on level 3 of the tower`. */
const level =
  /(?<!\bon )\blevel (?<before>\d{1,2})\b(?! of\b)|\b(?<behind>\d{1,2})(?:st|nd|rd|th)[- ]level\b/iu;

/** A level that the rules do not have is left out. */
function readLevel({ manifest }: System, said: string): CharacterOptions['set'] {
  const field = manifest.fields.find(({ path, prefab }) => path.endsWith('.level') && prefab === 'VAL_INT');
  const { before, behind } = level.exec(said)?.groups ?? {};
  const number = Number(before ?? behind);
  const { min = 0, max = Number.POSITIVE_INFINITY } = (field?.config ?? {}) as Readonly<
    Record<string, number>
  >;
  return field === undefined || !(number >= min && number <= max) ? {} : { [field.path]: number };
}
