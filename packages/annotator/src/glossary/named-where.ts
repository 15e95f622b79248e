// Keeps in memory where entries are named: in how many posts and threads up to any place, and together with which others.

import type { ThreadId, ThreadRef } from '../corpus/corpus.ts';
import type { EntryId } from './entry.ts';
import {
  buildMarks,
  buildTally,
  copyToSize,
  groupByNumber,
  type Marks,
  type NumberLists,
  type Pairs,
} from './number-lists.ts';

/** How widely an entry is named in what was read. */
export interface Spread {
  readonly mentions: number;
  readonly posts: number;
  readonly threads: number;
}

/** An entry that is named in the same posts as a given entry. */
export interface NamedTogether {
  readonly entryId: EntryId;
  /** How many posts name both. */
  readonly posts: number;
}

export interface NamedInPost {
  readonly corpus: string;
  readonly post: number;
  /** How many posts were read before this post. */
  readonly at: number;
  readonly mentions: number;
}

export interface Together {
  /** The posts that name an entry, in the order in which they were read. */
  listPosts(entryId: EntryId): readonly NamedInPost[];
  /** The threads that name an entry, in the order in which they were read. */
  listThreads(entryId: EntryId): readonly ThreadRef[];
  /** Other entries that are named in the same posts, the most frequent first. */
  list(entryId: EntryId, limit: number): NamedTogether[];
}

/** The corpus, thread and post of a part: a part is a post that was read, or a piece of a long one. */
export interface NamedPlace {
  readonly id: number;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
}

/** The parts that name an entry, in order, and how often each part names it. */
export interface NamedIn {
  readonly parts: Int32Array;
  readonly mentions: Int32Array;
}

export interface NamedCut {
  /** Later parts are not counted. */
  readonly lastPart: number;
  isEntry(id: EntryId): boolean;
  /** For parts that were counted again as of this moment: how often each part names each entry. */
  readonly recounted: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** Counts everything, as the database has it now. */
const everything: NamedCut = {
  lastPart: Number.POSITIVE_INFINITY,
  isEntry: () => true,
  recounted: new Map(),
};

export interface NamedAt extends Together {
  readSpread(id: EntryId): Spread;
  /** How widely each entry is named, by id. Entries that are named nowhere are left out. */
  iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }>;
  /** The first part of each corpus that names an entry. */
  listFirstParts(id: EntryId): readonly number[];
}

export interface NamedWhere {
  addPlaces(places: readonly NamedPlace[]): void;
  /** `named` is undefined for an entry that is named nowhere. */
  set(id: EntryId, named: NamedIn | undefined): void;
  find(id: EntryId): NamedIn | undefined;
  listIds(): readonly EntryId[];
  /** The result is valid until something changes. */
  openAt(cut: NamedCut): NamedAt;
  /** Counts everything, as the database has it. The result is valid until something changes. */
  openNow(): NamedAt;
}

const noSpread: Spread = { mentions: 0, posts: 0, threads: 0 };

export function buildNamedWhere(places: readonly NamedPlace[]): NamedWhere {
  const numbers = openNumbers();
  const named = new Map<EntryId, NamedIn>();
  let index: NamedIndex | undefined;
  let now: NamedAt | undefined;
  const addPlaces = (added: readonly NamedPlace[]): void => {
    if (added.length === 0) return;
    numbers.add(added);
    [index, now] = [undefined, undefined];
  };
  const openCut = (cut: NamedCut): NamedAt => {
    const recountedOf = groupCounts(cut);
    const readIndex = (): NamedIndex => {
      index ??= buildIndex(numbers, named);
      return index;
    };
    return openAt({ numbers, named, cut, recountedOf, readIndex });
  };
  addPlaces(places);
  return {
    addPlaces,
    set(id, one) {
      [index, now] = [undefined, undefined];
      if (one === undefined) named.delete(id);
      else named.set(id, one);
    },
    find: (id) => named.get(id),
    listIds: () => [...named.keys()],
    openAt: openCut,
    openNow() {
      now ??= openCut(everything);
      return now;
    },
  };
}

/** Gives numbers to the corpora, threads and posts of parts. */
type Numbers = ReturnType<typeof openNumbers>;

