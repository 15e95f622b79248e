// Held term: a word that was not admitted as an entry yet, and how often it was read so far.

import type { PostId } from '../corpus/corpus.ts';

export interface HeldTerm {
  readonly surface: string;
  readonly mentions: number;
  readonly posts: number;
  /** The first read post that bears it. */
  readonly firstPostId: PostId;
}
