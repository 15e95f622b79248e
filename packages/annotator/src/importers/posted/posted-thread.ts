// Posted thread: what importers of boards and forums make of a file, before it is written as a corpus.

export interface PostedPost {
  /** The board's own number, which stays the same in every save; undefined for one that has none. */
  readonly id: number | undefined;
  readonly author: string | undefined;
  readonly subject?: string | undefined;
  /** Unix time in seconds. */
  readonly time: number | undefined;
  readonly body: string;
  readonly isStory: boolean;
  /** What it is where it is no story, such as `sidestory`. */
  readonly tags?: readonly string[];
}

export interface PostedThread {
  readonly title: string;
  readonly posts: readonly PostedPost[];
}

/** What was made of the files of one story. */
export interface PostedStory {
  readonly threads: readonly PostedThread[];
  /** As the board calls it. */
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly encoding: string;
  /** Words that are in no post, and why. */
  readonly leftOut: readonly { readonly what: string; readonly words: number }[];
  readonly warnings: readonly string[];
}
