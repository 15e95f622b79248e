// Chooses who is played if nobody said: the first ready character, or else a stranger with the values that the rules roll.

import type { Chance } from '@terrarium/kernel/environment';
import { type CharacterOptions, listQuickCharacters } from '@terrarium/rpg/build-character';
import { rollCharacter } from '@terrarium/rpg/roll-character';
import type { System } from '@terrarium/rpg/system';

export function chooseFirstCharacter(system: System, chance: Chance): CharacterOptions {
  const [first] = listQuickCharacters(system);
  return first ?? { name: 'The Stranger', about: '', set: rollCharacter(system, chance).set };
}
