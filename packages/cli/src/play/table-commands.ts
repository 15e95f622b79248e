// Table commands: what a player may do beside the story: dice, going back, branches, how the story is told.

import { buildActed } from '@terrarium/composition/build-action';
import { listTellings } from '@terrarium/composition/list-tellings';
import { UsageError } from '@terrarium/kernel/errors';
import { readWritten } from '@terrarium/rpg/build-character';
import type { Acted, Game } from '@terrarium/rpg/game';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { parseValue } from '../shell/parse-value.ts';
import { show } from './look-commands.ts';
import { parseCount } from './parse-count.ts';
import type { PlayCommands } from './play-command.ts';
import type { TableContext } from './play-context.ts';
import { renderChanges } from './render-change.ts';
import { renderRoll } from './render-roll.ts';
import { renderStatus } from './render-status.ts';
import { renderTold } from './render-told.ts';
import { resolveFieldPath } from './resolve-field-path.ts';
import { refuseAside, resumeLeft, retryTold, runTurn } from './run-turn.ts';

export const tableCommands: PlayCommands = {
  roll: {
    usage: '/roll 2d6+1 [for what]',
    about: 'rolls dice, noted in the log; @path reads your sheet',
    run: (context, rest) => {
      if (rest === '') throw refuseEmpty('/roll', 'dice, such as /roll 2d6+1');
      executeAside(context, `/roll ${rest}`, {
        name: 'roll',
        arguments: splitRoll(rest),
      });
    },
  },
  set: {
    usage: '/set path value',
    about:
      'corrects a value of your sheet, by its label or its path, within the rules, such as /set vigour 5',
    run: (context, rest) => {
      const typed = /^(?<path>\S+)\s+(?<value>\S.*)$/su.exec(rest)?.groups;
      if (typed === undefined) throw refuseEmpty('/set', 'a path and a value, such as /set vigour 5');
      const path = resolveFieldPath(context.game.system, typed['path'] ?? '');
      const sheet = context.game.system.sheets.get('character');
      const parsed = parseValue(typed['value'] ?? '');
      const args = { path, value: sheet === undefined ? parsed : readWritten(sheet, path, parsed) };
      executeAside(context, `/set ${rest}`, { name: 'set', arguments: args });
    },
  },
  undo: {
    usage: '/undo [n]',
    about: 'takes back the last turn, or the last n: words, dice, wounds and all',
    run: (context, rest) => {
      const turn = context.game.undo(rest === '' ? 1 : parseCount(rest));
      showPlace(context, `Back at turn ${turn.number}. /redo goes forward again.`);
    },
  },
  redo: {
    usage: '/redo',
    about: 'goes forward again to what was undone',
    run: (context) => {
      const turn = context.game.redo();
      showPlace(context, `At turn ${turn.number} again.`);
    },
  },
  retry: {
    usage: '/retry [n or words]',
    about:
      'tells the last turn again and keeps all tellings; with n, goes back to the nth; with words, says those in place of yours',
    run: async (context, rest, signal) => {
      if (!isNumber.test(rest)) return await retryTold(context, rest, signal);
      refuseAside(context.game);
      const tellings = listTellings(context.game);
      const chosen = tellings[parseCount(rest) - 1];
      if (chosen === undefined) throw refuseVariant(tellings.length);
      if (chosen.id !== context.game.head.id) context.game.moveTo(chosen.id, 'retry');
      showPlace(context, `Telling ${rest} of ${tellings.length}.`);
    },
  },
  branch: {
    usage: '/branch [name]',
    about: 'names this moment, so that /go can take you back to it, or lists the names',
    run: (context, rest) => {
      if (rest === '') return showBranches(context);
      context.game.createTurnBranch(rest);
      show(context, [`This moment is called "${rest}". "/go ${rest}" comes back to it.`], 'namedBranch', {
        branch: rest,
      });
    },
  },
  go: {
    usage: '/go name',
    about: 'goes to a moment that was named; what happened since stays where it is',
    run: (context, rest) => {
      const branch = context.game.listBranches().find(({ name }) => name === rest);
      if (branch === undefined) throw refuseBranch(context.game, rest);
      const turn = context.game.moveTo(branch.turn, 'branch');
      showPlace(context, `At "${rest}", turn ${turn.number}.`);
    },
  },
  edit: {
    usage: '/edit text',
    about: 'replaces the last narration by your own words; the former stays in the log',
    run: (context, rest) => {
      if (rest === '') throw refuseEmpty('/edit', 'the whole new text');
      context.game.editNarrative(rest);
      showPlace(context, 'The last narration is now as you wrote it.');
    },
  },
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

/** Written like a number, valid or not; anything else is words. */
const isNumber = /^[-+]?[\d.,]+$/u;

/** The longest beginning that is valid dice is the formula; the rest is the reason. */
function splitRoll(text: string): { readonly formula: string; readonly reason?: string } {
  const words = text.split(/\s+/u).slice(0, mostWords);
  const count = words.findLastIndex((_, at) => parseDice(words.slice(0, at + 1).join(' ')).ok) + 1;
  const formula = words.slice(0, Math.max(1, count)).join(' ');
  const reason = words
    .slice(Math.max(1, count))
    .join(' ')
    .replace(/^for\s+/iu, '');
  return reason === '' ? { formula } : { formula, reason };
}

const mostWords = 100;

interface AsideCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Something done beside the story is a turn of its own, so that it can be taken back like any other. */
function executeAside(context: TableContext, words: string, call: AsideCall): void {
  const draft = context.game.start(words, { isAside: true });
  let acted: Acted;
  try {
    acted = draft.execute(
      { id: 'aside', name: call.name, arguments: JSON.stringify(call.arguments) },
      'player',
    );
  } catch (error) {
    draft.delete();
    throw error;
  }
  if (!acted.ok) {
    draft.delete();
    throw new UsageError({
      code: 'play.refused',
      happened: acted.say,
      todo: 'Nothing was changed. /sheet shows what stands there.',
    });
  }
  draft.commit({
    narrative: '',
    suggestions: context.game.head.suggestions,
    summary: words,
    tags: [],
    importance: 0.1,
  });
  const { width } = context.shell.printer;
  const view = { system: context.game.system, state: context.game.state, width };
  const lines = [
    ...acted.rolls.flatMap((roll) => renderRoll(roll, width)),
    ...renderChanges(acted.patches, view),
  ];
  show(context, lines.length === 0 ? [acted.say] : lines, 'doneAside', { acted: buildActed(acted) });
}

function showPlace(context: TableContext, what: string): void {
  const { game, shell, hasPrompt } = context;
  const { width } = shell.printer;
  const status = hasPrompt ? [] : ['', ...renderStatus(game, width)];
  show(context, [what, ...renderTold(game, width), ...status], 'shownHead', { head: game.head });
}

function showBranches(context: TableContext): void {
  const branches = context.game.listBranches();
  const lines = branches.map(
    ({ name, turn }) => `  ${name}${turn === context.game.head.id ? '  (you are here)' : ''}`,
  );
  show(context, lines.length === 0 ? ['No moment has a name yet: /branch NAME.'] : lines, 'shownBranches', {
    branches,
  });
}

function refuseBranch(game: Game, name: string): UsageError {
  const names = game.listBranches().map((branch) => branch.name);
  return new UsageError({
    code: 'play.unknown-branch',
    happened: `No moment of this game has the name "${name}".`,
    todo: names.length === 0 ? 'Name one with /branch NAME.' : `There are: ${names.join(', ')}.`,
  });
}

function refuseVariant(count: number): UsageError {
  return new UsageError({
    code: 'play.unknown-variant',
    happened: `The last turn was told ${count === 1 ? 'once' : `${count} times`}.`,
    todo: 'Take a telling by its number, or /retry alone for a new one.',
  });
}

function refuseEmpty(command: string, what: string): UsageError {
  return new UsageError({
    code: 'play.nothing-said',
    happened: `${command} needs ${what}.`,
    todo: '/help shows how each command is written.',
  });
}
