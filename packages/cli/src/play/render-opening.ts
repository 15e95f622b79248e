// Renders what a player sees when a game is opened: which game it is, who narrates it, and how far the story has come.

import { nameOf } from '@terrarium/composition/name-ids';
import { playerId } from '@terrarium/rpg/entity';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { describeCutOff } from './describe-left.ts';
import type { TableContext } from './play-context.ts';
import { renderTold } from './render-told.ts';
import { listRecapped } from './travel-commands.ts';

const manner =
  'A text RPG: say what you do in your own words, or type the number of a suggestion. /help shows the rest. /quit or Ctrl-C leaves: every turn is kept, and the same command continues the game.';
const builtIn =
  'The built-in narrator tells this game. It has rules, dice and a grammar, and no language model. To use a model of your own: --model openai:NAME --base-url http://localhost:8080/v1';

export function renderOpening(context: TableContext): readonly string[] {
  const { game, shell, modelId } = context;
  const { width } = shell.printer;
  const { head, session, system } = game;
  const teller = modelId === undefined ? builtIn : `${modelId} tells this game.`;
  const paintDim = (text: string) => wrapText(text, { width }).map((line) => paint(line, 'dim'));
  return [
    ...wrapText(`${paint(session.name, 'bold')} ${paint(`· ${system.name} · turn ${head.number}`, 'dim')}`, {
      width,
    }),
    ...paintDim(manner),
    ...paintDim(teller),
    '',
    ...wrapText(renderPlayer(context), { width }),
    ...renderLastTime(context),
    ...renderTold(game, width),
    ...renderLeft(context),
  ];
}

function renderPlayer({ game }: TableContext): string {
  const player = game.state.find(playerId);
  const about = typeof player?.sheet['about'] === 'string' ? player.sheet['about'] : '';
  const name = nameOf(player, playerId);
  // Somebody of a story may be described in the story's own form: "John Carter, gentleman of Virginia".
  const isNamed = about.startsWith(`${name}, `);
  const said = about.replace(/\.$/u, '').slice(isNamed ? name.length : 0);
  return `You are ${paint(name, 'bold')}${isNamed || said === '' ? '' : ': '}${said}.`;
}

/** Shows an unfinished turn that was cut off by a failure or a kill and can be resumed. */
function renderLeft({ game, shell }: TableContext): readonly string[] {
  const left = game.findLeftDraft();
  if (left === undefined) return [];
  const said = `${describeCutOff(left)} /resume continues it, /drop gives it up.`;
  return ['', ...wrapText(paint(said, 'yellow'), { width: shell.printer.width })];
}

const recapped = 4;

/** Tells somebody who takes up a game again what happened before the turn that is shown. */
function renderLastTime({ game, shell }: TableContext): readonly string[] {
  const before = listRecapped(game, recapped).filter(({ id }) => id !== game.head.id);
  if (before.length === 0) return [];
  const { width } = shell.printer;
  const told = before.map(({ summary }) => summary).join(' ');
  return ['', ...wrapText(`Last time: ${told}`, { width }).map((line) => paint(line, 'dim'))];
}
