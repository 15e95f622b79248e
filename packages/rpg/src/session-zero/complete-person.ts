// Completes a character that the player made or took from a story, if the rules for creating characters are not met.

import type { System } from '../system/system.ts';
import { buildCharacter, type CharacterOptions, listQuickCharacters } from './build-character.ts';

/** Prefabs of fields that say nothing about who somebody is. */
const measured = /^(?:VAL_INT|VAL_STEP_DIE|VAL_LADDER|RES_)/u;

/**
 * If the rules of creation are not met, sets missing values as in a ready-made character: only numbers if they are
 * enough, and never a text about somebody else. Values of the player that break a rule stay as they are, and so do the
 * other values.
 */
export function completePerson(system: System, person: CharacterOptions): CharacterOptions {
  const isSound = (one: CharacterOptions) => buildCharacter(system, one).unmet.length === 0;
  if (isSound(person)) return person;
  const prefabs = new Map(system.manifest.fields.map(({ path, prefab }) => [path, prefab]));
  const bases = listQuickCharacters(system).flatMap(({ set }) => {
    const told = Object.entries(set).filter(([path]) => prefabs.get(path) !== 'VAL_TEXT');
    const counted = told.filter(([path]) => measured.test(prefabs.get(path) ?? ''));
    return [Object.fromEntries(counted), Object.fromEntries(told)];
  });
  const complete = (base: CharacterOptions['set']) => ({ ...person, set: { ...base, ...person.set } });
  const sound = bases.map(complete).find(isSound);
  if (sound !== undefined) return sound;
  const base = bases.find((one) => isSound({ ...person, set: one }));
  return base === undefined ? person : complete(base);
}
