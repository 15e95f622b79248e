// Import report: what an import brought in, and which guesses it made.

import { type ApartCount, countWords, type LeftOut } from './book.ts';

export type SourceKind = 'text' | 'markdown' | 'html' | 'epub' | 'jsonl' | 'board' | 'forum' | 'sqlite';

export interface ImportReport {
  readonly kind: SourceKind;
  readonly posts: number;
  /**
   * Whether posts are pieces of a continuous text. In another version of the file, this text may be cut at other
   * places.
   */
  readonly isDivided?: boolean | undefined;
  /** Posts that are part of the story (`qm_post`); only these make scenes. */
  readonly storyPosts: number;
  readonly threads: number;
  /** Titles of the threads of a book, in order. */
  readonly threadTitles?: readonly string[] | undefined;
  readonly words: number;
  readonly characters: number;
  /** How the bytes were decoded, such as `utf-8`. */
  readonly encoding: string;
  /** Sentences for the person: guesses made, things left out. */
  readonly warnings: readonly string[];
  /** The title that the book itself states. */
  readonly bookTitle?: string | undefined;
  readonly author?: string | undefined;
  /**
   * Number of words in headings that became titles. Together with `words`, the words left out and the words kept apart,
   * these are all words of the file.
   */
  readonly headingWords: number;
  /** Words of the file that are in no post, with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** Text that is kept apart from the story and that no model reads. */
  readonly apart?: readonly ApartCount[] | undefined;
  /** The site or program from which the pages come, if known. */
  readonly site?: string | undefined;
  /** Unknown keys of JSON lines, each once. */
  readonly unknownKeys: readonly string[];
}

/** What an import reads, and what it makes. */
export interface ImportTarget {
  /** The file to read. */
  readonly path: string;
  /** The corpus file to make; it must not exist. */
  readonly destination: string;
  /** Title of the story, used if the source names no thread. */
  readonly title: string;
}

/** A file to read, and a title in case the file has none. */
export type ImportSource = Pick<ImportTarget, 'path' | 'title'>;

/** Tags given to a post that has no tags. */
export const storyTags: readonly string[] = ['qm_post', 'story_post'];

/** Adds up posts as they are written. */
export interface TextTally {
  count(body: string, tags: readonly string[]): void;
  read(): { readonly words: number; readonly characters: number; readonly storyPosts: number };
}

export function createTextTally(): TextTally {
  const sums = { words: 0, characters: 0, storyPosts: 0 };
  return {
    count: (body, tags) => {
      sums.words += countWords(body);
      sums.characters += body.length;
      if (tags.includes('qm_post')) sums.storyPosts += 1;
    },
    read: () => ({ ...sums }),
  };
}
