// Table commands: roll, set, edit, talk out of character, and resume or drop a turn, all outside the story.

import { computeOdds } from '@terrarium/rpg/compute-odds';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { paint } from '../screen/style.ts';
import { editCommand } from './edit-command.ts';
import { executeAside } from './execute-aside.ts';
import { show } from './look-commands.ts';
import type { PlayCommands } from './play-command.ts';
import { readNamedRoll } from './read-named-roll.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { measureReaching, renderShare } from './render-odds.ts';
import { resumeLeft, runTurn } from './run-turn.ts';
import { setCommand } from './set-command.ts';
import { type SplitRoll, splitRoll } from './split-roll.ts';

export const tableCommands: PlayCommands = {
  roll: {
    usage: '/roll 2d6+1 [for what]',
    about:
      'rolls dice, and notes them in the log. @path takes a value from your sheet; >= 15 shows how likely it was to reach 15. A check or a move is rolled by its name, with all its consequences: /roll strike against Hob',
    run: (context, rest) => {
      if (rest === '') throw refuseEmpty('/roll', 'dice, such as /roll 2d6+1');
      const named = readNamedRoll(context.game.system, rest);
      if (named !== undefined) {
        executeAside(context, `/roll ${rest}`, { name: 'roll', arguments: named });
        return;
      }
      const split = splitRoll(rest);
      executeAside(context, `/roll ${rest}`, { name: 'roll', arguments: { ...split } }, renderChance(split));
    },
  },
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

/** How likely the roll was to reach a number; empty if the formula reads values of a sheet. */
function renderChance({ formula, versus }: SplitRoll): readonly string[] {
  const parsed = versus === undefined ? undefined : parseDice(formula);
  if (parsed?.ok !== true || versus === undefined || parsed.dice.references.length > 0) return [];
  const found = computeOdds(parsed.dice);
  if (!found.ok || found.odds.distribution === undefined) return [];
  const share = measureReaching(found.odds.distribution, versus);
  return [paint(`  The chance of reaching ${versus} was ${renderShare(share)}.`, 'dim')];
}
