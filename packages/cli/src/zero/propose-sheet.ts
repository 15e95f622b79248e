// Has the model propose a character for a game, or change one, and shows meanwhile that it is busy.

import { proposeZeroCharacter, type WantedCharacter } from '@terrarium/composition/propose-zero';
import type { CharacterOptions } from '@terrarium/rpg/build-character';
import type { System } from '@terrarium/rpg/system';
import type { ZeroContext } from './zero-context.ts';

export async function proposeSheet(
  { asked, settled, shell: { printer }, signal }: ZeroContext,
  system: System,
  wanted: WantedCharacter,
): Promise<CharacterOptions> {
  if (asked !== undefined)
    printer.showLive(`  The sheet is being ${wanted.before === undefined ? 'filled in' : 'changed'} …`);
  try {
    return await proposeZeroCharacter({ asked, settled, system, signal }, wanted);
  } finally {
    printer.showLive();
  }
}
