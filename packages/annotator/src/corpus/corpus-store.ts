// Prepares the SQL statements that read a corpus, the SQLite file of a story.

import { createHash } from 'node:crypto';
import type { Connection } from '@terrarium/kernel/open-database';
import type { PostDigest, PostId, PostPlace, StoryPost, Thread, ThreadId } from './corpus.ts';
import { type FormerPostStore, hashBody, openFormerPosts } from './former-post-store.ts';
import { charactersPerByteBeyond, freeShare } from './measure-text.ts';
import type { PostOutline } from './plan-scenes.ts';
import { openReadingOrder, type ReadingTables } from './reading-order-store.ts';

const outlineBatch = 1_000;
const sampledBodies = 16;
const sqlMaxLimit = -1;

interface PostRow {
  readonly id: number;
  readonly thread_id: number;
  readonly name: string | null;
  readonly time: number | null;
  readonly subject: string | null;
  readonly body: string;
  readonly tags: string;
}

const charactersSql = 'length(CAST(post.body AS TEXT))';
/** SQL that computes the same length as `measureText`, but without passing the body to JavaScript. */
const weightSql = `coalesce(${charactersSql} + CAST(${charactersPerByteBeyond} * max(0,
  length(CAST(post.body AS BLOB)) - ${freeShare} * ${charactersSql}) AS INTEGER), 0)`;

interface OutlineRow {
  readonly ordinal: number;
  readonly id: number;
  readonly thread_id: number;
  readonly is_story: number;
  readonly characters: number;
}

/** Ordinals from `first` to `last`, both inclusive, of one thread. */
export interface OrdinalRange {
  readonly threadId: ThreadId;
  readonly first: number;
  readonly last: number;
  readonly tag?: string | undefined;
  readonly limit?: number | undefined;
}

export interface CorpusStore {
  readonly formers: FormerPostStore;
  readFingerprint(): string;
  countPosts(): number;
  readThreads(): readonly Thread[];
  findThread(id: ThreadId): Thread | undefined;
  findPlace(id: PostId): PostPlace | undefined;
  findBody(id: PostId): string | undefined;
  readPosts(range: OrdinalRange): readonly StoryPost[];
  iterateOutlines(after?: number): Iterable<PostOutline>;
  iterateDigests(): Iterable<PostDigest>;
}

/** Finds the reading order of an open file and prepares the statements; afterwards the connection is read-only. */
export function buildCorpusStore(connection: Connection, path: string): CorpusStore {
  const tables = openReadingOrder(connection, path);
  connection.pragma('query_only = ON');
  return {
    formers: openFormerPosts(connection),
    readFingerprint: () => readFingerprint(connection, tables),
    ...buildThreadStatements(connection, tables),
    ...buildPostStatements(connection, tables),
    iterateOutlines: (after = 0) => iterateOutlines(connection, tables, after),
    iterateDigests: () => iterateDigests(connection, tables),
  };
}

function buildThreadStatements(
  connection: Connection,
  tables: ReadingTables,
): Pick<CorpusStore, 'countPosts' | 'readThreads' | 'findThread'> {
  const count = connection.prepare<[], { posts: number }>(`SELECT count(*) AS posts FROM ${tables.reading}`);
  const all = connection.prepare<[], { id: number; title: string | null }>(
    `SELECT id, CAST(title AS TEXT) AS title FROM ${tables.threads} ORDER BY place`,
  );
  const one = connection.prepare<[number], { id: number; title: string | null }>(
    `SELECT id, CAST(title AS TEXT) AS title FROM ${tables.threads} WHERE id = ?`,
  );
  return {
    countPosts: () => count.get()?.posts ?? 0,
    readThreads: () => all.all().map(parseThread),
    findThread: (id) => {
      const row = one.get(id);
      return row === undefined ? undefined : parseThread(row);
    },
  };
}

function buildPostStatements(
  connection: Connection,
  tables: ReadingTables,
): Pick<CorpusStore, 'findPlace' | 'findBody' | 'readPosts'> {
  const memory = buildLongPostMemory(connection);
  const place = connection.prepare<[number], { ordinal: number; thread_id: number }>(
    `SELECT ordinal, thread_id FROM ${tables.reading} WHERE id = ?`,
  );
  const body = connection
    .prepare<[number], string>(
      `SELECT coalesce(CAST(post.body AS TEXT), '') FROM ${tables.reading} AS reading
       JOIN main.post ON post.${tables.postKey} = reading.post_key WHERE reading.id = ?`,
    )
    .pluck();
  const posts = connection.prepare<[Record<string, number | string | null>], PostRow>(`
    SELECT reading.id, reading.thread_id, CAST(post.name AS TEXT) AS name, CAST(post.subject AS TEXT) AS subject,
      CASE WHEN typeof(post.time) IN ('integer', 'real') THEN post.time END AS time,
      coalesce(CAST(post.body AS TEXT), '') AS body,
      (SELECT json_group_array(name) FROM (SELECT DISTINCT CAST(tag.name AS TEXT) AS name FROM ${tables.tagTable} AS tag
        WHERE tag.post_id = reading.id AND tag.name IS NOT NULL ORDER BY 1)) AS tags
    FROM ${tables.reading} AS reading JOIN main.post ON post.${tables.postKey} = reading.post_key
    WHERE reading.thread_id = @threadId AND reading.ordinal BETWEEN @first AND @last
      AND (@tag IS NULL OR EXISTS (SELECT 1 FROM ${tables.tagTable} AS tag
        WHERE tag.post_id = reading.id AND tag.name = @tag))
    ORDER BY reading.ordinal LIMIT @limit`);
  return {
    findPlace: (id) => {
      const row = place.get(id);
      return row === undefined
        ? undefined
        : { postId: id, ordinal: row.ordinal, threadId: row.thread_id as ThreadId };
    },
    findBody: (id) => memory.find(place.get(id)?.ordinal ?? -1)?.body ?? body.get(id),
    readPosts: (range) => {
      const known =
        range.first === range.last && range.tag === undefined ? memory.find(range.first) : undefined;
      if (known?.threadId === range.threadId) return [known];
      const found = posts
        .all({
          threadId: range.threadId,
          first: range.first,
          last: range.last,
          tag: range.tag ?? null,
          limit: range.limit ?? sqlMaxLimit,
        })
        .map(parsePost);
      const [only] = found;
      if (range.first === range.last && only !== undefined) memory.cache(range.first, only);
      return found;
    },
  };
}

