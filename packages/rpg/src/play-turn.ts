// Plays a turn from the player's words to the commit, and reports what happens meanwhile; the entry point of this package.

import { streamTurn, type TurnOptions } from './turn/stream-turn.ts';
import type { TurnEvent } from './turn/turn-event.ts';

export interface PlayOptions extends TurnOptions {
  /** What the player says or tries; words that begin with `/ooc` are for the narrator, outside the story. */
  readonly words: string;
}

type TurnEvents = AsyncGenerator<TurnEvent, void, undefined>;

/**
 * Plays one turn and reports its events. Throws `UsageError` before anything has happened: `session.turn-open` while
 * another turn runs, `session.draft-left` if an interrupted turn has neither been resumed nor dropped. A later failure
 * is reported as the event `turn-failed`, and the game stays at its last turn. Leaving the loop over the events cancels
 * the turn, as the signal does.
 */
export function playTurn({ words, ...options }: PlayOptions): TurnEvents {
  return streamTurn(options, { kind: 'words', words });
}

/** Continues the turn that was interrupted, without asking again for replies that the model has given already. */
export function resumeTurn(options: TurnOptions): TurnEvents {
  return streamTurn(options, { kind: 'resume' });
}

export interface RetryOptions extends TurnOptions {
  /** If absent, the words of the last turn are used. */
  readonly words?: string | undefined;
}

/**
 * Plays the last turn once more, with the same words and dice, or with other words. The earlier turn stays as a
 * variant. The game stays as it was until the new turn is committed.
 */
export function retryTurn({ words, ...options }: RetryOptions): TurnEvents {
  return streamTurn(options, { kind: 'retry', words });
}
