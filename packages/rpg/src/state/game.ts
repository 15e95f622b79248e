// Game: the interface of an open game, with its state, its draft, and functions that move through the tree of turns.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { Choice, Crossed, FormulaFault } from '../system/settled.ts';
import type { System } from '../system/system.ts';
import type { GameState, Patch } from '../values/entity.ts';
import type { GameEvent, Standing } from './game-event.ts';
import type {
  Action,
  FrozenLore,
  Session,
  StorySoFar,
  Teller,
  Turn,
  TurnMark,
  Unanswered,
} from './session.ts';

/** The result of one action. */
export interface Acted {
  readonly ok: boolean;
  /**
   * The answer to the model: old and new values, and what settling changed and why; or what was wrong and what would be
   * accepted.
   */
  readonly say: string;
  readonly patches: readonly Patch[];
  readonly rolls: readonly RolledCheck[];
  readonly crossed: readonly Crossed[];
  readonly faults: readonly FormulaFault[];
  /** The choices that the rules leave open after the action. */
  readonly choices: readonly Choice[];
  /** What the action made the program do beforehand; the changes are also among the action's own. */
  readonly lead?: Pick<Acted, 'patches'> | undefined;
}

/** What a turn is committed with. */
export interface TurnEnd {
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  /** What was recalled for the turn; it is stored unchanged with the turn. */
  readonly lore?: readonly FrozenLore[] | undefined;
  /** The models that told the turn, in order. */
  readonly toldBy?: readonly Teller[] | undefined;
  /** What the check of the narrative found, and thinking that was not shown. */
  readonly marks?: readonly TurnMark[] | undefined;
}

/** The turns before a turn, and the state after the last of them. */
export interface Past {
  /** The last of these turns. */
  readonly head: Turn;
  readonly state: GameState;
  /** The last `limit` committed turns, newest last. */
  listTurns(limit: number): readonly Turn[];
}

export interface CallManner {
  /**
   * Whether the call comes from the built-in narrator, which itself sees to it that the fighters act in their order.
   */
  readonly isByRules?: boolean | undefined;
  /** Whether the model is asked after the telling what people elsewhere did, if enough time passes. */
  readonly hasMeanwhile?: boolean | undefined;
}

/**
 * A turn that is being played. Until it is committed, its changes are visible only in `state`. Each action and each
 * reply is stored at once, so that another process can resume or drop the turn after this process was killed.
 */
export interface TurnDraft {
  readonly number: number;
  readonly words: string;
  /** The game at the head or, if the draft retells the head, at the turn before the head. */
  readonly past: Past;
  /** The turn at the head that this draft retells; it stays there until the draft is committed. */
  readonly retold: Turn | undefined;
  readonly state: GameState;
  readonly patches: readonly Patch[];
  readonly rolls: readonly RolledCheck[];
  readonly actions: readonly (Action & Acted)[];
  /**
   * Runs one call through the tools, settles, and stores the action. Never throws for an error that a model can mend.
   */
  execute(call: ToolCall, by: Action['by'], manner?: CallManner): Acted;
  /** Stores a model's call as refused, without running it. */
  refuse(call: ToolCall, say: string): Acted;
  /** Stores a reply of the model, as JSON, before it is used. */
  recordReply(reply: string): void;
  /** Runs `read` while the database is as it was at the end of `past`. `read` must not wait for anything. */
  readPast<Value>(read: () => Value): Value;
  /** Commits turn, actions, rolls, state, memories, metadata and head in one transaction. */
  commit(end: TurnEnd): Turn;
  /**
   * Drops the draft. The head stays where it is, and only the player's words are kept, as unanswered. They are not kept
   * if the draft retells the head with the same words, since the head answers them; nor are the words of an aside.
   */
  delete(): void;
  /**
   * Closes the handle and leaves the draft, so that it can be resumed or dropped later, for example after a failure
   * that may pass.
   */
  close(): void;
}

export interface BeginOptions {
  /** Whether the turn is something that the player does outside the story; its narrative may be empty. */
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
  /**
   * Gives the game another name. Throws `UsageError` for an empty or too long name, and for one that another game has.
   */
  rename(name: string): void;
  /** Marks the game as set aside, so that it is not among the games to go on with; with false, takes this back. */
  setAside(isSetAside: boolean): void;
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
  /** The actions of a committed turn, in order. */
  readActions(turn: number): readonly (Action & Acted)[];
  /** What a check of a committed turn's narrative found, and thinking that was not shown. */
  readMarks(turn: number): readonly TurnMark[];
  /** What models wrote when they summed up the story to a turn on the way to the head, the longest first. */
  listStories(): readonly StorySoFar[];
  /** Keeps the story as it was summed up to a committed turn of this game; a later one for the same turn is ignored. */
  addStory(story: Pick<StorySoFar, 'turn' | 'text'>, by: Teller): void;
  /**
   * Throws `UsageError`: `session.words-too-long`; `session.turn-open` while another turn is open, in this process or
   * another; and `session.draft-left` while a left draft is neither resumed nor dropped. Everything else that moves the
   * head throws the last two.
   */
  start(words: string, options?: BeginOptions): TurnDraft;
  /** Whether a turn was begun and has not ended: some program is playing it, or left it unfinished. */
  isTurnOpen(): boolean;
  findLeftDraft(): LeftDraft | undefined;
  /** Continues the left draft from the point that it had reached; the results of its actions are stored. */
  resume(): TurnDraft;
  /**
   * Does the same as `TurnDraft.delete`. `retold` is the turn that keeps its narrative, if the draft was to retell one.
   */
  deleteLeftDraft(): { readonly words: string; readonly retold: Turn | undefined };
  /** Words of dropped turns that were not said again since, oldest first. */
  listUnanswered(): readonly Unanswered[];
  /** Moves the head to the parent, `count` times; refused if that would go beyond the opening. Returns the new head. */
  undo(count?: number): Turn;
  /** Moves the head one turn towards the turn from which it was moved back. */
  redo(): Turn;
  /** The turn that `redo` would lead to. */
  findNext(): Turn | undefined;
  /**
   * Begins to retell the turn at the head, with the same words or others: the draft is kept beside the head, and the
   * head moves when the draft is committed. The former turn stays as a variant. Throws what `start` throws, and
   * `session.at-opening`.
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
   * At most `limit` events with a higher number than `after`, oldest first, from any process, of every kind that
   * `GameHappening` has. A screen that applies all of them shows the present game.
   */
  listEvents(after?: number, limit?: number): readonly GameEvent[];
  /** The present game, and the number of the last event included in it, for a screen that joins late. */
  readStanding(): Standing;
  close(): void;
}
