// Reads the data of the wiki page: every entry with its versions at the ends of the threads, and its quotes.

import { createHash } from 'node:crypto';
import { UsageError } from '@terrarium/kernel/errors';
import { type EntryState, listStates } from '../../as-of/list-states.ts';
import { openMomentStore, readAllMentions } from '../../as-of/moment-store.ts';
import { listSentenceLabels } from '../../corpus/list-sentence-labels.ts';
import type { EntryId, Evidence } from '../../glossary/entry.ts';
import { openEntryStore } from '../../glossary/entry-store.ts';
import { isNamedByQuote } from '../../glossary/is-naming.ts';
import { openReadingStore } from '../../glossary/reading-store.ts';
import { openRevisionStore } from '../../glossary/revision-store.ts';
import { listCountedNames, listOwnNames } from '../../glossary/term-forms.ts';
import type { Annotator } from '../../journal/open-annotator.ts';
import { isOnlyNumber } from '../../moments/reader-place.ts';
import { nameChapter } from '../../world/name-chapter.ts';
import { openAddresses } from '../../world/post-address.ts';
import { stripStoryTitle } from '../../world/strip-story-title.ts';
import { nameWorldPart } from '../../world/world.ts';
import { type CitedPost, openCitedPosts } from '../cited-posts.ts';
import type { ExportOptions } from '../export-glossary.ts';
import { buildBodyReader } from '../open-glossary-for.ts';
import { buildVersions, type History } from './build-versions.ts';
import { type CountedStory, collectSeen, type NamesAt } from './collect-seen.ts';
import { listStops, type Stop } from './list-stops.ts';
import type { WikiData, WikiEntry, WikiPost, WikiQuote } from './wiki-data.ts';

export interface WikiOptions extends ExportOptions {
  /** Whether the page contains the whole text of cited posts. */
  readonly hasPosts?: boolean | undefined;
}

/**
 * The page contains nothing later than the moment. Throws `UsageError` if no moment is given and no thread was read,
 * and `StorageError` if the world is damaged.
 */
export function readWiki(annotator: Annotator, options: WikiOptions = {}): WikiData {
  const { connection, world, stores } = annotator;
  const { moment, corpus } = options;
  const stops = listStops(annotator, { moment, corpus });
  if (stops.length === 0 && moment === undefined) throw refuseUnread(annotator);
  const lastPart = stops.at(-1)?.lastPart ?? 0;
  const revisions = openRevisionStore(connection);
  const { findPlace, ...counting } = buildHistory(annotator, { options, stops, lastPart });
  const states = new Map(
    revisions.listEntryIds().map((id) => [id, listStates(revisions.read(id), findPlace)] as const),
  );
  if (corpus !== undefined) removeForeign(states, corpus, stores.glossary.listIdsOfCorpus(corpus));
  const ended = Map.groupBy(stores.glossary.listEnded(), ({ from }) => from);
  const history = {
    ...counting,
    filter: options,
    collectSeen: collectSeen(listNames(states), counting),
    listEnded: (id: EntryId) => ended.get(id) ?? [],
  };
  const sources = openSources(annotator, { stops, lastPart, hasPosts: options.hasPosts === true });
  const entries: WikiEntry[] = [];
  for (const [id, ofEntry] of states) {
    const versions = buildVersions(id, ofEntry, { ...history, registerQuote: sources.cite });
    // An entry is also kept if it was merged before a reader could see it: relations to it lead to the entry into
    // which it was merged.
    const isKnown = versions.some(({ term, into }) => term !== undefined || into !== undefined);
    if (isKnown) entries.push({ id, versions });
  }
  const title = nameWorldPart(world, corpus);
  const lastStop = stops.at(-1);
  const lastTitle = lastStop === undefined ? '' : nameStop(annotator, options, lastStop);
  return {
    // The title is not part of the key: it may change, and the page must not lose the reader's place then.
    key: createHash('sha256')
      .update(`${world.createdAt}\n${corpus ?? ''}`)
      .digest('hex')
      .slice(0, 16),
    title,
    asOf: moment && lastTitle,
    stops: stops.map((stop) => ({
      title: nameStop(annotator, options, stop),
      thread: `${stop.corpus} ${stop.threadId}`,
    })),
    posts: sources.posts,
    quotes: sources.quotes,
    entries,
  };
}

