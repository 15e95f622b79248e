// Game: an open session: what is so now, the draft of the turn being played, and the ways through the tree of turns.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Crossed, FormulaFault } from '../system/settled.ts';
import type { System } from '../system/system.ts';
import type { GameState, Patch } from '../values/entity.ts';
import type { GameEvent, Standing } from './game-event.ts';
import type { Action, FrozenLore, Session, Teller, Turn, Unanswered } from './session.ts';

/** What one action came to. */
export interface Acted {
  readonly ok: boolean;
  /** What the model is told: old, new, what settling changed and why; or what was wrong and what would do. */
  readonly say: string;
  readonly patches: readonly Patch[];
  readonly rolls: readonly RolledCheck[];
  readonly crossed: readonly Crossed[];
  readonly faults: readonly FormulaFault[];
}

/** What a turn ends with. */
export interface TurnEnd {
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  /** What was recalled for the turn, frozen in where it fired. */
  readonly lore?: readonly FrozenLore[] | undefined;
  /** In the order in which they told it. */
  readonly toldBy?: readonly Teller[] | undefined;
}

/** What a turn follows. */
export interface Past {
  /** The last turn of it. */
  readonly head: Turn;
  readonly state: GameState;
  /** Its committed turns, newest last; `limit` of them. */
  listTurns(limit: number): readonly Turn[];
}

/**
 * A turn that is being played. What is done to it is seen through `state` and nowhere else until it is committed; each
 * action and each reply is written down as it comes, so that a killed process can resume or drop it.
 */
export interface TurnDraft {
  readonly number: number;
  readonly words: string;
  /** The game at the head; of a turn that is told anew, at the turn before it. */
  readonly past: Past;
  /** The turn at the head that this one tells anew: it stays there until this one is committed. */
  readonly retold: Turn | undefined;
  readonly state: GameState;
  readonly patches: readonly Patch[];
  readonly rolls: readonly RolledCheck[];
  readonly actions: readonly (Action & Acted)[];
  /** Runs one call through the tools, settles, and notes it. Never throws for what a model can mend. */
  execute(call: ToolCall, by: Action['by']): Acted;
  /** Notes a reply of the model, as JSON, before anything is done about it. */
  recordReply(reply: string): void;
  /** What `read` finds in the database is as it was at the end of `past`. It must not wait for anything. */
  readPast<Value>(read: () => Value): Value;
  /** One transaction: turn, events, rolls, state, memories, metadata, head. */
  commit(end: TurnEnd): Turn;
  /**
   * The head stays where it is, and nothing of the draft stays but the player's words, as what was not answered. Words
   * that the turn at the head has answered are not kept again, and of an aside nothing is.
   */
  delete(): void;
  /** The handle ends and the draft stays as one that was left: for a failure that time may mend. */
  close(): void;
}

export interface BeginOptions {
  /** What a player does beside the story; its narrative may be empty. */
  readonly isAside?: boolean | undefined;
}

/** What a killed process left behind. */
export interface LeftDraft {
  readonly words: string;
  /** The turn at the head that was being told anew. */
  readonly retold: Turn | undefined;
  readonly actions: readonly (Action & Acted)[];
  /** Replies of the model in order, as they were noted. */
  readonly replies: readonly string[];
  readonly atMs: number;
}

export interface Game {
  readonly session: Session;
  readonly system: System;
  /** At the head. */
  readonly state: GameState;
  readonly head: Turn;
  /** The committed turns before and at the head, newest last; `limit` of them. */
  listTurns(limit: number): readonly Turn[];
  /** What was done in a committed turn, in order. */
  readActions(turn: number): readonly (Action & Acted)[];
  /**
   * Throws `UsageError`: `session.turn-open` while another turn is open, in this process or another, and
   * `session.draft-left` while a left draft is neither resumed nor dropped. All that moves the head throws the same.
   */
  start(words: string, options?: BeginOptions): TurnDraft;
  findLeftDraft(): LeftDraft | undefined;
  /** Takes up the left draft where it stood: what its actions came to was written down with them. */
  resume(): TurnDraft;
  /** As `TurnDraft.delete`. `retold` is the turn that stays as it was told. */
  deleteLeftDraft(): { readonly words: string; readonly retold: Turn | undefined };
  /** Words of dropped turns that were not said again since, oldest first. */
  listUnanswered(): readonly Unanswered[];
  /** The head moves to the parent, `count` times; refused at the opening. Answers the new head. */
  undo(count?: number): Turn;
  /** The head moves one turn towards where it came back from. */
  redo(): Turn;
  /**
   * Begins to tell the turn at the head anew, with its own words or others: a draft beside the head, which moves when the
   * draft is committed. The former telling stays as a variant. Throws as `start` does, and `session.at-opening`.
   */
  retry(words?: string): TurnDraft;
  /** The other turns with the same parent as the head, by age. */
  listVariants(): readonly Turn[];
  moveTo(turn: number, reason: 'branch' | 'retry'): Turn;
  createTurnBranch(name: string): void;
  listBranches(): readonly { readonly name: string; readonly turn: number }[];
  /** Replaces the narrative of the head by an edited one: a new turn beside it with the same actions. */
  editNarrative(narrative: string): Turn;
  /**
   * What happened after the event of that number, oldest first, at most `limit` of them: whatever moved the head, what
   * was done beside the story, how it is to be told, by whichever process. Who takes them all stands where the game does.
   */
  listEvents(after?: number, limit?: number): readonly GameEvent[];
  /** Where the game stands, and the number of the last event that is in it: for a screen that joins late. */
  readStanding(): Standing;
  close(): void;
}
