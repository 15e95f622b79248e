// Card: a character as other programs exchange it, and the lore that comes with it.

import type { WrittenTrigger } from '../retrieval/triggers/lore-trigger.ts';

export interface Card {
  readonly version: 1 | 2 | 3;
  readonly name: string;
  readonly description: string;
  readonly personality: string;
  readonly scenario: string;
  readonly firstMessage: string;
  /** Further first messages, from which one can be chosen instead of `firstMessage`. */
  readonly greetings: readonly string[];
  readonly examples: string;
  /** What the card asks of a model: system prompt, post-history instructions and character's note. */
  readonly instructions: string;
  readonly creatorNotes: string;
  readonly creator: string;
  readonly tags: readonly string[];
  readonly book?: Lorebook | undefined;
  /** What could not be taken over, in sentences for the person. */
  readonly warnings: readonly string[];
}

export interface Lorebook {
  readonly name: string;
  readonly description: string;
  /** The entries in the order in which a program would give them to a model, the most important last. */
  readonly entries: readonly LoreEntry[];
  readonly warnings: readonly string[];
}

export interface LoreEntry {
  /** The entry's position in its file, such as `entry 12`. */
  readonly source: string;
  readonly name: string;
  /** Plain words that bring the entry to mind. */
  readonly keys: readonly string[];
  /** Regular expressions that bring the entry to mind, each in a form that runs in bounded time. */
  readonly patterns: readonly string[];
  /** When the entry comes to mind. */
  readonly trigger: WrittenTrigger;
  readonly content: string;
  /** Whether the entry is always in mind. */
  readonly isConstant: boolean;
  readonly isEnabled: boolean;
  /** Higher is more important. */
  readonly priority: number;
}
