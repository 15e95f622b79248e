// Chooses a character if the player chose none: the first ready-made one, or a stranger with values rolled by the rules.

import type { Chance } from '@terrarium/kernel/environment';
import { type CharacterOptions, listQuickCharacters } from '@terrarium/rpg/build-character';
import { rollCharacter } from '@terrarium/rpg/roll-character';
import type { System } from '@terrarium/rpg/system';

export function chooseFirstCharacter(system: System, chance: Chance): CharacterOptions {
  const [first] = listQuickCharacters(system);
  return first ?? { name: 'The Stranger', about: '', set: rollCharacter(system, chance).set };
}
