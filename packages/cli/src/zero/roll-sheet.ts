// Rolls the values that the rules determine by dice for a new character, and shows the rolls.

import type { CharacterOptions } from '@terrarium/rpg/build-character';
import { rollCharacter } from '@terrarium/rpg/roll-character';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import type { ZeroContext } from './zero-context.ts';

export function rollSheet({ shell, options }: ZeroContext, system: System): CharacterOptions['set'] {
  const { set, rolls } = rollCharacter(system, shell.environment.chance);
  const { width } = shell.printer;
  if (options.json === true || rolls.length === 0) return set;
  const lines = rolls.map(({ label, rendered }) => `${paint(label, 'cyan')} · ${rendered}`);
  shell.printer.writeLines(
    '',
    ...lines.flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ' })),
  );
  return set;
}
