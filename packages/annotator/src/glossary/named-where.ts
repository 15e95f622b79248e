// Where entries are named, in memory: how widely at any place of the story, and with whom.

import type { EntryId } from './entry.ts';

/** How widely an entry is named in what was read. */
export interface Spread {
  readonly mentions: number;
  readonly posts: number;
  readonly threads: number;
}

/** An entry that is named in posts with another. */
export interface NamedTogether {
  readonly entryId: EntryId;
  /** How many posts name both. */
  readonly posts: number;
}

/** Who is named with whom. */
export interface Together {
  /** Other entries that are named in the same posts, most often first. */
  list(entryId: EntryId, limit: number): NamedTogether[];
}

/** Where a part stands. */
export interface NamedPlace {
  readonly id: number;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
}

/** The parts that name an entry, in order, and how often each does. */
export interface NamedIn {
  readonly parts: Int32Array;
  readonly mentions: Int32Array;
}

/** What counts at a moment. */
export interface NamedCut {
  /** Later parts count for nobody. */
  readonly lastPart: number;
  isEntry(id: EntryId): boolean;
  /** How often each entry is named in parts that count otherwise than they do now. */
  readonly recounted: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** As the database has it now. */
export const everything: NamedCut = {
  lastPart: Number.POSITIVE_INFINITY,
  isEntry: () => true,
  recounted: new Map(),
};

/** How widely entries are named at a moment. */
export interface NamedAt extends Together {
  readSpread(id: EntryId): Spread;
  /** By id; without those that are named nowhere. */
  iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }>;
  /** The first part of each corpus that names an entry. */
  listFirstParts(id: EntryId): readonly number[];
}

export interface NamedWhere {
  addPlaces(places: readonly NamedPlace[]): void;
  /** Undefined for an entry that is named nowhere. */
  set(id: EntryId, named: NamedIn | undefined): void;
  find(id: EntryId): NamedIn | undefined;
  listIds(): readonly EntryId[];
  /** Valid until something changes. */
  openAt(cut: NamedCut): NamedAt;
}

const noSpread: Spread = { mentions: 0, posts: 0, threads: 0 };

export function buildNamedWhere(places: readonly NamedPlace[]): NamedWhere {
  const numbers = openNumbers();
  const named = new Map<EntryId, NamedIn>();
  let entriesByPart: ByNumber | undefined;
  let partsByPost: ByNumber | undefined;
  const addPlaces = (added: readonly NamedPlace[]): void => {
    if (added.length === 0) return;
    numbers.add(added);
    [entriesByPart, partsByPost] = [undefined, undefined];
  };
  addPlaces(places);
  return {
    addPlaces,
    set(id, one) {
      entriesByPart = undefined;
      if (one === undefined) named.delete(id);
      else named.set(id, one);
    },
    find: (id) => named.get(id),
    listIds: () => [...named.keys()],
    openAt: (cut) =>
      openAt({
        numbers,
        named,
        cut,
        inverted: invertCounts(cut),
        readEntries: (part) => {
          entriesByPart ??= groupByNumber(listPairs(named), numbers.size);
          return entriesByPart(part);
        },
        readParts: (post) => {
          partsByPost ??= groupByNumber(numbers.listPosts(), numbers.size);
          return partsByPost(post);
        },
      }),
  };
}

/** Posts and threads as numbers. */
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
    /** More than any number of a part or a post. */
    get size() {
      return columns.post.length;
    },
    add(places: readonly NamedPlace[]) {
      const size = (places.at(-1)?.id ?? 0) + 1;
      columns = {
        post: growTo(columns.post, size),
        thread: growTo(columns.thread, size),
        corpus: growTo(columns.corpus, size),
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
    /** Each part with its post. */
    listPosts: (): Pairs => ({
      keys: columns.post.subarray(1),
      values: Int32Array.from({ length: Math.max(0, columns.post.length - 1) }, (_, at) => at + 1),
    }),
  };
}

function growTo(column: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(size, column.length));
  grown.set(column);
  return grown;
}

interface Pairs {
  readonly keys: Int32Array;
  readonly values: Int32Array;
}

/** Each part with each entry that it names. */
function listPairs(named: ReadonlyMap<EntryId, NamedIn>): Pairs {
  let size = 0;
  for (const { parts } of named.values()) size += parts.length;
  const [keys, values] = [new Int32Array(size), new Int32Array(size)];
  let at = 0;
  for (const [id, { parts }] of named) {
    keys.set(parts, at);
    values.fill(id, at, at + parts.length);
    at += parts.length;
  }
  return { keys, values };
}

type ByNumber = (key: number) => Int32Array;

