// Lists in one pass where each word of a corpus is read for the first time, so that later it need only be looked up.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import type { Corpus, PostId, StoryPost, ThreadId } from '../corpus/corpus.ts';
import { findStanding } from '../corpus/is-reached.ts';
import { isEnglishProse } from '../reader/is-english-prose.ts';
import { splitWords } from './text-words.ts';

/** Where a word first occurs in the reading order, as numbers that can be compared. */
export interface FirstPlaces {
  readonly first: number;
  /** Where the word first has a capital inside a sentence; infinite if it never has one. */
  readonly asName: number;
  /** How often the word occurs with a capital inside sentences, and how often in small letters. */
  readonly capitals: number;
  readonly smalls: number;
}

export interface FirstWords {
  /**
   * The end of a post, or of the part of it that was shown, as a place; undefined if the corpus does not have the
   * post. If a post is gone, the last post before it that still exists counts.
   */
  findPlace(postId: PostId, end?: number): number | undefined;
  find(stem: string): FirstPlaces | undefined;
  readonly isEnglish: boolean;
  /**
   * Whether capitals inside sentences mark names. They do not if every noun has a capital, or if the script has no
   * capitals.
   */
  readonly hasNameCapitals: boolean;
}

/** A number above the length of any post. */
const postLength = 2 ** 26;
const pageSize = 200;
/**
 * If at least this share of all words have a capital inside a sentence, capitals do not mark names, unless the story is
 * in English. In a French story the share is some 6 %, in a German one some 20 %.
 */
const mostCapitals = 0.13;
const sampledCharacters = 20_000;

const known = new WeakMap<Corpus, { readonly stamp: string; readonly words: FirstWords }>();

/** Lists the words of a corpus at the first request, and again if its file has changed. */
export function readFirstWords(corpus: Corpus): FirstWords {
  const stamp = corpus.readStamp();
  const kept = known.get(corpus);
  if (kept?.stamp === stamp) return kept.words;
  const words = buildFirstWords(corpus);
  known.set(corpus, { stamp, words });
  return words;
}

interface Places {
  first: number;
  asName: number;
  capitals: number;
  smalls: number;
}

interface Listing {
  readonly words: Map<string, Places>;
  readonly ordinals: Map<PostId, number>;
  sample: string;
  capitals: number;
  total: number;
}

/** A thread with its posts, in reading order. */
export interface ListedThread {
  readonly title: string;
  readonly posts: Iterable<Pick<StoryPost, 'postId' | 'body'>>;
}

/** Lists where each word of the threads and of their titles first occurs. */
export function listFirstWords(threads: Iterable<ListedThread>): FirstWords {
  const listing: Listing = { words: new Map(), ordinals: new Map(), sample: '', capitals: 0, total: 0 };
  for (const { title, posts } of threads) {
    addText(listing, title, listing.ordinals.size * postLength);
    for (const post of posts) addPost(listing, post);
  }
  const { words, ordinals, capitals, total } = listing;
  const isEnglish = isEnglishProse(listing.sample);
  return {
    findPlace(postId, end = postLength) {
      const ordinal = ordinals.get(postId);
      return ordinal === undefined ? undefined : ordinal * postLength + end - 1;
    },
    find: (stem) => words.get(stem),
    isEnglish,
    hasNameCapitals: capitals > 0 && (isEnglish || capitals < total * mostCapitals),
  };
}

function buildFirstWords(corpus: Corpus): FirstWords {
  const words = listFirstWords(iterateThreads(corpus));
  return {
    ...words,
    findPlace(postId, end) {
      const standing = findStanding(corpus, postId)?.postId;
      if (standing === undefined) return undefined;
      return standing === postId ? words.findPlace(postId, end) : words.findPlace(standing);
    },
  };
}

function* iterateThreads(corpus: Corpus): Generator<ListedThread> {
  for (const { id, title } of corpus.iterateThreads()) yield { title, posts: iteratePosts(corpus, id) };
}

function* iteratePosts(corpus: Corpus, threadId: ThreadId): Generator<StoryPost> {
  let last: PostId | undefined;
  for (;;) {
    const page = corpus.readRange({ threadId, startPostId: last, limit: pageSize });
    for (const post of page) if (post.postId !== last) yield post;
    if (page.length < pageSize) return;
    last = page.at(-1)?.postId;
  }
}

function addPost(listing: Listing, { postId, body }: Pick<StoryPost, 'postId' | 'body'>): void {
  const ordinal = listing.ordinals.size;
  listing.ordinals.set(postId, ordinal);
  if (listing.sample.length < sampledCharacters) listing.sample += `${body.slice(0, sampledCharacters)}\n`;
  addText(listing, body, ordinal * postLength);
}

function addText(listing: Listing, text: string, from: number): void {
  for (const { start, stem, isCapitalised } of splitWords(text)) {
    const at = from + Math.min(start, postLength - 1);
    const places = listing.words.get(stem) ?? addWord(listing, stem, at);
    listing.total += 1;
    if (!isCapitalised) {
      places.smalls += 1;
    } else if (!isSentenceStart(text, start)) {
      places.capitals += 1;
      listing.capitals += 1;
      places.asName = Math.min(places.asName, at);
    }
  }
}

function addWord({ words }: Listing, stem: string, first: number): Places {
  const places: Places = { first, asName: Number.POSITIVE_INFINITY, capitals: 0, smalls: 0 };
  words.set(stem, places);
  return places;
}
