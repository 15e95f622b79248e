// Name command: shows what the game is called, or gives it another name.

import { show } from './look-commands.ts';
import type { PlayCommand } from './play-command.ts';

export const nameCommand: PlayCommand = {
  usage: '/name [text]',
  about: 'gives the game another name, which --session takes from then on; alone, shows its name',
  run: (context, rest) => {
    const { game } = context;
    if (rest !== '') game.rename(rest);
    const { name } = game.session;
    const is = rest === '' ? 'is' : 'is now';
    show(context, [`This game ${is} called "${name}".`], 'namedGame', { name });
  },
};