/** Starts just after the ordinal `after`. */
function* iterateOutlines(
  connection: Connection,
  tables: ReadingTables,
  after: number,
): Generator<PostOutline> {
  const batch = connection.prepare<[number, number], OutlineRow>(`
    SELECT reading.ordinal, reading.id, reading.thread_id, reading.is_story,
      ${weightSql} AS characters
    FROM ${tables.reading} AS reading JOIN main.post ON post.${tables.postKey} = reading.post_key
    WHERE reading.ordinal > ? ORDER BY reading.ordinal LIMIT ?`);
  let last = after;
  for (let rows = batch.all(last, outlineBatch); rows.length > 0; rows = batch.all(last, outlineBatch)) {
    for (const row of rows) {
      last = row.ordinal;
      yield {
        postId: row.id as PostId,
        threadId: row.thread_id as ThreadId,
        isStory: row.is_story === 1,
        characters: row.characters,
      };
    }
  }
}

interface DigestRow {
  readonly ordinal: number;
  readonly id: number;
  readonly body: string;
}

/** How many bodies are in memory at once. */
const digestBatch = 50;

function* iterateDigests(connection: Connection, tables: ReadingTables): Generator<PostDigest> {
  const batch = connection.prepare<[number, number], DigestRow>(`
    SELECT reading.ordinal, reading.id, coalesce(CAST(post.body AS TEXT), '') AS body
    FROM ${tables.reading} AS reading JOIN main.post ON post.${tables.postKey} = reading.post_key
    WHERE reading.ordinal > ? AND reading.is_story ORDER BY reading.ordinal LIMIT ?`);
  let last = 0;
  for (let rows = batch.all(last, digestBatch); rows.length > 0; rows = batch.all(last, digestBatch)) {
    for (const { ordinal, id, body } of rows) {
      last = ordinal;
      yield { postId: id as PostId, digest: hashBody(body) };
    }
  }
}

/** Counts the rows of the file itself, not those of the order computed at opening, so that added posts are noticed. */
function readFingerprint(connection: Connection, tables: ReadingTables): string {
  const hash = createHash('sha256');
  const size = connection
    .prepare<
      [],
      { bytes: number; posts: number; threads: number; tags: number; lowest: number; highest: number }
    >(
      `SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS bytes,
        (SELECT count(*) FROM main.post) AS posts, (SELECT count(*) FROM main.thread) AS threads,
        (SELECT count(*) FROM main.tag) AS tags, (SELECT coalesce(min(ordinal), 0) FROM ${tables.reading}) AS lowest,
        (SELECT coalesce(max(ordinal), -1) FROM ${tables.reading}) AS highest`,
    )
    .get();
  hash.update(JSON.stringify([size?.bytes, size?.posts, size?.threads, size?.tags]));
  const sample = connection.prepare<[number], unknown>(
    `SELECT post.id, post.thread_id, post.time, CAST(post.body AS TEXT) AS body
     FROM ${tables.reading} AS reading JOIN main.post ON post.${tables.postKey} = reading.post_key WHERE reading.ordinal = ?`,
  );
  for (const ordinal of chooseSample(size?.lowest ?? 0, size?.highest ?? -1)) {
    hash.update(JSON.stringify(sample.get(ordinal) ?? null));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Evenly spaced ordinals, the first and the last among them. */
function chooseSample(lowest: number, highest: number): readonly number[] {
  const distance = highest - lowest;
  if (distance < 0) return [];
  const places = Array.from({ length: sampledBodies }, (_, index) =>
    Math.round(lowest + (distance * index) / (sampledBodies - 1)),
  );
  return [...new Set(places)];
}

function parseThread(row: { readonly id: number; readonly title: string | null }): Thread {
  const title = row.title?.trim() ?? '';
  return { id: row.id as ThreadId, title: title === '' ? `Thread ${row.id}` : title };
}

function parsePost(row: PostRow): StoryPost {
  return {
    postId: row.id as PostId,
    threadId: row.thread_id as ThreadId,
    author: row.name ?? undefined,
    time: row.time ?? undefined,
    subject: row.subject ?? undefined,
    body: row.body,
    tags: JSON.parse(row.tags) as string[],
  };
}

interface LongPostMemory {
  /** The cached post with this ordinal, unless the file has changed since the post was cached. */
  find(ordinal: number): StoryPost | undefined;
  /** Keeps the post if it is long. A short post can be read from the file just as quickly. */
  cache(ordinal: number, post: StoryPost): void;
}

const leastCharacters = 100_000;

function buildLongPostMemory(connection: Connection): LongPostMemory {
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let kept: { readonly ordinal: number; readonly post: StoryPost; readonly version: number } | undefined;
  return {
    find: (ordinal) => (kept?.ordinal === ordinal && kept.version === version.get() ? kept.post : undefined),
    cache(ordinal, post) {
      if (post.body.length >= leastCharacters) kept = { ordinal, post, version: version.get() ?? 0 };
    },
  };
}
