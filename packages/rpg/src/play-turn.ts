// Plays a turn: the player's words, the model and the tools, the narrative, one commit; this package's entry point.

import { streamTurn, type TurnOptions } from './turn/stream-turn.ts';
import type { TurnEvent } from './turn/turn-event.ts';

export interface PlayOptions extends TurnOptions {
  /** What the player says or tries; what begins with `/ooc` is said to the narrator outside the story. */
  readonly words: string;
}

type TurnEvents = AsyncGenerator<TurnEvent, void, undefined>;

/**
 * Plays one turn and reports its events. Throws `UsageError` before anything has happened: `session.turn-open` while
 * another turn runs, `session.draft-left` while one that broke off is neither resumed nor dropped. What fails later is
 * reported as the event `turn-failed`, and the game stays at its last turn. Leaving the loop cancels the turn, as the
 * signal does.
 */
export function playTurn({ words, ...options }: PlayOptions): TurnEvents {
  return streamTurn(options, { kind: 'words', words });
}

/** Goes on with the turn that broke off; replies that the model has given already are not asked for again. */
export function resumeTurn(options: TurnOptions): TurnEvents {
  return streamTurn(options, { kind: 'resume' });
}

export interface RetryOptions extends TurnOptions {
  /** The words of the last turn if absent. */
  readonly words?: string | undefined;
}

/**
 * Tells the last turn once more, with the same words and dice, or with other words; the other telling stays as a
 * variant. Until this telling is committed, the game stays as it was.
 */
export function retryTurn({ words, ...options }: RetryOptions): TurnEvents {
  return streamTurn(options, { kind: 'retry', words });
}
