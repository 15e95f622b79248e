// Corpus: the story as it was posted, read-only, and the scenes into which it is divided.

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

/** A post that is gone from the story, as it was when it was read. */
export interface FormerPost extends StoryPost {
  /**
   * The posts that took its place or contain its words, in the first version without it; both ends included. They may
   * be gone by now, too.
   */
  readonly now: { readonly first: PostId; readonly last: PostId } | undefined;
  /** The nearest earlier post that remained in the story when this post was removed; undefined if none remained. */
  readonly behind: PostId | undefined;
}

/** A half-open range of UTF-16 offsets in a post's body. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ThreadRef {
  /** Name of the corpus in the world. */
  readonly corpus: string;
  readonly threadId: ThreadId;
}

/** A place in the story: a post of a corpus (a world may hold several corpora). */
export interface Position extends ThreadRef {
  readonly postId: PostId;
}

/** A post as a scene shows it: whole, or the part of it that fits (`span`). */
export interface ScenePost extends StoryPost {
  readonly span: Span;
}

/** A story post and the digest of its words: equal words have equal digests. */
export interface PostDigest {
  readonly postId: PostId;
  readonly digest: string;
}

/** The place of a scene in the story, without its text, as the ledger stores it. */
export interface ScenePlan {
  readonly threadId: ThreadId;
  /** Index within the thread, from 0. */
  readonly sceneIndex: number;
  readonly firstPostId: PostId;
  readonly lastPostId: PostId;
  readonly posts: number;
  /** The part of a single post that this scene shows, when the post alone is over the limit; else undefined. */
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

/** Who speaks in a transcript, and which character they play. */
export interface Speaker {
  /** The name as it is written before the speaker's words, without the colon. */
  readonly label: string;
  readonly character: string;
}

/** The place of a post in the reading order. */
export interface PostPlace {
  readonly postId: PostId;
  readonly threadId: ThreadId;
  /** Rises with every post in reading order. */
  readonly ordinal: number;
}

/**
 * The port through which a story is read. Threads and posts come in reading order: by time, then id, unless a time is
 * missing or the file stores other places. Every method throws `StorageError`, and nothing else, when the file cannot
 * be read; `find…` returns undefined for what is not there.
 */
export interface Corpus {
  /** Name of the corpus in the world, such as `main`. */
  readonly name: string;
  readonly path: string;
  /** The speakers for whom a person has said which character they play. */
  readonly speakers: readonly Speaker[];
  /**
   * Computed from size, row counts, last post and sampled bodies. If it has changed, the file's content may have
   * changed; a changed body that is not sampled may go unnoticed.
   */
  readFingerprint(): string;
  countPosts(): number;
  iterateThreads(): Iterable<Thread>;
  /** Also finds a thread that is gone from the story. */
  findThread(id: ThreadId): Thread | undefined;
  /** Also finds a post that is gone from the story. */
  findPost(id: PostId): StoryPost | undefined;
  /** The place of a post of the story, without its text; undefined for a post that is gone. */
  findPlace(id: PostId): PostPlace | undefined;
  /** A post of an earlier version of the story; undefined for a post that is still in the story. */
  findFormer(id: PostId): FormerPost | undefined;
  /** Only the body of a post: quicker than `findPost` if many posts are read. */
  findBody(id: PostId): string | undefined;
  /** Posts of one thread from `start` to `end` (both inclusive, in reading order), optionally only those with a tag. */
  readRange(range: PostRange): readonly StoryPost[];
  /** Up to `before` posts before and `after` posts after a post in its thread, that post included. */
  readAdjacent(id: PostId, before: number, after: number): readonly StoryPost[];
  /** The stamp changes whenever the file is written to. It is quicker to read than the fingerprint. */
  readStamp(): string;
  /** Every scene of the corpus, or those after a post, in reading order. Does not hold all bodies in memory. */
  planScenes(limits: SceneLimits, after?: PostId): Iterable<ScenePlan>;
  /**
   * Characters of all `qm_post`s, or of those after a post. In writing systems that need more tokens than English, each
   * character counts for more.
   */
  measureStory(after?: PostId): number;
  /** Every `qm_post` in reading order. */
  iterateDigests(): Iterable<PostDigest>;
  /**
   * The scene with its text. If `posts` is given, the scene consists of exactly these posts, even if some no longer
   * belong to the story. Throws `StorageError` when the corpus lacks one of them.
   */
  readScene(plan: ScenePlan, posts?: readonly PostId[]): Scene;
  close(): void;
}

export interface PostRange {
  readonly threadId: ThreadId;
  readonly startPostId?: PostId | undefined;
  readonly endPostId?: PostId | undefined;
  readonly tag?: string | undefined;
  /** The maximum number of posts; by default, there is no limit. */
  readonly limit?: number | undefined;
}

export interface SceneLimits {
  /**
   * A scene has at most this many characters of English. In writing systems that need more tokens, each character
   * counts for more. Consecutive posts with more characters are divided between posts, and a single longer post as
   * `splitBody` does it.
   */
  readonly maxCharacters: number;
}

export function isSameThread(one: ThreadRef, other: ThreadRef): boolean {
  return one.threadId === other.threadId && one.corpus === other.corpus;
}

/** A key for the thread that is unique in the world. */
export function nameThread({ corpus, threadId }: ThreadRef): string {
  return `${threadId}/${corpus}`;
}
