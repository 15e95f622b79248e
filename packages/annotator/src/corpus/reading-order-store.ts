// Stores, in corpus files that we write, which post follows which, and computes it for other files when they are opened.

import { UsageError } from '@terrarium/kernel/errors';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { hasColumn, hasLeadingIndex, hasRowId } from './corpus-shape-store.ts';

/** Names of the tables and columns that the statements of a corpus use; they depend on the file. */
export interface ReadingTables {
  /** `ordinal, id, thread_id, post_key, is_story`, in the order in which the posts are read. */
  readonly reading: 'main.reading_order' | 'temp.reading_order';
  /** `place, id, title`, in the order in which the threads are read. */
  readonly threads: 'main.thread_order' | 'temp.thread_order';
  /** Column of `post` that finds a row directly: `rowid`, or `id` if there is no stable `rowid`. */
  readonly postKey: 'rowid' | 'id';
  /** Table of tags with an index on `post_id`. */
  readonly tagTable: 'main.tag' | 'temp.tag_by_post';
}

const orderTables = [
  'CREATE TABLE thread_order (place INTEGER PRIMARY KEY, id INTEGER UNIQUE NOT NULL, title TEXT, is_timed INTEGER NOT NULL)',
  'CREATE TABLE reading_order (ordinal INTEGER PRIMARY KEY, id INTEGER NOT NULL, thread_id INTEGER NOT NULL, post_key INTEGER NOT NULL, is_story INTEGER NOT NULL)',
];
const orderIndexes = [
  'CREATE INDEX reading_by_id ON reading_order (id)',
  'CREATE INDEX reading_by_thread ON reading_order (thread_id, ordinal)',
];
// Any later change to these tables, even by another program, deletes the stored order, because it may no longer be
// right.
const orderTriggers = ['post', 'thread', 'tag'].flatMap((table) =>
  ['INSERT', 'UPDATE', 'DELETE'].map(
    (act) =>
      `CREATE TRIGGER order_after_${act.toLowerCase()}_of_${table} AFTER ${act} ON ${table} BEGIN DELETE FROM reading_order; END`,
  ),
);

/** Writes the reading order into a corpus file that we write, whose ids are known to be valid and indexed. */
export function storeReadingOrder(connection: Connection): void {
  for (const sql of orderTables) connection.exec(sql);
  fillReadingOrder(connection, 'main', 'id');
  for (const sql of [...orderIndexes, ...orderTriggers]) connection.exec(sql);
}

/**
 * The reading order stored in the file. If none is stored, it is computed into temporary tables. The file is not
 * changed.
 */
export function openReadingOrder(connection: Connection, path: string): ReadingTables {
  if (isOrderStored(connection)) {
    return {
      reading: 'main.reading_order',
      threads: 'main.thread_order',
      postKey: 'id',
      tagTable: prepareTags(connection),
    };
  }
  const postKey = hasRowId(connection, 'post') ? 'rowid' : 'id';
  refuseUnusableIds(connection, path);
  for (const sql of orderTables) connection.exec(sql.replace('CREATE TABLE', 'CREATE TEMP TABLE'));
  fillReadingOrder(connection, 'temp', postKey);
  for (const sql of orderIndexes) connection.exec(sql.replace('CREATE INDEX ', 'CREATE INDEX temp.'));
  refuseRepeatedIds(connection, path);
  return {
    reading: 'temp.reading_order',
    threads: 'temp.thread_order',
    postKey,
    tagTable: prepareTags(connection),
  };
}

/** Rows of the stored order that do not follow from the posts, threads and tags; none when no order is stored. */
export function* compareReadingOrder(connection: Connection): Generator<DamagedRow> {
  if (!isOrderStored(connection)) return;
  for (const sql of orderTables) connection.exec(sql.replace('CREATE TABLE', 'CREATE TEMP TABLE'));
  fillReadingOrder(connection, 'temp', 'id');
  for (const [table, key] of [
    ['thread_order', 'place'],
    ['reading_order', 'ordinal'],
  ] as const) {
    const differing = connection
      .prepare<[], number>(
        `SELECT ${key} FROM (SELECT * FROM main.${table} EXCEPT SELECT * FROM temp.${table})
         UNION SELECT ${key} FROM (SELECT * FROM temp.${table} EXCEPT SELECT * FROM main.${table})`,
      )
      .pluck();
    for (const row of differing.all())
      yield { table, row: String(row), what: 'differs from the order that the posts give' };
  }
  connection.exec('DROP TABLE temp.thread_order; DROP TABLE temp.reading_order');
}

