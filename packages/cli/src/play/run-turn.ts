// Takes a turn of a game: plays it and shows it while it is played.

import { UsageError } from '@terrarium/kernel/errors';
import type { Game } from '@terrarium/rpg/game';
import { playTurn, resumeTurn, retryTurn } from '@terrarium/rpg/play-turn';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import { exitCodes } from '../shell/shell.ts';
import type { TableContext } from './play-context.ts';
import { openTurnScreen } from './turn-screen.ts';

export async function runTurn(context: TableContext, words: string, signal: AbortSignal): Promise<void> {
  await show(context, playTurn({ ...context.buildTurnOptions(), words, signal }));
}

/** Tells the turn anew from the same words, unless others are given; what was told before stays as a variant. */
export async function retryTold(context: TableContext, words: string, signal: AbortSignal): Promise<void> {
  refuseAside(context.game);
  await show(
    context,
    retryTurn({ ...context.buildTurnOptions(), words: words === '' ? undefined : words, signal }),
  );
}

/** Throws `UsageError` where the head is a turn beside the story, which cannot be told anew. */
export function refuseAside({ head }: Pick<Game, 'head'>): void {
  if (!head.isAside) return;
  throw new UsageError({
    code: 'play.nothing-told',
    happened: 'The last step was not a turn of the story but a roll or a value of your own.',
    todo: '/undo takes it back; after that, /retry tells the turn before it again.',
  });
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
  }
}

/** At a prompt a failure is shown and the game goes on; a program learns of it from the exit code. */
function recordFailure({ shell, hasPrompt }: TableContext, code: string): void {
  if (!hasPrompt) shell.exitCode = code === 'turn.cancelled' ? exitCodes.interrupted : exitCodes.halted;
}
