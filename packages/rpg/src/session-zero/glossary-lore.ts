// Glossary lore: the types of what a game takes from a story's glossary, as it was known at the chosen place.

import type { NameUses } from './name-uses.ts';

export interface GlossaryLore {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly kind: 'person' | 'place' | 'faction' | 'thing' | 'event' | 'other';
  /** Whether this person tells the story as “I”, all of it or a part. */
  readonly isTeller?: boolean | undefined;
  readonly definition: string;
  /** Words of the story that the entry is based on, and where they are, such as `thread 3, post 12`. */
  readonly quote: string;
  readonly where: string;
  /** How much the entry matters in the story, between 0 and 1. */
  readonly weight: number;
  /** Names of the entries that the story tells of together with this one most often. */
  readonly beside: readonly string[];
  /** Words of the story about the entry, in the story's order; `post` counts on through all threads of the story. */
  readonly told: readonly GlossaryQuote[];
  /** Every post that names the entry, in the order of the story; undefined if only its quotes are known. */
  readonly scenes?: readonly GlossaryScene[] | undefined;
  /** How the posts use the entry's name; undefined if they were not examined. */
  readonly uses?: NameUses | undefined;
}

export interface GlossaryScene {
  readonly post: number;
  /** How often the entry is named in the post. */
  readonly count: number;
  /** Whether the post is set at this place, as far as its words tell. */
  readonly isSetting: boolean;
}

export interface GlossaryQuote {
  readonly words: string;
  readonly post: number;
}

export interface GlossarySource {
  /** Title of the story. */
  readonly title: string;
  /** The place in the story up to which the glossary was taken, in words. */
  readonly asOf: string;
  /** The last paragraphs of the story up to that place; absent if they cannot be read. */
  readonly lastPage?: readonly string[] | undefined;
  /** Returns the weightiest entries first. */
  readEntries(): readonly GlossaryLore[];
}
