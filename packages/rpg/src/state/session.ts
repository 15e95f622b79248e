// Session: one game: its system, its seed, and the tree of turns of which one path is being played.

/** A committed turn. Turns form a tree: undo and branch move the head, nothing is ever removed. */
export interface Turn {
  readonly id: number;
  readonly parent: number | undefined;
  /** How many turns lie before it on its path, plus one; 0 is the opening. */
  readonly number: number;
  readonly words: string;
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly stateHash: string;
  /** What a player did beside the story, such as a roll of their own. */
  readonly isAside: boolean;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  readonly lore: readonly FrozenLore[];
  /** Who told it; empty of what a player did alone, and of turns that are older than this is kept. */
  readonly toldBy: readonly Teller[];
  readonly atMs: number;
}

/** A model that told a turn or a part of it. */
export interface Teller {
  readonly model: string;
  /** Of the texts it was asked with. */
  readonly promptVersion: string;
}

/** What was recalled for a turn, as it stood then. */
export interface FrozenLore {
  readonly key: string;
  readonly text: string;
  readonly from: string;
  /** Why it came to mind; absent in turns that are older than this is kept. */
  readonly because?: string | undefined;
}

/** Words that were said and whose turn was dropped. */
export interface Unanswered {
  readonly words: string;
  /** The turn they were said after. */
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
  /** When its head moved last. */
  readonly playedAtMs: number;
}

/** Something done to the game: a tool with its arguments, by the model, the player or the system. Replayed as it stands. */
export interface Action {
  readonly tool: string;
  readonly arguments: string;
  readonly by: 'model' | 'player' | 'system';
}