/**
 * Strips the name of the story from the title of a chapter, but only if the page shows this name above, as its present
 * or its original title.
 */
function nameStop(annotator: Annotator, { corpus }: WikiOptions, stop: Stop): string {
  const { world } = annotator;
  const [only, ...others] = world.corpora;
  const isTitled = others.length === 0 && only?.title === world.title;
  const title =
    corpus !== undefined || isTitled
      ? nameChapter(annotator, stop.corpus, stop.title)
      : stripStoryTitle(stop.title, world.title);
  // A number alone would not say that it counts chapters.
  return isOnlyNumber(title) ? `Chapter ${title.trim()}` : title;
}

/**
 * Keeps only entries that the corpus names. A removed entry is kept if it was first named in the corpus, or merged
 * into an entry that the corpus names.
 */
function removeForeign(
  states: Map<EntryId, readonly EntryState[]>,
  corpus: string,
  named: readonly EntryId[],
): void {
  const own = new Set(named);
  for (const [id, ofEntry] of states) {
    const isGone = ofEntry.at(-1)?.entry === undefined;
    const wasHere =
      isGone &&
      ofEntry.some(
        ({ entry, into }) => entry?.firstSeen.corpus === corpus || own.has((into ?? 0) as EntryId),
      );
    if (!own.has(id) && !wasHere) states.delete(id);
  }
}

function listNames(
  states: ReadonlyMap<EntryId, readonly EntryState[]>,
): ReadonlyMap<EntryId, readonly NamesAt[]> {
  return new Map(
    [...states].map(([id, ofEntry]) => [
      id,
      ofEntry.map(({ stop, entry }) => ({ stop, names: entry === undefined ? [] : listCountedNames(entry) })),
    ]),
  );
}

function refuseUnread({ world, stores }: Annotator): UsageError {
  const isTakenOver = stores.glossary.readNewestRevision() > 0;
  return new UsageError({
    code: 'wiki.unread',
    happened: `No thread was read in the world ${world.dir}, and a wiki shows what was known at the end of each${isTakenOver ? '; the glossary was imported' : ''}.`,
    todo: isTakenOver
      ? 'Export the wiki in the world in which the story was read; here, export another format (vault, markdown) or read the story with "terrarium read".'
      : 'Read it with "terrarium read", or export another format.',
  });
}

interface Extent {
  readonly options: WikiOptions;
  readonly stops: readonly Stop[];
  readonly lastPart: number;
}

interface Places {
  /** The first stop at which a revision is known; undefined if the revision comes after the moment. */
  findPlace(revision: number): number | undefined;
}

function buildHistory(
  annotator: Annotator,
  { options, stops, lastPart }: Extent,
): Omit<History, 'filter' | 'collectSeen' | 'listEnded' | 'registerQuote'> & CountedStory & Places {
  const { connection } = annotator;
  const moments = openMomentStore(connection);
  const known =
    options.moment === undefined ? undefined : new Set<number>(moments.listRevisionIds(options.moment));
  const resolveStop = (isBy: (stop: Stop) => boolean): number => {
    const at = stops.findIndex(isBy);
    return at === -1 ? stops.length : at + 1;
  };
  const stopOfScene = withCache((scene) => (scene === 0 ? 0 : resolveStop((stop) => stop.sceneId >= scene)));
  const stopOfPart = withCache((part) => resolveStop((stop) => stop.lastPart >= part));
  const places = new Map<number, number>();
  for (const { revision, scene } of moments.iteratePlaces()) {
    if (known?.has(revision) !== false) places.set(revision, stopOfScene(scene));
  }
  const reading = openReadingStore(connection, buildBodyReader(annotator));
  const today = openEntryStore(connection);
  const mentions = readAllMentions(connection, lastPart);
  const findStopOfPart = (part: number) => (part > lastPart ? undefined : stopOfPart(part));
  return {
    reading,
    readNames(id) {
      const entry = today.find(id);
      return entry === undefined ? [] : listCountedNames(entry);
    },
    findStopOfName(entry) {
      if (isNamedByQuote(entry)) return 0;
      const part = reading.findFirstPart(listOwnNames(entry));
      return part === undefined ? undefined : findStopOfPart(part);
    },
    findPlace: (revision) => places.get(revision),
    readMentions: (id: EntryId) => mentions.get(id) ?? [],
    findStopOfPart,
    resolveStopOfThread: ({ corpus, threadId }) =>
      resolveStop((stop) => stop.corpus === corpus && stop.threadId === threadId),
  };
}

