// Glossary entry: a term of the story, what it means, and the words that say so.

import type { Branded } from '@terrarium/kernel/environment';
import type { Position, PostId, Span } from '../corpus/corpus.ts';

export type EntryId = Branded<number, 'EntryId'>;
export type RevisionId = Branded<number, 'RevisionId'>;
export type EntryStatus = 'tentative' | 'confirmed';
export type Author = 'agent' | 'curator' | 'human';

/** A quote and where it stands: `quote` equals the post's body from `start` to `end`. */
export interface Evidence extends Span {
  readonly corpus: string;
  readonly postId: PostId;
  readonly quote: string;
  /** The model's quote was close, not exact, and code put the real words in its place. */
  readonly isSnapped: boolean;
}

export interface GlossaryEntry {
  readonly id: EntryId;
  /** Display name, with a suffix in parentheses where homographs need it: `Dawn (character)`. */
  readonly term: string;
  readonly aliases: readonly string[];
  /** Markdown; other entries as `[[Term]]`. */
  readonly definition: string;
  readonly status: EntryStatus;
  readonly tags: readonly string[];
  readonly firstSeen: Position;
  readonly lastUpdated: Position;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly evidence: readonly Evidence[];
  /** The newest revision of this entry: what a window that saw it has seen. */
  readonly revision: RevisionId;
}

/** Who changes the glossary, from where: what every revision row carries. */
export interface ChangeSource {
  /** Told where posts were not read in the order of the story. */
  readonly isBefore?: ((one: Position, other: Position) => boolean) | undefined;
  readonly author: Author;
  readonly position: Position;
  /** The journal step whose effect the change is; undefined for a person's. */
  readonly stepId: number | undefined;
  readonly model: string | undefined;
  readonly promptVersion: string | undefined;
  readonly reason: string | undefined;
}
