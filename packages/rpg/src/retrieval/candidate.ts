// Candidate: something that may bear on a turn, and what speaks for it.

import type { RecollectionKind } from '../turn/recollector.ts';

export interface Candidate {
  readonly key: string;
  readonly kind: RecollectionKind;
  readonly text: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  /** Turns since it came to be known. */
  readonly age: number;
  /** In words, such as `turn 12`. */
  readonly from: string;
  /** BM25, more is better; 0 where no word is shared. */
  readonly score: number;
  /** Cosine with what was asked, where there are vectors. */
  readonly closeness?: number | undefined;
}
