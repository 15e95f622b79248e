// Import report: what an import brought in, and which guesses it made.

import { type ApartCount, countWords, type LeftOut } from './book.ts';

export type SourceKind = 'text' | 'markdown' | 'html' | 'epub' | 'jsonl' | 'board' | 'forum' | 'sqlite';

export interface ImportReport {
  readonly kind: SourceKind;
  readonly posts: number;
  /** Whether posts are pieces of a continuous text, which may be cut at other places in another version of the file. */
  readonly isDivided?: boolean | undefined;
  /** Posts that are part of the story (`qm_post`); only these make scenes. */
  readonly storyPosts: number;
  readonly threads: number;
  /** Titles of the threads of a book, in order. */
  readonly threadTitles?: readonly string[] | undefined;
  readonly words: number;
  readonly characters: number;
  /** Whether the words are mostly Chinese or Japanese characters, so that the length is told in characters. */
  readonly isInCharacters?: boolean | undefined;
  /** How the bytes were decoded, such as `utf-8`. */
  readonly encoding: string;
  /** Sentences for the person: guesses made, things left out. */
  readonly warnings: readonly string[];
  /** The title that is stated in the book itself. */
  readonly bookTitle?: string | undefined;
  readonly author?: string | undefined;
  /**
   * The number of words in headings that became titles. These words, `words`, the words left out and the words kept
   * apart are all words of the file.
   */
  readonly headingWords: number;
  /** How many words of the file are in no post, and why. */
  readonly leftOut: readonly LeftOut[];
  /** Counts of text that is kept apart from the story and that no model reads. */
  readonly apart?: readonly ApartCount[] | undefined;
  /** The site or program from which the pages come, if known. */
  readonly site?: string | undefined;
  /** Unknown keys of JSON lines, each once. */
  readonly unknownKeys: readonly string[];
}

export interface ImportTarget {
  readonly path: string;
  /** The corpus file to make; it must not exist. */
  readonly destination: string;
  /** Title of the story, used for a thread if the source names none. */
  readonly title: string;
}

/** A file to read, and a title in case the file has none. */
export type ImportSource = Pick<ImportTarget, 'path' | 'title'>;

/** Tags given to a post that has no tags. */
export const storyTags: readonly string[] = ['qm_post', 'story_post'];

/** Counts words, characters and story posts while posts are written. */
export interface TextTally {
  count(body: string, tags: readonly string[]): void;
  read(): Pick<ImportReport, 'words' | 'characters' | 'storyPosts' | 'isInCharacters'>;
}

const charactersOfWord = 2;

export function createTextTally(): TextTally {
  const sums = { words: 0, characters: 0, storyPosts: 0 };
  return {
    count: (body, tags) => {
      sums.words += countWords(body);
      sums.characters += body.length;
      if (tags.includes('qm_post')) sums.storyPosts += 1;
    },
    read: () => ({
      ...sums,
      // A word of letters has more characters than this, with the blank after it; a Chinese or Japanese word is one.
      ...(sums.characters < charactersOfWord * sums.words && { isInCharacters: true }),
    }),
  };
}
