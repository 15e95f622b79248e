// Chance commands: outside the story, a player asks chance (the oracle), rolls on a table, or pays for a better roll.

import { describeSpends } from '@terrarium/composition/describe-spends';
import { listOpenChoices } from '@terrarium/composition/list-open-choices';
import { parseQuestion, parseSpending } from '@terrarium/composition/plan-beside';
import { UsageError } from '@terrarium/kernel/errors';
import { renderNoSpend } from '@terrarium/rpg/render-no-spend';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { executeAside, renderOpenChoices } from './execute-aside.ts';
import { show } from './look-commands.ts';
import type { PlayCommands } from './play-command.ts';

export const chanceCommands: PlayCommands = {
  ask: {
    usage: '/ask [likely] question',
    about: 'asks the oracle what nobody knows, such as /ask likely Is the door watched?',
    run: (context, rest) => {
      const given = parseQuestion(rest);
      executeAside(context, `/ask ${rest}`, { name: 'oracle', arguments: given });
    },
  },
  spend: {
    usage: '/spend [what] [points]',
    about:
      'pays to improve your last roll, if the rules allow it; without words, lists what can be paid, for what price, and which roll it would change',
    run: (context, rest) => {
      if (rest !== '') {
        const more = wrapText('/continue tells what the roll brings now.', {
          width: context.shell.printer.width,
          indent: '  ',
        });
        executeAside(context, `/spend ${rest}`, { name: 'roll', arguments: parseSpending(rest) }, more);
        return;
      }
      const spends = describeSpends(context.game);
      const { width } = context.shell.printer;
      const lines = spends.flatMap(({ id, label, says, changes }) => [
        ...wrapText(`${paint(id, 'bold')}: ${label}: ${says}.`, { width, indent: '    ', first: '  ' }),
        ...wrapText(changes, { width, indent: '    ' }),
      ]);
      show(
        context,
        lines.length === 0
          ? wrapText(renderNoSpend(context.game.system.manifest.narrator), { width })
          : lines,
        'shownSpends',
        { spends: spends.map((spend) => ({ ...spend })) },
      );
    },
  },
  choose: {
    usage: '/choose [n]',
    about:
      'takes one of the options that the rules leave to you, such as a trauma; without a number, lists them',
    run: (context, rest) => {
      const options = listOpenChoices(context.game).flat();
      if (rest === '') {
        const lines = renderOpenChoices(context.game, context.shell.printer.width);
        show(context, lines.length === 0 ? ['Nothing is yours to choose just now.'] : lines, 'shownChoices', {
          suggestions: options.map(({ says }) => says),
        });
        return;
      }
      const wanted = rest.toLowerCase();
      const chosen = /^\d{1,3}$/u.test(rest)
        ? options[Number(rest) - 1]
        : options.find(({ says }) => ` ${says.toLowerCase()}`.endsWith(` ${wanted}`));
      if (chosen === undefined) throw refuseOption(rest, options.length);
      executeAside(context, chosen.line, chosen.calls);
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
      const lines = tables.flatMap(({ label, dice }) =>
        wrapText(`/table ${label} · ${dice}`, { width, indent: '    ', first: '  ' }),
      );
      show(context, lines.length === 0 ? ['This system has no tables.'] : lines, 'shownTables', {
        tables: tables.map(({ id, label, dice }) => ({ id, label, dice })),
      });
    },
  },
};

function refuseOption(rest: string, count: number): UsageError {
  return new UsageError({
    code: 'play.unknown-option',
    happened: `“${rest}” is nothing that you can choose now.`,
    todo: count === 0 ? 'Nothing is yours to choose just now.' : '/choose lists the options.',
  });
}
