// Completes a character that the player made or took from a story, if the rules for creating characters are not met.

import type { System } from '../system/system.ts';
import { type CharacterOptions, listQuickCharacters, settleCharacter } from './build-character.ts';
import { joinTyped } from './join-typed.ts';
import { listReadyBases } from './list-ready-bases.ts';
import { listUnmet } from './list-unmet.ts';

interface CompleteOptions {
  /** Whether a sheet that meets the rules stays as it is, such as one that a model filled in. */
  readonly isWhole?: boolean;
}

/**
 * If default values do not meet the rules of creation, copies missing values from a ready-made character, preferably
 * one of the class that the player chose. Copies numbers, what goes with the class, and as little else as the rules ask
 * for, but never a text about somebody else. The player's own values are never changed, even if they break a rule.
 */
export function completePerson(
  system: System,
  person: CharacterOptions,
  { isWhole = false }: CompleteOptions = {},
): CharacterOptions {
  const isSound = (set: CharacterOptions['set']) => {
    const { sheet, values } = settleCharacter(system, { ...person, set });
    return listUnmet(system, sheet, values).length === 0;
  };
  if (isSound({}) || (isWhole && isSound(person.set))) return person;
  const ready = [...listQuickCharacters(system), ...(system.manifest.kits ?? [])];
  const offered = ready.map(({ set }) => listReadyBases(system, set as CharacterOptions['set'], person.set));
  const alike = [...offered.filter(({ isAlike }) => isAlike), ...offered];
  const nearest = alike.find(({ bases }) => bases.some(isSound)) ?? alike[0];
  if (nearest === undefined) return person;
  const { bases, choice } = nearest;
  const base =
    bases.find((one) => isSound(joinTyped(one, person.set))) ??
    bases.find((one) => isSound({ ...one, ...choice })) ??
    bases[0];
  return { ...person, set: joinTyped(base ?? {}, person.set) };
}
