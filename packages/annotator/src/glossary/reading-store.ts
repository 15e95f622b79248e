// Stores what was read: the posts in the order of reading, their words, and how often entries are named.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Position, PostId, ScenePost } from '../corpus/corpus.ts';
import type { EntryId, Evidence } from './entry.ts';
import type { NamedWhere, Spread, Together } from './named-where.ts';
import { openNamedWhereStore } from './named-where-store.ts';
import { buildPart, type PartRow } from './part-row.ts';
import {
  type AddedPart,
  buildCountCache,
  buildPageCache,
  type Page,
  type PartCount,
  type ReadBody,
  type ReadPart,
} from './read-parts.ts';
import { buildSurfaceIndex, type SurfaceIndex } from './surface-index.ts';
import { splitWords, type TextWord } from './text-words.ts';

export interface ReadTotals {
  readonly posts: number;
  readonly words: number;
}

export interface PartPage extends Page {
  readonly partId: number;
}

export interface ReadingStore {
  /** Records that a post (or its `span`) has now been read; undefined if it had been read before. */
  addPart(corpus: string, post: ScenePost): AddedPart | undefined;
  /** The rows that the word index should contain, computed from the texts: parts and their distinct stems. */
  listIndexRows(): Generator<readonly [partId: number, words: string]>;
  /** Adds the words of new parts to the index; call it once, after everything else was written. */
  storeWords(parts: readonly AddedPart[]): void;
  /** Fills the empty word index with the words of every part, from the texts. */
  storeAllWords(): void;
  findPart(id: number): ReadPart | undefined;
  /** Whether a post was read before the given part. */
  isReadBefore(position: Position, partId: number): boolean;
  iterateParts(): Generator<ReadPart>;
  findLastPart(position: Position): number | undefined;
  readTotals(): ReadTotals;
  /** The parts that have all words of one of the names, in reading order; all parts if no names are given. */
  iteratePages(names?: readonly string[]): Generator<PartPage>;
  readPage(partId: number): PartPage | undefined;
  /** The parts that have all words of one of the names, in reading order. Their texts are not read. */
  listParts(names: readonly string[]): readonly number[];
  /**
   * How often each part has one of the names, in reading order; parts without them are left out. Counted in the texts
   * themselves, whichever entry has the name.
   */
  countNames(names: readonly string[]): readonly PartCount[];
  /**
   * The posts of this corpus that have one of the names, newest first. Only the last `limit` parts with a name are
   * looked at.
   */
  listLastPosts(corpus: string, names: readonly string[], limit: number): readonly PostId[];
  findFirstPart(names: readonly string[]): number | undefined;
  /**
   * The first part that names an entry with these names; the first name is its term. A name that is part of somebody
   * else's name does not count.
   */
  findNamingPart(names: readonly string[]): number | undefined;
  /** The last parts that name an entry with these names, newest first. */
  listLastNamingParts(names: readonly string[], limit: number): readonly PartCount[];
  /** The first part of a quote's post that contains the place of the quote. */
  findPartOfQuote(quote: Pick<Evidence, 'corpus' | 'postId' | 'start'>): number | undefined;
  isRead(names: readonly string[]): boolean;
  addMention(entryId: EntryId, count: PartCount): void;
  /** Replaces the number of times that one part names an entry. */
  setMention(entryId: EntryId, count: PartCount): void;
  replaceMentions(entryId: EntryId, counts: readonly PartCount[]): void;
  readMentions(entryId: EntryId): PartCount[];
  /** Where every entry is named; kept in memory and updated with every change. */
  readNamedWhere(): NamedWhere;
  openTogether(): Together;
  readSpread(entryId: EntryId): Spread;
  iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }>;
}

