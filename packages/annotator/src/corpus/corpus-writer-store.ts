// Corpus writer: writes a corpus file completely or not at all.

import { dirname, resolve } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import { runGuarded } from '@terrarium/kernel/open-once';
import type { StorePlace } from '@terrarium/kernel/storage-errors';
import { openCorpusFolder, resolveCorpusWorld } from './corpus-folder.ts';
import { sealCorpus } from './corpus-seals-store.ts';
import { storeReadingOrder } from './reading-order-store.ts';

export interface PostDraft {
  readonly threadId: number;
  /** If undefined, the post gets an id when the file is finished: one above the largest. */
  readonly id: number | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  /** Unix time in seconds. */
  readonly time?: number | undefined;
  readonly body: string;
  readonly tags: readonly string[];
}

/** Text that came with a story without being part of it. */
export interface ApartDraft {
  /** The kind of text, such as `note`. */
  readonly kind: string;
  /** The heading above the text. */
  readonly under: string | undefined;
  readonly text: string;
}

export interface WrittenCorpus {
  readonly posts: number;
  readonly threads: number;
  /** Posts whose place in the reading order differs from the order in which they were added. */
  readonly movedPosts: number;
}

/** Writes beside `path` under another name; only `finish` puts the file at `path`. */
export interface CorpusWriter {
  /** Returns the id, counted from 1 in order of arrival. */
  addThread(title: string): number;
  addPost(post: PostDraft): void;
  /** Adds a text to a table of its own, apart from the posts. */
  addApart(apart: ApartDraft): void;
  /** If two posts have the same id, throws `RepeatedIdError` and leaves no file behind. */
  finish(): WrittenCorpus;
  /** Removes what was written; harmless after `finish`. */
  deleteDraft(): void;
}

export class RepeatedIdError extends UsageError {
  readonly id: number;

  constructor(id: number) {
    super({
      code: 'import.repeated-id',
      happened: `Two posts have the id ${id}.`,
      todo: 'Give every post an id of its own, or leave the ids out. Nothing was imported.',
    });
    this.id = id;
  }
}

/** Tables of a corpus file that we write. */
export const corpusTables = `
  CREATE TABLE thread (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
  CREATE TABLE post (thread_id INTEGER NOT NULL, id INTEGER, name TEXT, trip_code TEXT, subject TEXT, time REAL, file_url TEXT, file_name TEXT, body TEXT NOT NULL);
  CREATE TABLE tag (post_id INTEGER NOT NULL, name TEXT NOT NULL);
  CREATE TABLE link (link_from INTEGER NOT NULL, link_to INTEGER NOT NULL);
  CREATE TABLE apart (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place TEXT, body TEXT NOT NULL);
`;
const waitingTags = 'CREATE TEMP TABLE waiting_tag (arrival INTEGER NOT NULL, name TEXT NOT NULL)';

export const corpusIndexes = `
  CREATE INDEX post_by_thread ON post (thread_id, time, id);
  CREATE UNIQUE INDEX tag_by_post ON tag (post_id, name);
  CREATE INDEX tag_by_name ON tag (name, post_id);
  CREATE INDEX link_by_source ON link (link_from);
  CREATE INDEX link_by_target ON link (link_to);
`;

/** Begins a corpus file at `path`, which must not exist yet. */
export function openCorpusWriter(path: string): CorpusWriter {
  refuseExisting(path);
  const draftPath = `${path}.importing-${process.pid}`;
  return runGuarded(buildStorePlace(path), () => {
    openCorpusFolder(path).createFolder(dirname(resolve(path)));
    removeDatabase(draftPath);
    const within = resolveCorpusWorld(path);
    const connection = openDatabase({ path: draftPath, within, title: 'the corpus', migrations: [] });
    connection.exec('BEGIN');
    connection.exec(corpusTables);
    connection.exec(waitingTags);
    return buildWriter(connection, { path, draftPath });
  });
}

/** Deletes a database file and what SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  const folder = openCorpusFolder(path);
  for (const suffix of ['', '-wal', '-shm', '-journal']) folder.remove(resolve(path) + suffix);
}

/** Flushes a file's content to the disk and gives it its final name. */
export function moveIntoPlace(draftPath: string, path: string): void {
  const folder = openCorpusFolder(path);
  folder.flush(resolve(draftPath));
  folder.move(resolve(draftPath), resolve(path));
}

interface Places {
  readonly path: string;
  readonly draftPath: string;
}

interface PostRow {
  readonly threadId: number;
  readonly id: number | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly time: number | null;
  readonly body: string;
}

