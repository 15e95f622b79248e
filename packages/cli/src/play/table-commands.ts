// Commands at the table, outside the story: roll, set, edit, talk out of character, and resume or drop a turn.

import { editCommand } from './edit-command.ts';
import { show } from './look-commands.ts';
import type { PlayCommands } from './play-command.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { rollCommand } from './roll-command.ts';
import { resumeLeft, runTurn } from './run-turn.ts';
import { setCommand } from './set-command.ts';

export const tableCommands: PlayCommands = {
  roll: rollCommand,
  set: setCommand,
  edit: editCommand,
  ooc: {
    usage: '/ooc words',
    about: 'asks the narrator something out of character',
    run: async (context, rest, signal) => {
      if (rest === '') throw refuseEmpty('/ooc', 'a question');
      await runTurn(context, `/ooc ${rest}`, signal);
    },
  },
  resume: {
    usage: '/resume',
    about: 'goes on with a turn that was cut off',
    run: async (context, _rest, signal) => await resumeLeft(context, signal),
  },
  drop: {
    usage: '/drop',
    about: 'gives up a turn that was cut off; your words stay in the log',
    run: (context) => {
      const { words, retold } = context.game.deleteLeftDraft();
      const what = retold === undefined ? `: ${words}` : `. Turn ${retold.number} stays as it was told.`;
      show(context, [`Dropped${what}`], 'droppedTurn', { dropped: words });
    },
  },
};
