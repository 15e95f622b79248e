// Dossier: what a curator is shown of an entry before deciding about it.

import type { PostId } from '../corpus/corpus.ts';
import type { EntryId } from '../glossary/entry.ts';

export interface CuratorDossier {
  readonly entryId: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly definition: string;
  readonly evidence: readonly { readonly postId: PostId; readonly quote: string }[];
  /** How often, in how many posts and in how many threads it was named so far. */
  readonly mentions: number;
  readonly posts: number;
  readonly threads: number;
  /** The story where it was first named, and a little around it. */
  readonly firstAppearance: { readonly postId: PostId; readonly text: string } | undefined;
  /** Entries that may be the same thing. */
  readonly similar: readonly SimilarEntry[];
}

export interface SimilarEntry {
  readonly id: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly mentions: number;
}