function withCache(compute: (key: number) => number): (key: number) => number {
  const known = new Map<number, number>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

interface SourceOptions {
  readonly stops: readonly Stop[];
  readonly lastPart: number;
  readonly hasPosts: boolean;
}

/** Collects quotes and their posts, each once. */
function openSources(annotator: Annotator, { stops, lastPart, hasPosts }: SourceOptions) {
  const cited = openCitedPosts(annotator, lastPart);
  const posts = new Map<string, { readonly index: number; readonly post: WikiPost }>();
  const quotes = new Map<string, { readonly index: number; readonly quote: WikiQuote }>();
  const findAddress = openAddresses(annotator.world, annotator.corpora);
  const isOneCorpus = annotator.corpora.size <= 1;
  const registerPost = ({ corpus, postId }: Evidence, post: CitedPost | undefined): number => {
    const key = `${postId} ${corpus}`;
    const found = posts.get(key);
    if (found !== undefined) return found.index;
    const at = stops.findIndex((stop) => stop.corpus === corpus && stop.threadId === post?.threadId);
    const url = findAddress(corpus, postId);
    const value: WikiPost = {
      label: isOneCorpus ? `post ${postId}` : `post ${postId} of ${corpus}`,
      stop: at + 1,
      ...(post?.author === undefined ? {} : { author: post.author }),
      ...(url === undefined ? {} : { url }),
      ...(hasPosts && post !== undefined ? { text: post.body } : {}),
    };
    posts.set(key, { index: posts.size, post: value });
    return posts.size - 1;
  };
  const registerQuote = (evidence: Evidence): number => {
    const post = cited.find(evidence.corpus, evidence.postId);
    const key = `${evidence.postId} ${evidence.start} ${evidence.end} ${evidence.corpus}`;
    const found = quotes.get(key);
    if (found !== undefined) return found.index;
    const quote = { post: registerPost(evidence, post), ...cutAround(post?.body ?? '', evidence) };
    quotes.set(key, { index: quotes.size, quote });
    return quotes.size - 1;
  };
  return {
    cite: registerQuote,
    get posts() {
      return [...posts.values()].map(({ post }) => post);
    },
    get quotes() {
      return [...quotes.values()].map(({ quote }) => quote);
    },
  };
}

/** How many characters are shown around a quote: a few words, not the story again. */
const maxAround = 160;

function cutAround(body: string, { start, end, quote }: Evidence): Omit<WikiQuote, 'post'> {
  if (body.slice(start, end) !== quote) return { before: '', text: quote, after: '' };
  const around = listSentenceLabels(body).filter((one) => one.start < end && one.end > start);
  const from = Math.min(start, around.at(0)?.start ?? start);
  const to = Math.max(end, around.at(-1)?.end ?? end);
  const before = body.slice(from, start);
  const after = body.slice(end, to);
  return {
    before: before.length > maxAround ? `… ${before.slice(-maxAround).replace(/^\S*\s/u, '')}` : before,
    text: quote,
    after: after.length > maxAround ? `${after.slice(0, maxAround).replace(/\s\S*$/u, '')} …` : after,
  };
}