/** The values of each key, in their order. */
function groupByNumber({ keys, values }: Pairs, size: number): ByNumber {
  const ends = new Int32Array(size + 1);
  for (const key of keys) ends[key + 1] = (ends[key + 1] ?? 0) + 1;
  for (let key = 1; key <= size; key += 1) ends[key] = (ends[key] ?? 0) + (ends[key - 1] ?? 0);
  const next = ends.slice();
  const grouped = new Int32Array(values.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    const place = next[key] ?? 0;
    grouped[place] = values[at] ?? 0;
    next[key] = place + 1;
  }
  return (key) => grouped.subarray(ends[key], ends[key + 1]);
}

interface Count {
  readonly part: number;
  readonly mentions: number;
}

/** What was counted anew, by entry. */
function invertCounts({ recounted, lastPart }: NamedCut): ReadonlyMap<number, readonly Count[]> {
  const inverted = new Map<number, Count[]>();
  for (const [part, counts] of recounted) {
    if (part > lastPart) continue;
    for (const [id, mentions] of counts) {
      const own = inverted.get(id);
      if (own === undefined) inverted.set(id, [{ part, mentions }]);
      else own.push({ part, mentions });
    }
  }
  return inverted;
}

interface Opened {
  readonly numbers: Numbers;
  readonly named: ReadonlyMap<EntryId, NamedIn>;
  readonly cut: NamedCut;
  readonly inverted: ReadonlyMap<number, readonly Count[]>;
  /** The entries that a part names now. */
  readonly readEntries: ByNumber;
  /** The parts of a post. */
  readonly readParts: ByNumber;
}

function openAt(opened: Opened): NamedAt {
  const { numbers, named, inverted, cut } = opened;
  const distinct = openDistinct(numbers.size);
  const readSpread = (id: EntryId): Spread => {
    if (!cut.isEntry(id)) return noSpread;
    const [seenPosts, seenThreads] = [distinct.start('post'), distinct.start('thread')];
    let [mentions, posts, threads] = [0, 0, 0];
    visitCounts(opened, id, (part, count) => {
      mentions += count;
      if (seenPosts(numbers.findPost(part))) posts += 1;
      if (seenThreads(numbers.findThread(part))) threads += 1;
    });
    return mentions === 0 ? noSpread : { mentions, posts, threads };
  };
  return {
    readSpread,
    *iterateSpreads() {
      for (const id of [...new Set([...named.keys(), ...inverted.keys()])].toSorted(
        (one, other) => one - other,
      )) {
        const spread = readSpread(id as EntryId);
        if (spread.mentions > 0) yield { entryId: id as EntryId, ...spread };
      }
    },
    list: (id, limit) => listTogether(opened, id, limit),
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

/** The parts that name an entry, and how often. */
function visitCounts(
  { named, cut, inverted }: Opened,
  id: EntryId,
  visit: (part: number, mentions: number) => void,
): void {
  const { parts, mentions } = named.get(id) ?? { parts: [], mentions: [] };
  const hasRecounted = cut.recounted.size > 0;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? 0;
    if (part > cut.lastPart) break;
    if (!hasRecounted || !cut.recounted.has(part)) visit(part, mentions[at] ?? 0);
  }
  for (const { part, mentions: count } of inverted.get(id) ?? []) visit(part, count);
}

/** Whether a number comes for the first time since it was started. */
function openDistinct(size: number) {
  const seen = { post: new Int32Array(size), thread: new Int32Array(size) };
  let round = 0;
  return {
    start(kind: 'post' | 'thread') {
      round += 1;
      const [marks, mark] = [seen[kind], round];
      return (number: number): boolean => {
        if (marks[number] === mark) return false;
        marks[number] = mark;
        return true;
      };
    },
  };
}

function listTogether(opened: Opened, entryId: EntryId, limit: number): NamedTogether[] {
  const { numbers, cut } = opened;
  const posts = new Set<number>();
  if (cut.isEntry(entryId)) visitCounts(opened, entryId, (part) => posts.add(numbers.findPost(part)));
  const counts = new Map<number, number>();
  for (const post of posts) {
    for (const id of listNamedIn(opened, post)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  counts.delete(entryId);
  return [...counts]
    .map(([id, together]) => ({ entryId: id as EntryId, posts: together }))
    .filter((one) => cut.isEntry(one.entryId))
    .toSorted((one, other) => other.posts - one.posts || one.entryId - other.entryId)
    .slice(0, limit);
}

/** The entries that a post names, each once. */
function listNamedIn({ cut, readEntries, readParts }: Opened, post: number): Iterable<number> {
  const parts = [...readParts(post)].filter((part) => part <= cut.lastPart);
  const lists = parts.map((part) => cut.recounted.get(part)?.keys() ?? readEntries(part));
  return lists.length === 1 ? (lists[0] ?? []) : new Set(lists.flatMap((list) => [...list]));
}