const noSpread: Spread = { mentions: 0, posts: 0, threads: 0 };
const pageSize = 500;
export function openReadingStore(connection: Connection, readBody: ReadBody): ReadingStore {
  const sql = prepareStatements(connection);
  const named = openNamedWhereStore(connection);
  const findPart = (id: number): ReadPart | undefined => buildFound(sql.part.get(id));
  const pages = buildPageCache(readBody);
  const iteratePages = function* (names?: readonly string[]): Generator<PartPage> {
    const parts = names === undefined ? iterateParts(sql) : iterateFound(sql, listPartsWithNames(sql, names));
    for (const part of parts) yield { partId: part.id, ...pages.read(part) };
  };
  const iteratePartCounts = buildPartCounter(sql, pages.read, buildSurfaceIndex);
  const iterateNamings = buildPartCounter(sql, pages.read, () => buildSurfaceIndex({ isStrict: true }));
  const iterateCounts = (names: readonly string[]) =>
    iteratePartCounts(names, listPartsWithNames(sql, names));
  const iterateLastCounts = (names: readonly string[], isWanted = (_part: number) => true) =>
    iteratePartCounts(names, filterLazily(listPartsWithNames(sql, names).toReversed(), isWanted));
  const counts = buildCountCache(
    () => {
      const { id = 0, posts = 0, words = 0 } = sql.totals.get() ?? {};
      return [id, posts, words].join(' ');
    },
    (names) => [...iterateCounts(names)],
  );
  return {
    addPart(corpus, post) {
      const added = addPart(sql, corpus, post);
      counts.clear();
      if (added !== undefined) pages.cache(added);
      return added;
    },
    storeWords(parts) {
      const rows = parts.map(({ id, words }) => [id, renderStems(words)]);
      sql.insertWords.run(JSON.stringify(rows));
    },
    storeAllWords() {
      for (const part of iterateParts(sql)) {
        sql.insertWords.run(JSON.stringify([[part.id, renderStems(pages.read(part).words)]]));
      }
    },
    findPart,
    isReadBefore: ({ corpus, postId }, partId) => (sql.firstPart.get(corpus, postId) ?? partId) < partId,
    iterateParts: () => iterateParts(sql),
    findLastPart: ({ corpus, postId }) => sql.lastPart.get(corpus, postId) ?? undefined,
    *listIndexRows() {
      for (const part of iterateParts(sql)) yield [part.id, renderStems(pages.read(part).words)];
    },
    iteratePages,
    listParts: (names) => listPartsWithNames(sql, names),
    readPage(partId) {
      const part = findPart(partId);
      return part === undefined ? undefined : { partId, ...pages.read(part) };
    },
    readTotals() {
      const { posts = 0, words = 0 } = sql.totals.get() ?? {};
      return { posts, words };
    },
    countNames: counts.read,
    listLastPosts(corpus, names, limit) {
      const isHere = (partId: number) => findPart(partId)?.position.corpus === corpus;
      const known = counts.find(names)?.toReversed();
      const here = known && filterLazily(known, ({ partId }) => isHere(partId));
      const last = readFew(here ?? iterateLastCounts(names, isHere), limit);
      return [...new Set(last.flatMap(({ partId }) => findPart(partId)?.position.postId ?? []))];
    },
    findFirstPart: (names) => readFirst(iterateCounts(names))?.partId,
    findNamingPart: (names) => readFirst(iterateNamings(names, listPartsWithNames(sql, names)))?.partId,
    listLastNamingParts: (names, limit) =>
      readFew(iterateNamings(names, listPartsWithNames(sql, names).toReversed()), limit),
    findPartOfQuote: ({ corpus, postId, start }) => sql.partOfQuote.get(corpus, postId, start) ?? undefined,
    isRead: (names) => (counts.find(names) ?? readFew(iterateLastCounts(names), 1)).length > 0,
    addMention: (entryId, count) => void sql.insertMention.run(entryId, count.partId, count.mentions),
    setMention(entryId, { partId, mentions }) {
      if ((sql.mention.get(entryId, partId) ?? 0) === mentions) return;
      sql.deleteMention.run(entryId, partId);
      if (mentions > 0) sql.insertMention.run(entryId, partId, mentions);
    },
    replaceMentions(entryId, counts) {
      sql.deleteMentions.run(entryId);
      for (const count of counts) sql.insertMention.run(entryId, count.partId, count.mentions);
    },
    readMentions: (entryId) => sql.mentions.all(entryId),
    readNamedWhere: named.read,
    openTogether: () => named.read().openNow(),
    iterateSpreads: () => named.read().openNow().iterateSpreads(),
    readSpread(entryId) {
      // Counting tens of thousands of mentions in the database takes a hundred times as long as in memory.
      const kept = named.findKept();
      if (kept !== undefined) return kept.openNow().readSpread(entryId);
      const row = sql.spread.get(entryId);
      return row === undefined
        ? noSpread
        : { mentions: row.mentions, posts: row.posts, threads: row.threads };
    },
  };
}

