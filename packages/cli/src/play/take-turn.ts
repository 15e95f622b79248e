// Takes a turn of a game: plays it and shows it while it is played.

import { UsageError } from '@terrarium/kernel/errors';
import type { Game } from '@terrarium/rpg/game';
import { playTurn, resumeTurn, retryTurn } from '@terrarium/rpg/play-turn';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import { exitCodes } from '../shell/shell.ts';
import type { PlayDesk } from './play-desk.ts';
import { openTurnScreen } from './turn-screen.ts';

export async function takeTurn(desk: PlayDesk, words: string, signal: AbortSignal): Promise<void> {
  await show(desk, playTurn({ ...desk.turn(), words, signal }));
}

/** The same words once more, unless others are given; what was told before stays as a variant. */
export async function tellAgain(desk: PlayDesk, words: string, signal: AbortSignal): Promise<void> {
  refuseAside(desk.game);
  await show(desk, retryTurn({ ...desk.turn(), words: words === '' ? undefined : words, signal }));
}

/** Throws `UsageError` where the head is nothing that was told. */
export function refuseAside({ head }: Pick<Game, 'head'>): void {
  if (!head.isAside) return;
  throw new UsageError({
    code: 'play.nothing-told',
    happened: 'The last thing was no turn of the story but a roll or a value of your own.',
    todo: '/undo takes it back; then /retry tells the turn before it anew.',
  });
}

/** Goes on with a turn that was cut off, from what was paid for. */
export async function resumeLeft(desk: PlayDesk, signal: AbortSignal): Promise<void> {
  await show(desk, resumeTurn({ ...desk.turn(), signal }));
}

async function show(desk: PlayDesk, events: AsyncIterable<TurnEvent>): Promise<void> {
  const { shell, game, isJson, modelId } = desk;
  const isModel = modelId !== undefined;
  const screen = openTurnScreen({ printer: shell.printer, game, isModel, isJson });
  for await (const event of events) {
    screen.show(event);
    if (event.kind === 'turn-failed') noteFailure(desk, event.code);
  }
}

/** At a prompt a failure is said and the game goes on; a program is told by how the process ends. */
function noteFailure({ shell, hasPrompt }: PlayDesk, code: string): void {
  if (!hasPrompt) shell.exitCode = code === 'turn.cancelled' ? exitCodes.interrupted : exitCodes.halted;
}
