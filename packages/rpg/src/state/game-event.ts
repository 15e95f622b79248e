// Game event: the type of what screens must know about a game beyond its narratives; each event has a number, so none is missed.

import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Patch } from '../values/entity.ts';
import type { Placed } from './placed.ts';
import type { Turn } from './session.ts';
import type { MoveReason } from './session-store.ts';
import type { TurnPreferences } from './turn-preferences.ts';

/**
 * `sequence` counts from 1 in each game, without gaps, whichever process caused the event, and never changes: a screen
 * asks for the events after the last one it has. The events of `turn/turn-event.ts` report what happens while a turn is
 * played.
 */
export type GameEvent = { readonly sequence: number } & GameHappening;

export type GameHappening =
  /**
   * The player said something, or began something outside the story, such as a roll of their own. Until `turn-ended`,
   * the turn is being played or was left unfinished.
   */
  | {
      readonly kind: 'turn-begun';
      readonly words: string;
      readonly isAside: boolean;
      /** The turn that the new turn follows: the head or, if the head is retold, the turn before the head. */
      readonly parent: number;
    }
  /** The turn was committed if a `head-moved` came before this, else it was dropped. */
  | { readonly kind: 'turn-ended' }
  /** Words of a turn that was dropped: they have no answer until they are said again. */
  | { readonly kind: 'words-kept'; readonly words: string; readonly parent: number }
  | HeadMoved
  /** From now on the name stands for this turn, even if it stood for another. */
  | { readonly kind: 'branch-named'; readonly name: string; readonly turn: number }
  /** How the player wants the game told: style, length, note. The event replaces all earlier wishes. */
  | { readonly kind: 'wishes-changed'; readonly wishes: TurnPreferences };

/**
 * The head moved: a turn or something outside the story was committed, undone, redone, retold or edited, or the player
 * went to another branch.
 */
export interface HeadMoved {
  readonly kind: 'head-moved';
  readonly reason: MoveReason;
  /** Id of a turn; undefined if the game begins here. */
  readonly from: number | undefined;
  readonly to: number;
  /** The visible turns up to this number stay, and `turns` follow them; -1 if none stays. */
  readonly keep: number;
  readonly turns: readonly ShownTurn[];
  /** Patches that, applied in order to the state at `from`, give the state at `to`. */
  readonly patches: readonly Patch[];
  readonly stateHash: string;
}

export interface ShownTurn extends Turn {
  readonly rolls: readonly RolledCheck[];
}

/** The state of a game at one moment, with which a screen that joins late begins. */
export interface Standing {
  /** The number of the last event that is included; 0 if there is none. */
  readonly sequence: number;
  readonly head: Turn;
  readonly entities: readonly Placed[];
}
