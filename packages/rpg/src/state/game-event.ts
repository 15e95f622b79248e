// Game event: what a screen must hear of a game beside the telling of a turn; numbered, kept with the game, given again.

import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Patch } from '../values/entity.ts';
import type { Placed } from './placed.ts';
import type { Turn } from './session.ts';
import type { MoveReason } from './session-store.ts';
import type { TurnPreferences } from './turn-preferences.ts';

/**
 * `sequence` counts from 1 in each game, without gaps and for good, whichever process did it: a screen asks for what
 * came after the last event it took. How a turn is told while it is played are the events of `turn/turn-event.ts`.
 */
export type GameEvent = { readonly sequence: number } & GameHappening;

export type GameHappening =
  /** Words were said, or something is done beside the story. Until `turn-ended` the turn is played, or was left half played. */
  | {
      readonly kind: 'turn-begun';
      readonly words: string;
      readonly isAside: boolean;
      /** The turn it follows: the head, or the one before it where the head is told anew. */
      readonly parent: number;
    }
  /** Committed where a `head-moved` stands before it, else dropped. */
  | { readonly kind: 'turn-ended' }
  /** Words of a turn that was dropped: not answered, until they are said again. */
  | { readonly kind: 'words-kept'; readonly words: string; readonly parent: number }
  | HeadMoved
  /** A name that is there already stands for this turn from now on. */
  | { readonly kind: 'branch-named'; readonly name: string; readonly turn: number }
  /** How the player wants it told: style, length, note. All of it, what was before no longer holds. */
  | { readonly kind: 'wishes-changed'; readonly wishes: TurnPreferences };

/** The game stands elsewhere: a turn or something beside the story was committed, taken back, done again, told otherwise. */
export interface HeadMoved {
  readonly kind: 'head-moved';
  readonly reason: MoveReason;
  /** Ids of turns; from nowhere where the game begins. */
  readonly from: number | undefined;
  readonly to: number;
  /** Of the visible turns those up to this number stay, and `turns` follow them; -1 where none stays. */
  readonly keep: number;
  readonly turns: readonly ShownTurn[];
  /** In order: what is so at `from`, with these done to it, is what is so at `to`. */
  readonly patches: readonly Patch[];
  /** Of what is so at `to`. */
  readonly stateHash: string;
}

export interface ShownTurn extends Turn {
  readonly rolls: readonly RolledCheck[];
}

/** Where a game stands at one moment: what a screen that joins late begins with. */
export interface Standing {
  /** Of the last event that is in it; 0 where there is none. */
  readonly sequence: number;
  readonly head: Turn;
  readonly entities: readonly Placed[];
}
