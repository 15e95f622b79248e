// Stores what was read: which posts in which order, which words are in them, and how often entries are named.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Position, PostId, ScenePost, ThreadId } from '../corpus/corpus.ts';
import type { EntryId, Evidence } from './entry.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { splitWords, type TextWord } from './text-words.ts';

/** The body of a post; undefined when the corpus no longer has it. */
export type ReadBody = (corpus: string, postId: PostId) => string | undefined;

/** How often something is named in one part of what was read. */
export interface PartCount {
  readonly partId: number;
  readonly mentions: number;
}

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

export interface ReadTotals {
  readonly posts: number;
  readonly words: number;
}

/** A post, or a part of a long one, as it was read. */
export interface ReadPart {
  readonly id: number;
  readonly position: Position;
  readonly start: number;
  readonly end: number;
}

export interface AddedPart extends ReadPart, Page {}

/** The text of a part, split into words. */
export interface Page {
  readonly text: string;
  readonly words: readonly TextWord[];
}

/** The text of a part, and which part it is. */
export interface PartPage extends Page {
  readonly partId: number;
}

export interface ReadingStore {
  /** Records that a post (or its `span`) is read now; undefined when it was read before. */
  addPart(corpus: string, post: ScenePost): AddedPart | undefined;
  /** What the word index should contain, computed from the texts: parts and their distinct folded words. */
  listIndexRows(): Generator<readonly [partId: number, words: string]>;
  /** Adds the words of new parts to the index; call it once, after everything else was written. */
  storeWords(parts: readonly AddedPart[]): void;
  /** Fills the empty word index with the words of every part, from the texts. */
  storeAllWords(): void;
  findPart(id: number): ReadPart | undefined;
  /** Whether a post was read before the part `partId`. */
  isReadBefore(position: Position, partId: number): boolean;
  iterateParts(): Generator<ReadPart>;
  /** The newest part of a post. */
  findLastPart(position: Position): number | undefined;
  readTotals(): ReadTotals;
  /** The parts that have all words of one of the names, in reading order; every part where no names are given. */
  iteratePages(names?: readonly string[]): Generator<PartPage>;
  readPage(partId: number): PartPage | undefined;
  /** The parts that have all words of one of the names, in reading order; their texts are not looked at. */
  listParts(names: readonly string[]): readonly number[];
  /** Every part with one of the names, whoever they belong to, in reading order, counted in the texts themselves. */
  countNames(names: readonly string[]): readonly PartCount[];
  /** The first part that contains one of the names. */
  findFirstPart(names: readonly string[]): number | undefined;
  /** The first part in which a quote's post was read as far as the quote. */
  findPartOfQuote(quote: Pick<Evidence, 'corpus' | 'postId' | 'start'>): number | undefined;
  /** Whether any part contains one of the names. */
  isRead(names: readonly string[]): boolean;
  addMention(entryId: EntryId, count: PartCount): void;
  /** Replaces how often an entry is named in one part. */
  setMention(entryId: EntryId, count: PartCount): void;
  replaceMentions(entryId: EntryId, counts: readonly PartCount[]): void;
  readMentions(entryId: EntryId): PartCount[];
  /** Other entries that are named in the same posts, most often first. Looks at each mention once. */
  listTogether(entryId: EntryId, limit: number): NamedTogether[];
  readSpread(entryId: EntryId): Spread;
  iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }>;
}

interface PartRow {
  readonly id: number;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
  readonly start_at: number;
  readonly end_at: number;
}

interface SpreadRow extends Spread {
  readonly entry_id: number;
}

const noSpread: Spread = { mentions: 0, posts: 0, threads: 0 };
const pageSize = 500;
const spreadColumns = `mention.entry_id, sum(mention.mentions) AS mentions,
  count(DISTINCT read_part.corpus || ' ' || read_part.post) AS posts,
  count(DISTINCT read_part.corpus || ' ' || read_part.thread) AS threads`;

