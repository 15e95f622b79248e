// Takes a turn of a game: plays it and shows it while it is played.

import { playTurn, resumeTurn, retryTurn } from '@terrarium/rpg/play-turn';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import type { PlayDesk } from './play-desk.ts';
import { openTurnScreen } from './turn-screen.ts';

export async function takeTurn(desk: PlayDesk, words: string, signal: AbortSignal): Promise<void> {
  await show(desk, playTurn({ ...desk.turn(), words, signal }));
}

/** The same words once more; what was told before stays as a variant. */
export async function tellAgain(desk: PlayDesk, signal: AbortSignal): Promise<void> {
  await show(desk, retryTurn({ ...desk.turn(), signal }));
}

/** Goes on with a turn that was cut off, from what was paid for. */
export async function resumeLeft(desk: PlayDesk, signal: AbortSignal): Promise<void> {
  await show(desk, resumeTurn({ ...desk.turn(), signal }));
}

async function show(desk: PlayDesk, events: AsyncIterable<TurnEvent>): Promise<void> {
  const { shell, game, isJson } = desk;
  const screen = openTurnScreen({ printer: shell.printer, game, isJson });
  for await (const event of events) screen.show(event);
}