type PartCounter = (names: readonly string[], partIds: Iterable<number>) => Generator<PartCount>;

/**
 * Returns a function that counts names in parts and leaves out parts without them. `buildIndex` makes the index of
 * names.
 */
function buildPartCounter(
  sql: Statements,
  read: (part: ReadPart) => Page,
  buildIndex: () => SurfaceIndex,
): PartCounter {
  return function* (names, partIds) {
    const index = buildIndex();
    index.set(1, names);
    for (const part of iterateFound(sql, partIds)) {
      const { text, words } = read(part);
      const mentions = index.countNames(text, words).get(1);
      if (mentions !== undefined) yield { partId: part.id, mentions };
    }
  };
}

/** Takes the first values of a generator; the others are not computed. */
function readFew<Value>(values: Generator<Value>, limit: number): readonly Value[] {
  const few: Value[] = [];
  for (const value of values) if (few.push(value) >= limit) break;
  return few;
}

/** Yields the wanted values; a value is tested only when it is needed. */
function* filterLazily<Value>(
  values: Iterable<Value>,
  isWanted: (value: Value) => boolean,
): Generator<Value> {
  for (const value of values) if (isWanted(value)) yield value;
}

function readFirst<Value>(values: Generator<Value>): Value | undefined {
  const first = values.next();
  return first.done === true ? undefined : first.value;
}

type Statements = ReturnType<typeof prepareStatements>;

interface NewPart extends Position {
  readonly start: number;
  readonly end: number;
  readonly postsTotal: number;
  readonly wordsTotal: number;
}

