// Glossary entry: a term of the story, what it means, and the quotes that say so.

import type { Branded } from '@terrarium/kernel/environment';
import type { Position, PostId, Span } from '../corpus/corpus.ts';
import { entryKinds } from '../reader/entry-kinds.ts';
import type { RelationKind } from '../reader/relation-kinds.ts';

export type EntryId = Branded<number, 'EntryId'>;
export type RevisionId = Branded<number, 'RevisionId'>;
export type EntryStatus = 'tentative' | 'confirmed';
export type Author = 'agent' | 'curator' | 'human';

/** A quote and its place: `quote` equals the post's body from `start` to `end`. */
export interface Evidence extends Span {
  readonly corpus: string;
  readonly postId: PostId;
  readonly quote: string;
  /** Whether the model's quote was inexact and code replaced it with the words of the post. */
  readonly isSnapped: boolean;
}

/** What an entry is to another one, and the words of the story that say so. */
export interface Relation {
  readonly kind: RelationKind;
  /** The other entry, by the id it had when the relation was written. It may have been merged or deleted since. */
  readonly to: EntryId;
  readonly evidence: Evidence;
}

export interface GlossaryEntry {
  readonly id: EntryId;
  /**
   * The name to show. If several entries have this name, a suffix in parentheses tells them apart: `Dawn (character)`.
   */
  readonly term: string;
  readonly aliases: readonly string[];
  /** Markdown, with links to other entries as `[[Term]]`. */
  readonly definition: string;
  readonly status: EntryStatus;
  readonly tags: readonly string[];
  readonly firstSeen: Position;
  readonly lastUpdated: Position;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly evidence: readonly Evidence[];
  /** Undefined if the entry has none. A relation is stored with only one of its two entries. */
  readonly relations?: readonly Relation[] | undefined;
  /** The newest revision of this entry. A window uses it to know which state of the entry it shows. */
  readonly revision: RevisionId;
}

/** The scene from which a correction shall hold: exactly `from`, or a scene no later than `by`. */
export interface Holding {
  readonly from?: number | undefined;
  readonly by?: number | undefined;
  /**
   * Aliases and tags that the entry already has, and that the correction names only to set the place from which they
   * hold.
   */
  readonly restated?: readonly string[] | undefined;
  /** Passages that are no evidence of the entry, though its new definition rests on them. */
  readonly besides?: readonly Evidence[] | undefined;
}

/** Who changes the glossary, where and why; stored with every change. */
export interface ChangeSource {
  /** Compares places in the story. Given if posts are read in a different order from that of the story. */
  readonly isBefore?: ((one: Position, other: Position) => boolean) | undefined;
  readonly author: Author;
  /** How far the story had been read when the change was written. */
  readonly position: Position;
  /** The place from which a correction shall hold; undefined if the place follows from what the correction says. */
  readonly holds?: Holding | undefined;
  /** The journal step that made the change; undefined for a person's change. */
  readonly stepId: number | undefined;
  readonly model: string | undefined;
  readonly promptVersion: string | undefined;
  readonly reason: string | undefined;
}

export const kindTags: ReadonlySet<string> = new Set(entryKinds);