function openNumbers() {
  const known = { post: new Map<string, number>(), thread: new Map<string, number>() };
  const corpora = new Map<string, number>();
  let columns = { post: new Int32Array(0), thread: new Int32Array(0), corpus: new Int32Array(0) };
  const find = (numbers: Map<string, number>, key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return {
    /** Greater than the number of any part, post or thread. */
    get size() {
      return columns.post.length;
    },
    add(places: readonly NamedPlace[]) {
      const size = (places.at(-1)?.id ?? 0) + 1;
      columns = {
        post: copyToSize(columns.post, size),
        thread: copyToSize(columns.thread, size),
        corpus: copyToSize(columns.corpus, size),
      };
      for (const { id, corpus, post, thread } of places) {
        columns.post[id] = find(known.post, `${corpus} ${post}`);
        columns.thread[id] = find(known.thread, `${corpus} ${thread}`);
        columns.corpus[id] = find(corpora, corpus);
      }
    },
    findPost: (part: number) => columns.post[part] ?? 0,
    findThread: (part: number) => columns.thread[part] ?? 0,
    findCorpus: (part: number) => columns.corpus[part] ?? 0,
    /** The corpus and post of each number. */
    listPosts: () => [...known.post.keys()].map(splitPost),
    /** The thread of each number. */
    listThreads: () => [...known.thread.keys()].map(splitThread),
    listParts: (): Pairs => ({
      keys: columns.post.subarray(1),
      values: Int32Array.from({ length: Math.max(0, columns.post.length - 1) }, (_, at) => at + 1),
    }),
  };
}

function splitPost(key: string): { readonly corpus: string; readonly post: number } {
  const { corpus, id } = splitKey(key);
  return { corpus, post: id };
}

function splitThread(key: string): ThreadRef {
  const { corpus, id } = splitKey(key);
  return { corpus, threadId: id as ThreadId };
}

/** The corpus may have spaces in its name. */
function splitKey(key: string): { readonly corpus: string; readonly id: number } {
  const end = key.lastIndexOf(' ');
  return { corpus: key.slice(0, end), id: Number(key.slice(end + 1)) };
}

/** Who is named in which part, and which parts a post has. */
interface NamedIndex {
  readonly entries: NumberLists;
  readonly parts: NumberLists;
  /** The greatest id of an entry. */
  readonly last: number;
  readonly posts: Marks;
}

function buildIndex(numbers: Numbers, named: ReadonlyMap<EntryId, NamedIn>): NamedIndex {
  let [pairs, last] = [0, 0];
  for (const [id, { parts }] of named) {
    pairs += parts.length;
    last = Math.max(last, id);
  }
  const [keys, values] = [new Int32Array(pairs), new Int32Array(pairs)];
  let at = 0;
  for (const [id, { parts }] of named) {
    keys.set(parts, at);
    values.fill(id, at, at + parts.length);
    at += parts.length;
  }
  return {
    entries: groupByNumber({ keys, values }, numbers.size),
    parts: groupByNumber(numbers.listParts(), numbers.size),
    last,
    posts: buildMarks(numbers.size),
  };
}

interface Count {
  readonly part: number;
  readonly mentions: number;
}

/** The counts of parts that were counted again, by entry. */
function groupCounts({ recounted, lastPart }: NamedCut): ReadonlyMap<number, readonly Count[]> {
  const grouped = new Map<number, Count[]>();
  for (const [part, counts] of recounted) {
    if (part > lastPart) continue;
    for (const [id, mentions] of counts) {
      const own = grouped.get(id);
      if (own === undefined) grouped.set(id, [{ part, mentions }]);
      else own.push({ part, mentions });
    }
  }
  return grouped;
}

interface Opened {
  readonly numbers: Numbers;
  readonly named: ReadonlyMap<EntryId, NamedIn>;
  readonly cut: NamedCut;
  readonly recountedOf: ReadonlyMap<number, readonly Count[]>;
  readIndex(): NamedIndex;
}

function openAt(opened: Opened): NamedAt {
  const { numbers, named, recountedOf, cut } = opened;
  const lists = new Map<string, NamedTogether[]>();
  const posts = buildMarks(numbers.size);
  const threads = buildMarks(numbers.size);
  let all: ReturnType<Numbers['listPosts']> | undefined;
  const readSpread = (id: EntryId): Spread => {
    if (!cut.isEntry(id)) return noSpread;
    posts.start();
    threads.start();
    const spread = { mentions: 0, posts: 0, threads: 0 };
    const add = (part: number, mentions: number): void => {
      spread.mentions += mentions;
      if (posts.isFresh(numbers.findPost(part))) spread.posts += 1;
      if (threads.isFresh(numbers.findThread(part))) spread.threads += 1;
    };
    visitCounts(opened, id, add);
    return spread.mentions === 0 ? noSpread : spread;
  };
  return {
    readSpread,
    *iterateSpreads() {
      const ids = [...new Set([...named.keys(), ...recountedOf.keys()])] as EntryId[];
      for (const id of ids.toSorted((one, other) => one - other)) {
        const spread = readSpread(id);
        if (spread.mentions > 0) yield { entryId: id, ...spread };
      }
    },
    list(id, limit) {
      const key = `${id} ${limit}`;
      const list = lists.get(key) ?? listTogether(opened, id, limit);
      lists.set(key, list);
      return [...list];
    },
    listPosts(id) {
      all ??= numbers.listPosts();
      return cut.isEntry(id) ? listPosts(opened, id, all) : [];
    },
    listThreads(id) {
      const found = new Set<number>();
      const add = (part: number, mentions: number): void => {
        if (mentions > 0) found.add(numbers.findThread(part));
      };
      if (cut.isEntry(id)) visitCounts(opened, id, add);
      const threads = numbers.listThreads();
      return [...found].flatMap((at) => threads[at] ?? []);
    },
    listFirstParts(id) {
      const first = new Map<number, number>();
      visitCounts(opened, id, (part) => {
        const corpus = numbers.findCorpus(part);
        first.set(corpus, Math.min(part, first.get(corpus) ?? part));
      });
      return [...first.values()];
    },
  };
}

function listPosts(
  opened: Opened,
  id: EntryId,
  all: ReturnType<Numbers['listPosts']>,
): readonly NamedInPost[] {
  const counted = new Map<number, number>();
  visitCounts(opened, id, (part, mentions) => {
    const at = opened.numbers.findPost(part);
    counted.set(at, (counted.get(at) ?? 0) + mentions);
  });
  return [...counted]
    .filter(([, mentions]) => mentions > 0)
    .toSorted(([one], [other]) => one - other)
    .map(([at, mentions]) => ({ ...(all[at] ?? { corpus: '', post: 0 }), at, mentions }));
}

/** Visits the parts that name an entry, with how often each part names it. */
function visitCounts(
  { named, cut, recountedOf }: Opened,
  id: EntryId,
  visit: (part: number, mentions: number) => void,
): void {
  const own = named.get(id);
  const size = own?.parts.length ?? 0;
  const hasRecounted = cut.recounted.size > 0;
  for (let at = 0; at < size; at += 1) {
    const part = own?.parts[at] ?? 0;
    if (part > cut.lastPart) break;
    if (!hasRecounted || !cut.recounted.has(part)) visit(part, own?.mentions[at] ?? 0);
  }
  for (const { part, mentions } of recountedOf.get(id) ?? []) visit(part, mentions);
}

function listTogether(opened: Opened, entryId: EntryId, limit: number): NamedTogether[] {
  const { numbers, cut } = opened;
  const { last, posts } = opened.readIndex();
  const ids = [...opened.recountedOf.keys()];
  const tally = buildTally(ids.reduce((one, other) => Math.max(one, other), last) + 1);
  posts.start();
  if (cut.isEntry(entryId)) {
    visitCounts(opened, entryId, (part) => {
      const post = numbers.findPost(part);
      if (posts.isFresh(post)) visitNamedIn(opened, post, tally.add);
    });
  }
  const found: NamedTogether[] = [];
  for (const [id, count] of tally.list()) {
    const one = { entryId: id as EntryId, posts: count };
    const isBehind = found.length === limit && compareTogether(one, found.at(-1) ?? one) >= 0;
    if (id === entryId || isBehind || !cut.isEntry(one.entryId)) continue;
    const at = found.findIndex((other) => compareTogether(one, other) < 0);
    found.splice(at === -1 ? found.length : at, 0, one);
    if (found.length > limit) found.pop();
  }
  return found;
}

/** Sorts by falling number of posts, then by id. */
function compareTogether(one: NamedTogether, other: NamedTogether): number {
  return other.posts - one.posts || one.entryId - other.entryId;
}

/** Visits each entry that a post names, once. */
function visitNamedIn(opened: Opened, post: number, visit: (id: number) => void): void {
  const { starts, values } = opened.readIndex().parts;
  const [from = 0, to = 0] = [starts[post], starts[post + 1]];
  if (to - from === 1) {
    visitNamedInPart(opened, values[from] ?? 0, visit);
    return;
  }
  const named = new Set<number>();
  for (const part of values.subarray(from, to)) visitNamedInPart(opened, part, (id) => named.add(id));
  for (const id of named) visit(id);
}

function visitNamedInPart({ cut, readIndex }: Opened, part: number, visit: (id: number) => void): void {
  if (part > cut.lastPart) return;
  const recounted = cut.recounted.get(part);
  if (recounted === undefined) visitNumbers(readIndex().entries, part, visit);
  else for (const id of recounted.keys()) visit(id);
}

function visitNumbers({ starts, values }: NumberLists, key: number, visit: (number: number) => void): void {
  const end = starts[key + 1] ?? 0;
  for (let at = starts[key] ?? 0; at < end; at += 1) visit(values[at] ?? 0);
}
