// Corpus: the story as it was posted, read-only, and the scenes it falls into.

import type { Branded } from '@terrarium/kernel/environment';

export type PostId = Branded<number, 'PostId'>;
export type ThreadId = Branded<number, 'ThreadId'>;

export interface Thread {
  readonly id: ThreadId;
  readonly title: string;
}

export interface StoryPost {
  readonly postId: PostId;
  readonly threadId: ThreadId;
  readonly author: string | undefined;
  /** Unix time in seconds. */
  readonly time: number | undefined;
  readonly subject: string | undefined;
  readonly body: string;
  readonly tags: readonly string[];
}

/** A post that the story does not have any more, as it was when it was read. */
export interface FormerPost extends StoryPost {
  /** Posts of the story as it is that stand where it stood, or hold words of it; ends included. */
  readonly now: { readonly first: PostId; readonly last: PostId } | undefined;
  /** The post before it that stayed when it went; undefined where it stood before all that stayed. */
  readonly behind: PostId | undefined;
}

/** A half-open range of UTF-16 offsets in a post's body. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A thread of one of the world's corpora. */
export interface ThreadRef {
  /** The corpus's name in the world. */
  readonly corpus: string;
  readonly threadId: ThreadId;
}

/** Where something stands: a post of a corpus (a world may hold several). */
export interface Position extends ThreadRef {
  readonly postId: PostId;
}

/** A post as a scene shows it: whole, or the part of it that fits (`span`). */
export interface ScenePost extends StoryPost {
  readonly span: Span;
}

/** A story post and what its words come to: two posts of equal words have equal digests. */
export interface PostDigest {
  readonly postId: PostId;
  readonly digest: string;
}

/** Where a scene lies, without its text: what the ledger stores. */
export interface ScenePlan {
  readonly threadId: ThreadId;
  /** Counts the scenes of the thread from 0. */
  readonly sceneIndex: number;
  readonly firstPostId: PostId;
  readonly lastPostId: PostId;
  /** Number of posts. */
  readonly posts: number;
  /** Part of the one post this scene shows, where a post alone is over the limit; else undefined. */
  readonly span: Span | undefined;
  readonly isThreadStart: boolean;
  readonly isThreadEnd: boolean;
}

/** A contiguous run of `qm_post` posts of one thread, read together. */
export interface Scene extends ScenePlan {
  readonly corpus: string;
  readonly threadTitle: string;
  readonly scenePosts: readonly ScenePost[];
}

/**
 * The corpus port. Threads and posts come in chronological order (time, then id). Every method throws `StorageError`
 * when the file cannot be read and nothing else; `find…` answers undefined for what is not there.
 */
export interface Corpus {
  /** Its name in the world, such as `main`. */
  readonly name: string;
  readonly path: string;
  /** Changes when the file's content may have changed: size, post count, last post, sampled bodies. */
  readFingerprint(): string;
  countPosts(): number;
  iterateThreads(): Iterable<Thread>;
  /** Also one that the story does not have any more. */
  findThread(id: ThreadId): Thread | undefined;
  /** Also one that the story does not have any more. */
  findPost(id: PostId): StoryPost | undefined;
  /** A post that the story had in an earlier version; undefined for one that it has. */
  findFormer(id: PostId): FormerPost | undefined;
  /** The body of a post alone: quicker, for whoever goes through many. */
  findBody(id: PostId): string | undefined;
  /** Posts of one thread from `start` to `end` (both inclusive, in reading order), optionally with one tag. */
  readRange(range: PostRange): readonly StoryPost[];
  /** Up to `before` posts before and `after` posts after a post in its thread, that post included. */
  readAdjacent(id: PostId, before: number, after: number): readonly StoryPost[];
  /** Changes whenever the file was written to: quicker than its fingerprint, and never the same after a change. */
  readStamp(): string;
  /** Every scene of the corpus, or those behind a post, in reading order; bodies are not held in memory together. */
  planScenes(limits: SceneLimits, after?: PostId): Iterable<ScenePlan>;
  /** Characters of all `qm_post`s, or of those behind a post; scripts that take more tokens than English weigh more. */
  measureStory(after?: PostId): number;
  /** Every `qm_post` in reading order. */
  iterateDigests(): Iterable<PostDigest>;
  /**
   * Of the posts it was planned with, where those are said: they stay readable when the story comes again without some of
   * them. Throws `StorageError` when one is not there.
   */
  readScene(plan: ScenePlan, posts?: readonly PostId[]): Scene;
  close(): void;
}

export interface PostRange {
  readonly threadId: ThreadId;
  readonly startPostId?: PostId | undefined;
  readonly endPostId?: PostId | undefined;
  readonly tag?: string | undefined;
  /** At most this many posts. */
  readonly limit?: number | undefined;
}

export interface SceneLimits {
  /**
   * A run longer than this many characters (of English; other scripts weigh more) is split at post borders, a longer
   * post at paragraph borders.
   */
  readonly maxCharacters: number;
}
