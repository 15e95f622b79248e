// Session: the types of a game and its turns, which form a tree.

/** A committed turn. Turns form a tree: undo and branch only move the head, and no turn is ever removed. */
export interface Turn {
  readonly id: number;
  readonly parent: number | undefined;
  /** The parent's number plus one; the opening has 0. */
  readonly number: number;
  readonly words: string;
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly stateHash: string;
  /** Whether the turn is something that a player did outside the story, such as a roll of their own. */
  readonly isAside: boolean;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  readonly lore: readonly FrozenLore[];
  /**
   * The models that told the turn; empty for what a player did alone, and for turns committed before this was recorded.
   */
  readonly toldBy: readonly Teller[];
  readonly atMs: number;
}

/** A model that told a turn or a part of it. */
export interface Teller {
  readonly model: string;
  /** The version of the texts with which the model was asked. */
  readonly promptVersion: string;
}

/**
 * Something that is noted about the narrative of a turn: a fault that the model found when it was asked to check the
 * narrative, the fact that the narrative was checked, or thinking that was not shown (`split-marks.ts`).
 */
export interface TurnMark {
  /** The words as they are in the narrative; for thinking, the hidden thinking itself. */
  readonly quote: string;
  readonly says: string;
  readonly kind: string;
}

/** The story from the opening to a turn, as a model summed it up once. */
export interface StorySoFar {
  /** The last turn that is summed up; the others are those on the way to it. */
  readonly turn: number;
  readonly number: number;
  readonly text: string;
}

/** Something that was recalled for a turn, as it was at that time. */
export interface FrozenLore {
  readonly key: string;
  readonly text: string;
  readonly from: string;
  /** Why it came to mind; absent in turns committed before this was recorded. */
  readonly because?: string | undefined;
}

/** Words that a player said in a turn that was dropped. */
export interface Unanswered {
  readonly words: string;
  /** The turn after which the words were said. */
  readonly parent: number;
  readonly atMs: number;
}

export interface Session {
  readonly id: string;
  readonly name: string;
  readonly systemId: string;
  readonly manifestHash: string;
  readonly seed: string;
  readonly head: number;
  /** When the head of the game was last moved. */
  readonly playedAtMs: number;
  /** Whether the person has set the game aside, so that it is not among the games to go on with. */
  readonly isSetAside: boolean;
}

/**
 * Something done to the game: a tool with its arguments, called by the model, the player or the program. It
 * is replayed as it was recorded.
 */
export interface Action {
  readonly tool: string;
  readonly arguments: string;
  readonly by: 'model' | 'player' | 'system';
}
