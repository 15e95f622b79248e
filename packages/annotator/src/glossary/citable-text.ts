// The text that may be cited as evidence for an entry, and what a model offers as evidence.

import type { PostId, Span } from '../corpus/corpus.ts';
import type { DerivableNames } from './derived-name.ts';

/** What a model offers as evidence: a quote or labels of sentences, with or without the post's id. */
export interface EvidenceClaim {
  readonly postId?: PostId | undefined;
  readonly quote?: string | undefined;
  /** First and last label; equal for a single sentence. */
  readonly label?: { readonly first: number; readonly last: number } | undefined;
}

/** A post, up to where it was read. */
export interface CitablePost {
  readonly corpus: string;
  readonly postId: PostId;
  readonly body: string;
  readonly span: Span;
}

/** Everything that may be cited: the posts of the scene, and posts that were read before. */
export interface CitableText {
  readonly scene: readonly CitablePost[];
  findEarlier(postId: PostId): CitablePost | undefined;
  /** Posts that name the entry and have been read already, newest first. */
  listBearing?(): readonly CitablePost[];
  /**
   * Whether a refusal mentions that a sentence without the name is accepted together with a sentence that has it; true
   * if undefined.
   */
  readonly mayLean?: boolean | undefined;
  /** Names of the entry from which other words may be derived; a derived word names the entry too. */
  readonly derivable?: DerivableNames | undefined;
  /**
   * Whether the entry may be the narrator of the post, so that `I` means it. Without this function, it narrates no post.
   */
  isTold?(post: CitablePost): boolean;
  /** What the entry says with this evidence: a sentence that it repeats may do without the name. */
  readonly retelling?: Retelling | undefined;
  /** Whether a refusal may say that the entry can be tagged as the narrator. */
  readonly mayBeTagged?: boolean | undefined;
}

/** What an entry says, and how sentences that this may repeat are judged. */
export interface Retelling {
  readonly definition: string;
  /** Whether an English sentence has a pronoun that fits the entry. */
  hasPronounFor(sentence: string): boolean;
  /** Whether a sentence names another entry that the definition does not name. */
  namesAnother(sentence: string): boolean;
}
