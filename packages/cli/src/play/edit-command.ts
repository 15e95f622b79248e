// Edit command: replaces the narrative of a turn with the player's own words, typed or written in an editor.

import { UsageError } from '@terrarium/kernel/errors';
import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';
import { wrapText } from '../screen/layout.ts';
import { show } from './look-commands.ts';
import { openEditor, refuseEditor } from './open-editor.ts';
import type { PlayCommand } from './play-command.ts';
import type { TableContext } from './play-context.ts';
import { showPlace } from './travel-commands.ts';

export const editCommand: PlayCommand = {
  usage: '/edit [n] [text]',
  about:
    'replaces the text of the last turn, or of turn n, with your own words; without words, opens the text in your editor (VISUAL, EDITOR). The former text stays in the log',
  run: (context, rest) => {
    const { number, text } = splitEdit(rest);
    const turn = number === undefined ? readLast(context.game) : requireTold(context.game, number, text);
    const written = text === '' ? askEditor(context, turn) : text;
    if (written === undefined) showUnchanged(context, turn);
    else showEdited(context, turn, written);
  },
};

function splitEdit(rest: string): { readonly number: number | undefined; readonly text: string } {
  const typed = /^(?<number>\d{1,6})(?:\s(?<text>.*))?$/su.exec(rest)?.groups;
  if (typed === undefined) return { number: undefined, text: rest };
  return { number: Number(typed['number']), text: typed['text']?.trim() ?? '' };
}

/**
 * How many turns to look back for one that was told. Turns outside the story, such as rolls, may follow it.
 */
const lookedBack = 200;

function readLast(game: Game): Turn {
  return game.listTurns(lookedBack).findLast(({ narrative }) => narrative !== '') ?? game.head;
}

function requireTold(game: Game, number: number, text: string): Turn {
  const { head } = game;
  const turn = number > head.number ? undefined : game.listTurns(head.number - number + 1)[0];
  if (turn !== undefined && turn.narrative !== '') return turn;
  const isText =
    text === ''
      ? ''
      : ` If your words begin with a number, write the turn's number first: /edit 12 3 riders come.`;
  throw new UsageError({
    code: 'play.no-such-telling',
    happened:
      turn === undefined
        ? `There is no turn ${number}: the story is at turn ${head.number}.`
        : `In turn ${number} nothing was told.`,
    todo: `/log shows the turns with their numbers.${isText}`,
  });
}

function askEditor({ shell, isJson }: TableContext, { number, words, narrative }: Turn): string | undefined {
  const otherwise = `type /edit ${number} and the new words.`;
  const isTerminal = shell.printer.isTerminal && shell.input.isTTY === true && !isJson;
  if (!isTerminal) throw refuseEditor('An editor needs a terminal.', otherwise);
  const said = words === '' ? 'the opening' : words.replaceAll(/\s+/gu, ' ').slice(0, 200);
  const notes = [
    `Turn ${number}: ${said}`,
    'The text above is what was told: rewrite it. Lines that begin like this one are left out.',
    'Dice and sheets stay as they are. If you change nothing, or delete everything, the turn stays as it is too.',
  ];
  return openEditor(shell.input, { text: narrative, notes, otherwise });
}

function showUnchanged(context: TableContext, { number }: Turn): void {
  const { head } = context.game;
  show(context, [`Nothing was changed in turn ${number}.`], 'shownHead', { head });
}

function showEdited(context: TableContext, { number }: Turn, text: string): void {
  const { game, shell } = context;
  const last = readLast(game).number;
  const head = game.editNarrative(text, number);
  const what = `Turn ${number} is now as you wrote it`;
  if (number === last) showPlace(context, `${what}.`);
  else {
    const says = `${what}, and the later turns are as they were. /branch also lists the game before this edit.`;
    show(context, wrapText(says, { width: shell.printer.width }), 'shownHead', { head });
  }
}
