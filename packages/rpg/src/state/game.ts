// Game: an open session: its present state, the draft of the turn that is being played, and moves in the tree of turns.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Choice, Crossed, FormulaFault } from '../system/settled.ts';
import type { System } from '../system/system.ts';
import type { GameState, Patch } from '../values/entity.ts';
import type { GameEvent, Standing } from './game-event.ts';
import type { Action, FrozenLore, Session, Teller, Turn, TurnMark, Unanswered } from './session.ts';

/** The result of one action. */
export interface Acted {
  readonly ok: boolean;
  /**
   * What the model is told: the old and new values, and what settling changed and why; or what was wrong and what would
   * be accepted.
   */
  readonly say: string;
  readonly patches: readonly Patch[];
  readonly rolls: readonly RolledCheck[];
  readonly crossed: readonly Crossed[];
  readonly faults: readonly FormulaFault[];
  /** The choices that the rules leave open after the action. */
  readonly choices: readonly Choice[];
}

/** What a turn is committed with. */
export interface TurnEnd {
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  /** What was recalled for the turn, kept with it as it was. */
  readonly lore?: readonly FrozenLore[] | undefined;
  /** The models that told it, in order. */
  readonly toldBy?: readonly Teller[] | undefined;
  /** What the model found wrong in the narrative when it was asked to check it. */
  readonly marks?: readonly TurnMark[] | undefined;
}

/** The turns that a turn follows, up to the last of them, and the state after it. */
export interface Past {
  /** The last of these turns. */
  readonly head: Turn;
  readonly state: GameState;
  /** The last `limit` committed turns, newest last. */
  listTurns(limit: number): readonly Turn[];
}

/**
 * A turn that is being played. What it does is seen through `state` and nowhere else until it is committed; each action
 * and each reply is written down as it comes, so that after a kill another process can resume or drop it.
 */
export interface TurnDraft {
  readonly number: number;
  readonly words: string;
  /** The game at the head or, if the turn is told again, at the turn before it. */
  readonly past: Past;
  /** The turn at the head that this draft retells; it stays there until the draft is committed. */
  readonly retold: Turn | undefined;
  readonly state: GameState;
  readonly patches: readonly Patch[];
  readonly rolls: readonly RolledCheck[];
  readonly actions: readonly (Action & Acted)[];
  /** Runs one call through the tools, settles, and notes the action. Never throws for what a model can mend. */
  execute(call: ToolCall, by: Action['by']): Acted;
  /** Notes a reply of the model, as JSON, before anything is done about it. */
  recordReply(reply: string): void;
  /** Runs `read` while the database is as it was at the end of `past`. It must not wait for anything. */
  readPast<Value>(read: () => Value): Value;
  /** Commits turn, events, rolls, state, memories, metadata and head in one transaction. */
  commit(end: TurnEnd): Turn;
  /**
   * Drops the draft. The head stays where it is, and only the player's words are kept, as unanswered. They are not kept
   * if the turn at the head has answered the same words, nor are the words of an aside.
   */
  delete(): void;
  /** Closes the handle and leaves the draft, to be resumed or dropped: for a failure that time may mend. */
  close(): void;
}

export interface BeginOptions {
  /** Whether the turn is something that the player does beside the story; its narrative may be empty. */
  readonly isAside?: boolean | undefined;
}

/** What a killed process left of a turn. */
export interface LeftDraft {
  readonly words: string;
  /** The turn at the head that was being retold. */
  readonly retold: Turn | undefined;
  readonly actions: readonly (Action & Acted)[];
  /** Replies of the model in order, as they were noted. */
  readonly replies: readonly string[];
  readonly atMs: number;
}

export interface Game {
  readonly session: Session;
  readonly system: System;
  /** The state at the head. */
  readonly state: GameState;
  readonly head: Turn;
  /** The last `limit` committed turns up to the head, newest last. */
  listTurns(limit: number): readonly Turn[];
  /**
   * The last `limit` committed turns, newest first, each with the state after it, which is valid until the next turn is
   * asked for.
   */
  iterateStates(limit: number): Iterable<{ readonly turn: Turn; readonly state: GameState }>;
  /** What was done in a committed turn, in order. */
  readActions(turn: number): readonly (Action & Acted)[];
  /** What a model found wrong in the narrative of a committed turn when it was asked to check it. */
  readMarks(turn: number): readonly TurnMark[];
  /**
   * Throws `UsageError`: `session.turn-open` while another turn is open, in this process or another, and
   * `session.draft-left` while a left draft is neither resumed nor dropped. Everything else that moves the head throws
   * the same errors.
   */
  start(words: string, options?: BeginOptions): TurnDraft;
  /** Whether a turn was begun and has not ended: another program is playing it, or left it unfinished. */
  isTurnOpen(): boolean;
  findLeftDraft(): LeftDraft | undefined;
  /** Continues the left draft from the point that it had reached: the results of its actions were stored with them. */
  resume(): TurnDraft;
  /**
   * Does the same as `TurnDraft.delete`. `retold` is the turn that keeps its narrative, if the draft was to retell one.
   */
  deleteLeftDraft(): { readonly words: string; readonly retold: Turn | undefined };
  /** Words of dropped turns that were not said again since, oldest first. */
  listUnanswered(): readonly Unanswered[];
  /** Moves the head to the parent, `count` times; refused at the opening. Returns the new head. */
  undo(count?: number): Turn;
  /** Moves the head one turn towards the turn from which it was moved back. */
  redo(): Turn;
  /** The turn that `redo` would lead to. */
  findNext(): Turn | undefined;
  /**
   * Begins to retell the turn at the head, with the same words or others: as a draft beside the head, which moves when
   * the draft is committed. The former telling stays as a variant. Throws as `start` does, and `session.at-opening`.
   */
  retry(words?: string): TurnDraft;
  /** The other turns with the same parent as the head, oldest first. */
  listVariants(): readonly Turn[];
  /** The last turn of every path that was played, oldest first. */
  listTips(): readonly Turn[];
  moveTo(turn: number, reason: 'branch' | 'retry'): Turn;
  createTurnBranch(name: string): void;
  listBranches(): readonly { readonly name: string; readonly turn: number }[];
  /**
   * Replaces the narrative of a turn on the way to the head, or of the head if no number is given, by an edited one:
   * creates a new turn beside it with the same actions, and copies the turns that followed. Returns the head.
   */
  editNarrative(narrative: string, number?: number): Turn;
  /**
   * Events with a higher number than `after`, oldest first, at most `limit` of them: moves of the head, what was done
   * beside the story, and changes in how the game is to be told, from any process. A screen that applies all of them
   * shows the game as it is now.
   */
  listEvents(after?: number, limit?: number): readonly GameEvent[];
  /** The game as it is now, and the number of the last event included in it: for a screen that joins late. */
  readStanding(): Standing;
  close(): void;
}
