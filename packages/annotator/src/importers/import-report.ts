// Import report: what an import brought in, and what it had to decide by itself.

import { type ApartCount, countWords, type LeftOut } from './book.ts';

export type SourceKind = 'text' | 'markdown' | 'html' | 'epub' | 'jsonl' | 'board' | 'forum' | 'sqlite';

export interface ImportReport {
  readonly kind: SourceKind;
  readonly posts: number;
  /** The posts are pieces of a running text: another version of it may be cut elsewhere. */
  readonly isDivided?: boolean | undefined;
  /** Posts that are part of the story (`qm_post`), which alone make scenes. */
  readonly storyPosts: number;
  readonly threads: number;
  /** Titles of the threads of a book, in order. */
  readonly threadTitles?: readonly string[] | undefined;
  readonly words: number;
  readonly characters: number;
  /** How the bytes were read, such as `utf-8`. */
  readonly encoding: string;
  /** Sentences for the person: guesses made, things left out. */
  readonly warnings: readonly string[];
  /** As the book itself says. */
  readonly bookTitle?: string | undefined;
  readonly author?: string | undefined;
  /** Words of headings, which are titles of threads now; with the words and those left out, all that the file holds. */
  readonly headingWords: number;
  /** Words of the file that are in no post, and why. */
  readonly leftOut: readonly LeftOut[];
  /** What is kept apart from the story: stored beside it, and read by no model. */
  readonly apart?: readonly ApartCount[] | undefined;
  /** The site or program whose pages these are, where that is known. */
  readonly site?: string | undefined;
  /** Keys of JSON lines that mean nothing here, each once. */
  readonly unknownKeys: readonly string[];
}

/** Where an import reads from and what it makes. */
export interface ImportTarget {
  /** The file to read. */
  readonly path: string;
  /** The corpus file to make; it must not exist. */
  readonly destination: string;
  /** Title of the story, used where the source names no thread. */
  readonly title: string;
}

/** A file to read, and what its story is called where the file does not say. */
export type ImportSource = Pick<ImportTarget, 'path' | 'title'>;

/** Tags of a post that says nothing of its own. */
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
