// Chance commands: what a player asks of the oracle and of the tables of the rules, beside the story.

import { UsageError } from '@terrarium/kernel/errors';
import { wrapText } from '../screen/layout.ts';
import { executeAside } from './execute-aside.ts';
import { show } from './look-commands.ts';
import type { PlayCommands } from './play-command.ts';

export const chanceCommands: PlayCommands = {
  ask: {
    usage: '/ask [likely] question',
    about: 'asks the oracle what nobody knows, such as /ask likely Is the door watched?',
    run: (context, rest) => {
      const { odds, question } =
        /^(?<odds>likely|even|unlikely)?\s*(?<question>\S.*)$/isu.exec(rest)?.groups ?? {};
      if (question === undefined) {
        throw new UsageError({
          code: 'play.nothing-said',
          happened: '/ask needs a question of yes or no.',
          todo: 'Ask, for example: /ask likely Is the door watched?',
        });
      }
      const given = { question, ...(odds === undefined ? {} : { odds: odds.toLowerCase() }) };
      executeAside(context, `/ask ${rest}`, { name: 'oracle', arguments: given });
    },
  },
  table: {
    usage: '/table [name]',
    about: 'rolls on a table of the rules, or lists them',
    run: (context, rest) => {
      const tables = context.game.system.manifest.oracles ?? [];
      if (rest !== '') {
        executeAside(context, `/table ${rest}`, { name: 'oracle', arguments: { table: rest } });
        return;
      }
      const { width } = context.shell.printer;
      const lines = tables.flatMap(({ id, label, dice }) =>
        wrapText(`${id}: ${label} (${dice})`, { width, indent: '    ', first: '  ' }),
      );
      show(context, lines.length === 0 ? ['This system has no tables.'] : lines, 'shownTables', {
        tables: tables.map(({ id, label, dice }) => ({ id, label, dice })),
      });
    },
  },
};