export function openReadingStore(connection: Connection, readBody: ReadBody): ReadingStore {
  const sql = prepareStatements(connection);
  const findPart = (id: number): ReadPart | undefined => buildPart(sql.part.get(id));
  const pages = buildPageCache(readBody);
  const iteratePages = function* (names?: readonly string[]): Generator<PartPage> {
    const parts = names === undefined ? iterateParts(sql) : iterateFound(sql, names);
    for (const part of parts) yield { partId: part.id, ...pages.read(part) };
  };
  const iteratePartCounts = function* (names: readonly string[]): Generator<PartCount> {
    const index = buildSurfaceIndex();
    index.set(1, names);
    for (const { partId, text, words } of iteratePages(names)) {
      const mentions = index.countNames(text, words).get(1);
      if (mentions !== undefined) yield { partId, mentions };
    }
  };
  const counts = buildCountCache(sql, (names) => [...iteratePartCounts(names)]);
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
    findFirstPart: (names) => readFirst(iteratePartCounts(names))?.partId,
    findPartOfQuote: ({ corpus, postId, start }) => sql.partOfQuote.get(corpus, postId, start) ?? undefined,
    isRead: (names) => counts.read(names).length > 0,
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
    listTogether: (id, limit) => sql.together.all({ id, limit }),
    readSpread(entryId) {
      const row = sql.spread.get(entryId);
      return row === undefined
        ? noSpread
        : { mentions: row.mentions, posts: row.posts, threads: row.threads };
    },
    *iterateSpreads() {
      for (let after = -1; ; ) {
        const page = sql.spreadPage.all(after);
        for (const { entry_id, ...spread } of page) yield { entryId: entry_id as EntryId, ...spread };
        after = page.at(-1)?.entry_id ?? after;
        if (page.length < pageSize) return;
      }
    },
  };
}

function readFirst<Value>(values: Generator<Value>): Value | undefined {
  const first = values.next();
  return first.done === true ? undefined : first.value;
}

// A new entry's names are counted several times: to see that they were read, whether they recur, and where they stand.
const keptCounts = 16;

interface CountCache {
  read(names: readonly string[]): readonly PartCount[];
  clear(): void;
}

/** Counts of names, kept until something more is read, by this program or another. */
function buildCountCache(
  sql: Statements,
  count: (names: readonly string[]) => readonly PartCount[],
): CountCache {
  const kept = new Map<string, readonly PartCount[]>();
  let keptFor = '';
  return {
    clear: () => kept.clear(),
    read(names) {
      const { id = 0, posts = 0, words = 0 } = sql.totals.get() ?? {};
      const state = [id, posts, words].join(' ');
      if (state !== keptFor) kept.clear();
      keptFor = state;
      const key = names.join('\n');
      const known = kept.get(key) ?? count(names);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= keptCounts && !kept.has(key)) kept.delete(oldest);
      kept.set(key, known);
      return known;
    },
  };
}

// Names are looked for mostly in what was read last; 100,000 words take about 10 MB.
const keptPages = 256;

interface PageCache {
  read(part: ReadPart): Page;
  cache(part: AddedPart): void;
}

/** The newest pages, by position rather than row id, which a rollback may reuse. */
function buildPageCache(readBody: ReadBody): PageCache {
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
    // The full-text index flushes whenever a statement begins, so all rows are inserted by a single one.
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
    together: connection.prepare<{ id: number; limit: number }, NamedTogether>(
      `SELECT other.entry_id AS entryId, count(DISTINCT read_part.corpus || ' ' || read_part.post) AS posts
       FROM mention AS other CROSS JOIN mention AS own ON own.entry_id = :id AND own.part_id = other.part_id
       JOIN read_part ON read_part.id = other.part_id
       WHERE other.entry_id <> :id GROUP BY other.entry_id ORDER BY posts DESC, other.entry_id LIMIT :limit`,
    ),
    spread: connection.prepare<[number], SpreadRow>(
      `SELECT ${spreadColumns} FROM mention JOIN read_part ON read_part.id = mention.part_id
       WHERE mention.entry_id = ? GROUP BY mention.entry_id`,
    ),
    spreadPage: connection.prepare<[number], SpreadRow>(
      `SELECT ${spreadColumns} FROM mention JOIN read_part ON read_part.id = mention.part_id
       WHERE mention.entry_id > ? GROUP BY mention.entry_id ORDER BY mention.entry_id LIMIT ${pageSize}`,
    ),
  };
}

function* iterateParts(sql: Statements): Generator<ReadPart> {
  for (let after = 0; ; ) {
    const page = sql.partPage.all(after);
    for (const row of page) yield buildPartOf(row);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}

function* iterateFound(sql: Statements, names: readonly string[]): Generator<ReadPart> {
  for (const id of listPartsWithNames(sql, names)) {
    const part = buildPart(sql.part.get(id));
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

/** The index splits words at ASCII signs, so an apostrophe inside a word is stored as a typographic one. */
function listDistinctStems(words: readonly TextWord[]): string[] {
  return [...new Set(words.map((word) => word.stem.replaceAll("'", '’')))];
}

function buildPart(row: PartRow | undefined): ReadPart | undefined {
  return row === undefined ? undefined : buildPartOf(row);
}

function buildPartOf(row: PartRow): ReadPart {
  const position = { corpus: row.corpus, threadId: row.thread as ThreadId, postId: row.post as PostId };
  return { id: row.id, position, start: row.start_at, end: row.end_at };
}