function buildWriter(connection: Connection, places: Places): CorpusWriter {
  const insertThread = connection.prepare<[string]>('INSERT INTO thread (title) VALUES (?)');
  const insertPost = connection.prepare<PostRow>(
    `INSERT INTO post (thread_id, id, name, subject, time, body)
     VALUES (:threadId, :id, :author, :subject, :time, :body)`,
  );
  const insertApart = connection.prepare<[string, string | null, string]>(
    'INSERT INTO apart (kind, place, body) VALUES (?, ?, ?)',
  );
  const insertTag = connection.prepare<[number | bigint, string]>('INSERT INTO waiting_tag VALUES (?, ?)');
  const deleteDraft = () => {
    connection.close();
    removeDatabase(places.draftPath);
  };
  return {
    addThread: (title) =>
      runGuarded(buildStorePlace(places.path), () => Number(insertThread.run(title).lastInsertRowid)),
    addPost: (post) =>
      runGuarded(buildStorePlace(places.path), () => {
        const { threadId, id = null, author = null, subject = null, time = null, body } = post;
        const row = insertPost.run({ threadId, id, author, subject, time, body });
        for (const tag of new Set(post.tags)) insertTag.run(row.lastInsertRowid, tag);
      }),
    addApart: ({ kind, under, text }) => {
      runGuarded(buildStorePlace(places.path), () => insertApart.run(kind, under ?? null, text));
    },
    finish: () => {
      try {
        return runGuarded(buildStorePlace(places.path), () => finishFile(connection, places));
      } catch (error) {
        deleteDraft();
        throw error;
      }
    },
    deleteDraft,
  };
}

function finishFile(connection: Connection, places: Places): WrittenCorpus {
  connection.exec(`
    UPDATE post SET id = numbered.id FROM (
      SELECT rowid AS arrival, row_number() OVER (ORDER BY rowid) + (SELECT coalesce(max(id), 0) FROM post) AS id
      FROM post WHERE id IS NULL
    ) AS numbered WHERE post.rowid = numbered.arrival`);
  refuseRepeatedIds(connection);
  refuseHugeIds(connection, places.path);
  connection.exec('CREATE UNIQUE INDEX post_by_id ON post (id)');
  connection.exec(
    'INSERT INTO tag SELECT post.id, waiting_tag.name FROM waiting_tag JOIN post ON post.rowid = arrival',
  );
  connection.exec(corpusIndexes);
  storeReadingOrder(connection);
  const written = countWritten(connection);
  sealCorpus(connection);
  connection.exec('COMMIT');
  connection.pragma('journal_mode = DELETE');
  connection.close();
  moveIntoPlace(places.draftPath, places.path);
  return written;
}

function refuseRepeatedIds(connection: Connection): void {
  const repeated = connection
    .prepare<[], { id: number }>(
      'SELECT id FROM post GROUP BY id HAVING count(*) > 1 ORDER BY min(rowid) LIMIT 1',
    )
    .get();
  if (repeated !== undefined) throw new RepeatedIdError(repeated.id);
}

/** Ids must be exact as numbers in JSON and JavaScript, so they must be below 2^53. */
function refuseHugeIds(connection: Connection, path: string): void {
  const row = connection
    .prepare<[], { highest: number }>('SELECT coalesce(max(id), 0) AS highest FROM post')
    .get();
  if (Number.isSafeInteger(row?.highest ?? 0)) return;
  throw new UsageError({
    code: 'import.huge-ids',
    happened: `The posts without an id would get ids above the highest one in ${path}, which is too high for that.`,
    todo: 'Give every post an id, or give none of them one. Nothing was imported.',
  });
}

function countWritten(connection: Connection): WrittenCorpus {
  const row = connection
    .prepare<[], { posts: number; threads: number; moved: number }>(
      `WITH timed AS (
        SELECT thread_id, count(*) = count(time) AS is_timed, min(time) AS first FROM post GROUP BY thread_id
      ), placed AS (
        SELECT row_number() OVER (ORDER BY
            CASE WHEN (SELECT min(is_timed) FROM timed) THEN timed.first END, post.thread_id,
            CASE WHEN timed.is_timed THEN post.time END, post.id) AS read_as,
          row_number() OVER (ORDER BY post.thread_id, post.rowid) AS came_as
        FROM post JOIN timed ON timed.thread_id = post.thread_id
      )
      SELECT (SELECT count(*) FROM post) AS posts, (SELECT count(*) FROM thread) AS threads,
        (SELECT count(*) FROM placed WHERE read_as <> came_as) AS moved`,
    )
    .get();
  return { posts: row?.posts ?? 0, threads: row?.threads ?? 0, movedPosts: row?.moved ?? 0 };
}

function refuseExisting(path: string): void {
  if (!openCorpusFolder(path).has(resolve(path))) return;
  throw new UsageError({
    code: 'import.exists',
    happened: `${path} exists already.`,
    todo: 'Choose another name. Nothing was changed.',
  });
}

function buildStorePlace(path: string): StorePlace {
  return { title: 'the corpus', path };
}