function prepareStatements(connection: Connection) {
  return {
    insertPart: connection.prepare<NewPart>(
      `INSERT INTO read_part (corpus, thread, post, start_at, end_at, posts_total, words_total)
       VALUES (:corpus, :threadId, :postId, :start, :end, :postsTotal, :wordsTotal)`,
    ),
    isRead: connection
      .prepare<[string, number, number], number>(
        'SELECT 1 FROM read_part WHERE corpus = ? AND post = ? AND start_at = ?',
      )
      .pluck(),
    isPostRead: connection
      .prepare<[string, number], number>('SELECT 1 FROM read_part WHERE corpus = ? AND post = ? LIMIT 1')
      .pluck(),
    // The full-text index flushes whenever a statement begins, so all rows are inserted by a single statement.
    insertWords: connection.prepare(
      `INSERT INTO read_words (rowid, words)
       SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)`,
    ),
    partOfQuote: connection
      .prepare<[string, number, number], number | null>(
        'SELECT min(id) FROM read_part WHERE corpus = ? AND post = ? AND end_at > ?',
      )
      .pluck(),
    firstPart: connection
      .prepare<[string, number], number | null>('SELECT min(id) FROM read_part WHERE corpus = ? AND post = ?')
      .pluck(),
    lastPart: connection
      .prepare<[string, number], number | null>('SELECT max(id) FROM read_part WHERE corpus = ? AND post = ?')
      .pluck(),
    part: connection.prepare<[number], PartRow>('SELECT * FROM read_part WHERE id = ?'),
    partPage: connection.prepare<[number], PartRow>(
      `SELECT * FROM read_part WHERE id > ? ORDER BY id LIMIT ${pageSize}`,
    ),
    partsWithWords: connection
      .prepare<[string], number>('SELECT rowid FROM read_words WHERE read_words MATCH ?')
      .pluck(),
    totals: connection.prepare<[], ReadTotals & { readonly id: number }>(
      'SELECT id, posts_total AS posts, words_total AS words FROM read_part ORDER BY id DESC LIMIT 1',
    ),
    insertMention: connection.prepare('INSERT INTO mention (entry_id, part_id, mentions) VALUES (?, ?, ?)'),
    mention: connection
      .prepare<[number, number], number>('SELECT mentions FROM mention WHERE entry_id = ? AND part_id = ?')
      .pluck(),
    deleteMention: connection.prepare('DELETE FROM mention WHERE entry_id = ? AND part_id = ?'),
    deleteMentions: connection.prepare('DELETE FROM mention WHERE entry_id = ?'),
    mentions: connection.prepare<[number], PartCount>(
      'SELECT part_id AS partId, mentions FROM mention WHERE entry_id = ? ORDER BY part_id',
    ),
    spread: connection.prepare<[number], Spread>(
      `SELECT sum(mention.mentions) AS mentions,
         count(DISTINCT read_part.corpus || ' ' || read_part.post) AS posts,
         count(DISTINCT read_part.corpus || ' ' || read_part.thread) AS threads
       FROM mention JOIN read_part ON read_part.id = mention.part_id
       WHERE mention.entry_id = ? GROUP BY mention.entry_id`,
    ),
  };
}

function* iterateParts(sql: Statements): Generator<ReadPart> {
  for (let after = 0; ; ) {
    const page = sql.partPage.all(after);
    for (const row of page) yield buildPart(row);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}

function* iterateFound(sql: Statements, ids: Iterable<number>): Generator<ReadPart> {
  for (const id of ids) {
    const part = buildFound(sql.part.get(id));
    if (part !== undefined) yield part;
  }
}

function listPartsWithNames(sql: Statements, names: readonly string[]): readonly number[] {
  const found = new Set(names.flatMap((name) => listPartsWithWords(sql, name)));
  return [...found].sort((a, b) => a - b);
}

function addPart(sql: Statements, corpus: string, post: ScenePost): AddedPart | undefined {
  const { start, end } = post.span;
  if (sql.isRead.get(corpus, post.postId, start) !== undefined) return undefined;
  const before = sql.totals.get() ?? { posts: 0, words: 0 };
  const text = post.body.slice(start, end);
  const words = splitWords(text);
  const postsTotal = before.posts + (sql.isPostRead.get(corpus, post.postId) === undefined ? 1 : 0);
  const wordsTotal = before.words + words.length;
  const position = { corpus, threadId: post.threadId, postId: post.postId };
  const { lastInsertRowid } = sql.insertPart.run({ ...position, start, end, postsTotal, wordsTotal });
  return { id: Number(lastInsertRowid), position, start, end, text, words };
}

function listPartsWithWords(sql: Statements, name: string): number[] {
  const stems = listDistinctStems(splitWords(name));
  if (stems.length === 0) return [];
  return sql.partsWithWords.all(stems.map((stem) => `"${stem}"`).join(' AND '));
}

function renderStems(words: readonly TextWord[]): string {
  return listDistinctStems(words).join(' ');
}

/**
 * The distinct stems of words. The index splits words at ASCII punctuation, so an apostrophe inside a word is stored as
 * a typographic one.
 */
function listDistinctStems(words: readonly TextWord[]): string[] {
  return [...new Set(words.map((word) => word.stem.replaceAll("'", '’')))];
}

function buildFound(row: PartRow | undefined): ReadPart | undefined {
  return row === undefined ? undefined : buildPart(row);
}
