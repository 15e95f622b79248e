// Has the model propose a character for a game, or change one, and shows meanwhile that it is busy.

import { proposeZeroCharacter, type WantedCharacter } from '@terrarium/composition/propose-zero';
import type { CharacterOptions } from '@terrarium/rpg/build-character';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { ZeroContext } from './zero-context.ts';

export async function proposeSheet(
  { asked, options, settled, shell: { printer }, signal }: ZeroContext,
  system: System,
  wanted: WantedCharacter,
): Promise<CharacterOptions> {
  if (asked !== undefined)
    printer.showLive(`  The sheet is being ${wanted.before === undefined ? 'filled in' : 'changed'} …`);
  try {
    const { left, ...character } = await proposeZeroCharacter({ asked, settled, system, signal }, wanted);
    if (left !== undefined && options.json !== true) {
      const said = `${paint('!', 'yellow')} Not everything was possible: ${left}`;
      printer.writeLines(...wrapText(said, { width: printer.width, indent: '    ', first: '  ' }));
    }
    return character;
  } finally {
    printer.showLive();
  }
}
