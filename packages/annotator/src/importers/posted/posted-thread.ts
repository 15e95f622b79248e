// Posted thread: a thread of a board or forum as importers read it, before it becomes a corpus.

export interface PostedPost {
  /** The number that the board gave the post, the same in every saved copy; undefined if it gave none. */
  readonly id: number | undefined;
  readonly author: string | undefined;
  readonly subject?: string | undefined;
  /** Unix time in seconds. */
  readonly time: number | undefined;
  readonly body: string;
  readonly isStory: boolean;
  /** Tags of the post in addition to those of every story post, such as `sidestory`. */
  readonly tags?: readonly string[];
}

export interface PostedThread {
  readonly title: string;
  readonly posts: readonly PostedPost[];
}

/** The threads read from the files of one story. */
export interface PostedStory {
  readonly threads: readonly PostedThread[];
  /** The title of the story, taken from its threads. */
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly encoding: string;
  /** How many words are in no post, and why. */
  readonly leftOut: readonly { readonly what: string; readonly words: number }[];
  readonly warnings: readonly string[];
}