/** Whether the file has a reading order exactly as this version writes it, unchanged since. */
function isOrderStored(connection: Connection): boolean {
  const definitions = [...orderTables, ...orderIndexes, ...orderTriggers];
  const present = connection
    .prepare<[string], number>(
      'SELECT count(*) FROM main.sqlite_schema WHERE sql IN (SELECT value FROM json_each(?))',
    )
    .pluck()
    .get(JSON.stringify(definitions));
  if (present !== definitions.length || !hasLeadingIndex(connection, 'post', 'id')) return false;
  return connection.prepare('SELECT 1 FROM main.reading_order LIMIT 1').get() !== undefined;
}

/**
 * A thread whose posts all have a time is ordered by time, then id; any other thread by id. Threads are ordered by the
 * time of their first post, then id, if every post has a time; otherwise by id. If a story was imported again in
 * another version, its file stores the place of each post, because its new posts have higher ids than posts that
 * follow them.
 */
function fillReadingOrder(
  connection: Connection,
  schema: 'main' | 'temp',
  postKey: ReadingTables['postKey'],
): void {
  const isPlaced = ['thread', 'post'].every((table) => hasColumn(connection, table, 'story_place'));
  const threadPlace = isPlaced ? 'coalesce(named.place, 9e15)' : 'NULL';
  const postPlace = isPlaced ? 'coalesce(post.story_place, 9e15)' : 'NULL';
  connection.exec(`
    CREATE TEMP TABLE story_post (post_id INTEGER PRIMARY KEY);
    INSERT OR IGNORE INTO story_post SELECT post_id FROM main.tag
      WHERE name = 'qm_post' AND typeof(post_id) = 'integer';
    INSERT INTO ${schema}.thread_order (id, title, is_timed)
      WITH timed AS (
        SELECT thread_id AS id, count(*) = sum(typeof(time) IN ('integer', 'real')) AS is_timed, min(time) AS first
        FROM main.post GROUP BY thread_id
      ), named AS (SELECT id, max(title) AS title, ${isPlaced ? 'min(story_place)' : 'NULL'} AS place FROM main.thread GROUP BY id)
      SELECT timed.id, named.title, timed.is_timed${isPlaced ? ' AND false' : ''} FROM timed
      LEFT JOIN named ON named.id = timed.id
      ORDER BY ${threadPlace}, CASE WHEN (SELECT min(is_timed) FROM timed) THEN first END, timed.id;
    INSERT INTO ${schema}.reading_order (id, thread_id, post_key, is_story)
      SELECT post.id, post.thread_id, post.${postKey}, story_post.post_id IS NOT NULL
      FROM main.post JOIN ${schema}.thread_order AS thread_order ON thread_order.id = post.thread_id
      LEFT JOIN story_post ON story_post.post_id = post.id
      ORDER BY thread_order.place, ${postPlace}, CASE WHEN thread_order.is_timed THEN post.time END, post.id;
    DROP TABLE story_post;
  `);
}

function prepareTags(connection: Connection): ReadingTables['tagTable'] {
  if (hasLeadingIndex(connection, 'tag', 'post_id')) return 'main.tag';
  connection.exec(`
    CREATE TEMP TABLE tag_by_post (post_id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (post_id, name)) WITHOUT ROWID;
    INSERT OR IGNORE INTO tag_by_post SELECT post_id, name FROM main.tag
      WHERE post_id IS NOT NULL AND name IS NOT NULL;
  `);
  return 'temp.tag_by_post';
}

function refuseUnusableIds(connection: Connection, path: string): void {
  const row = connection
    .prepare<[], { posts: number }>(
      `SELECT count(*) AS posts FROM main.post WHERE typeof(id) <> 'integer' OR typeof(thread_id) <> 'integer'`,
    )
    .get();
  if (row === undefined || row.posts === 0) return;
  throw new UsageError({
    code: 'corpus.unusable-ids',
    happened: `${path} has posts whose id or thread_id is not an integer (${row.posts}).`,
    todo: 'Give every post an integer id and thread_id. Nothing was changed.',
  });
}

function refuseRepeatedIds(connection: Connection, path: string): void {
  const repeated = connection
    .prepare<[], { id: number }>('SELECT id FROM temp.reading_order GROUP BY id HAVING count(*) > 1 LIMIT 1')
    .get();
  if (repeated === undefined) return;
  throw new UsageError({
    code: 'corpus.repeated-id',
    happened: `${path} has more than one post with the id ${repeated.id}.`,
    todo: 'Post ids must be unique in the whole corpus, not only in their thread. Nothing was changed.',
  });
}
