// Keeps the most recently read texts in memory, split into words, with how often names occur in them.

import type { Position, PostId } from '../corpus/corpus.ts';
import { splitWords, type TextWord } from './text-words.ts';

/** The body of a post; undefined if the corpus no longer has it. */
export type ReadBody = (corpus: string, postId: PostId) => string | undefined;

/** How often something is named in one part of what was read. */
export interface PartCount {
  readonly partId: number;
  readonly mentions: number;
}

/** A post that was read, or a part of a long one. */
export interface ReadPart {
  readonly id: number;
  readonly position: Position;
  readonly start: number;
  readonly end: number;
}

/** The text of a part, split into words. */
export interface Page {
  readonly text: string;
  readonly words: readonly TextWord[];
}

export interface AddedPart extends ReadPart, Page {}

// How many counts are kept. The names of a new entry are counted three times: to check that they were read, to see
// whether they recur, and to find where they are.
const keptCounts = 16;

export interface CountCache {
  read(names: readonly string[]): readonly PartCount[];
  /** Undefined if these names were not counted. */
  find(names: readonly string[]): readonly PartCount[] | undefined;
  clear(): void;
}

/** Counts of names. They are kept until `readState` returns something else, that is, until any process reads more. */
export function buildCountCache(
  readState: () => string,
  count: (names: readonly string[]) => readonly PartCount[],
): CountCache {
  const kept = new Map<string, readonly PartCount[]>();
  let keptFor = '';
  const find = (names: readonly string[]): readonly PartCount[] | undefined => {
    const state = readState();
    if (state !== keptFor) kept.clear();
    keptFor = state;
    return kept.get(names.join('\n'));
  };
  return {
    clear: () => kept.clear(),
    find,
    read(names) {
      const known = find(names) ?? count(names);
      const key = names.join('\n');
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= keptCounts && !kept.has(key)) kept.delete(oldest);
      kept.set(key, known);
      return known;
    },
  };
}

// How many pages are kept: names are mostly looked for in what was read last. 100,000 words take about 10 MB.
const keptPages = 256;

export interface PageCache {
  read(part: ReadPart): Page;
  cache(part: AddedPart): void;
}

/**
 * Caches the newest pages. They are found by position and not by row id, because a rollback may free a row id for
 * another part.
 */
export function buildPageCache(readBody: ReadBody): PageCache {
  const pages = new Map<string, Page>();
  const cachePage = (part: ReadPart, page: Page): void => {
    pages.set(buildPageKey(part), page);
    const [oldest] = pages.keys();
    if (pages.size > keptPages && oldest !== undefined) pages.delete(oldest);
  };
  return {
    read(part) {
      const kept = pages.get(buildPageKey(part));
      if (kept !== undefined) return kept;
      const body = readBody(part.position.corpus, part.position.postId) ?? '';
      const text = body.slice(part.start, part.end);
      return { text, words: splitWords(text) };
    },
    cache: (part) => cachePage(part, { text: part.text, words: part.words }),
  };
}

function buildPageKey({ position, start, end }: ReadPart): string {
  return `${position.corpus}\n${position.postId}\n${start}\n${end}`;
}
