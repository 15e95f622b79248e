// Takes a turn of a game: plays it and shows it while it is played.

import { withWish } from '@terrarium/composition/plan-turn';
import { refuseAside } from '@terrarium/composition/travel-turns';
import type { Game } from '@terrarium/rpg/game';
import { playTurn, resumeTurn, retryTurn } from '@terrarium/rpg/play-turn';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { exitCodes } from '../shell/shell.ts';
import { describeLeft } from './describe-left.ts';
import type { TableContext } from './play-context.ts';
import { openTurnScreen } from './turn-screen.ts';

export async function runTurn(context: TableContext, words: string, signal: AbortSignal): Promise<void> {
  const next = context.game.findNext();
  if (next !== undefined && !next.isAside) announceAside(context, describeLeft(next));
  await show(context, playTurn({ ...context.buildTurnOptions(), words, signal }));
}

export interface Retelling {
  /** Words to use in place of what the player said in the turn; if undefined, what the player said is kept. */
  readonly words?: string;
  /** How the turn is to be told this time. */
  readonly wish?: string;
  /** Whether the player gave the wish with this very command, and not earlier. */
  readonly isSaid?: boolean;
  /** Whether the player gave `words` to replace what they had said: then the player is told so. */
  readonly isReworded?: boolean;
}

/** Tells the turn again; the earlier narrative stays as a variant. */
export async function retryTold(
  context: TableContext,
  { words, wish = '', isSaid = false, isReworded = false }: Retelling,
  signal: AbortSignal,
): Promise<void> {
  refuseAside(context.game);
  const options = context.buildTurnOptions();
  if (isReworded) announceAside(context, renderReworded(words ?? '', context.game.head));
  if (isSaid && context.modelId === undefined) announceAside(context, unheard);
  await show(context, retryTurn({ ...withWish(options, wish), words, signal }));
}

/** Shown before the turn is told again, because the player may have meant the words as a wish about the telling. */
function renderReworded(words: string, head: { readonly number: number; readonly words: string }): string {
  const said = head.words === '' ? '' : ` (“${cutText(head.words, longestWords)}”, turn ${head.number})`;
  return `“${cutText(words, longestWords)}” takes the place of what you said${said}. To say how the turn should be told, use /retry HOW.`;
}

const longestWords = 60;
const unheard =
  'The built-in narrator has fixed sentences and cannot follow this; it tells the turn in other words.';

/** Says something that is not an event of the turn, but only to a person, never to a program. */
function announceAside({ shell, isJson }: TableContext, text: string): void {
  const { printer } = shell;
  if (!isJson)
    printer.writeLines(...wrapText(text, { width: printer.width }).map((line) => paint(line, 'dim')));
}

/** Goes on with an unfinished turn, from the replies already paid for. */
export async function resumeLeft(context: TableContext, signal: AbortSignal): Promise<void> {
  await show(context, resumeTurn({ ...context.buildTurnOptions(), signal }));
}

async function show(context: TableContext, events: AsyncIterable<TurnEvent>): Promise<void> {
  const { shell, game, isJson, modelId } = context;
  const isModel = modelId !== undefined;
  const screen = openTurnScreen({ printer: shell.printer, game, isModel, isJson });
  for await (const event of events) {
    screen.show(event);
    if (event.kind === 'turn-failed') recordFailure(context, event.code);
    if (event.kind === 'narrative-flagged' && isModel) announceCheck(context, event.flags.length);
  }
}

/** How many marks were shown in each game since it was opened. */
const markCounts = new WeakMap<Game, number>();
const enoughMarks = 3;
const checkOffer =
  'Fixed rules made these marks. A capable model finds far more, and seldom marks a sentence by mistake: /check mark asks a model after each telling, for about 600 tokens a turn.';

/** Offers the check by a model once, after a few marks were shown, if it is off. */
function announceCheck(context: TableContext, count: number): void {
  const { game, wishes } = context;
  const before = markCounts.get(game) ?? 0;
  markCounts.set(game, before + count);
  const isOff = (wishes.read().check ?? 'off') === 'off';
  if (isOff && before < enoughMarks && before + count >= enoughMarks) announceAside(context, checkOffer);
}

/** At a prompt a failure is shown and the game goes on. A program learns of it from the exit code. */
function recordFailure({ shell, hasPrompt }: TableContext, code: string): void {
  if (!hasPrompt) shell.exitCode = code === 'turn.cancelled' ? exitCodes.interrupted : exitCodes.halted;
}
