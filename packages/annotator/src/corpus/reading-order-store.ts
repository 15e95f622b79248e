// Reading order: which post follows which, worked out once per opened corpus into temporary tables.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { hasLeadingIndex, hasRowId } from './corpus-shape-store.ts';

/** How the statements of a corpus name a post's row and its tags, whatever indexes the file has. */
export interface ReadingTables {
  /** Column of `post` that finds a row at once: `rowid`, or `id` where there is none. */
  readonly postKey: 'rowid' | 'id';
  /** Table of tags with an index on `post_id`. */
  readonly tagTable: 'main.tag' | 'temp.tag_by_post';
}

/**
 * Fills `temp.thread_order(place, id, title)` and `temp.reading(ordinal, id, thread_id, post_key, is_story)`.
 * A thread whose posts all have a time runs by time, then id; any other runs by id. Threads run by their first post's
 * time, then id, when every thread has one; else by id. The file itself is not written to.
 */
export function buildReadingOrder(connection: Connection, path: string): ReadingTables {
  const postKey = hasRowId(connection, 'post') ? 'rowid' : 'id';
  refuseUnusableIds(connection, path);
  connection.exec(`
    CREATE TEMP TABLE story_post (post_id INTEGER PRIMARY KEY);
    INSERT OR IGNORE INTO story_post SELECT post_id FROM main.tag
      WHERE name = 'qm_post' AND typeof(post_id) = 'integer';
    CREATE TEMP TABLE thread_order (place INTEGER PRIMARY KEY, id INTEGER UNIQUE NOT NULL, title TEXT, is_timed INTEGER NOT NULL);
    INSERT INTO thread_order (id, title, is_timed)
      WITH timed AS (
        SELECT thread_id AS id, count(*) = sum(typeof(time) IN ('integer', 'real')) AS is_timed, min(time) AS first
        FROM main.post GROUP BY thread_id
      ), named AS (SELECT id, max(title) AS title FROM main.thread GROUP BY id)
      SELECT timed.id, named.title, timed.is_timed FROM timed LEFT JOIN named ON named.id = timed.id
      ORDER BY CASE WHEN (SELECT min(is_timed) FROM timed) THEN first END, timed.id;
    CREATE TEMP TABLE reading (ordinal INTEGER PRIMARY KEY, id INTEGER NOT NULL, thread_id INTEGER NOT NULL, post_key INTEGER NOT NULL, is_story INTEGER NOT NULL);
    INSERT INTO reading (id, thread_id, post_key, is_story)
      SELECT post.id, post.thread_id, post.${postKey}, story_post.post_id IS NOT NULL
      FROM main.post JOIN thread_order ON thread_order.id = post.thread_id
      LEFT JOIN story_post ON story_post.post_id = post.id
      ORDER BY thread_order.place, CASE WHEN thread_order.is_timed THEN post.time END, post.id;
    DROP TABLE story_post;
    CREATE INDEX temp.reading_by_id ON reading (id);
    CREATE INDEX temp.reading_by_thread ON reading (thread_id, ordinal);
  `);
  refuseRepeatedIds(connection, path);
  return { postKey, tagTable: prepareTags(connection) };
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
    happened: `${path} has ${row.posts} posts whose id or thread_id is not an integer.`,
    todo: 'Give every post an integer id and thread_id. Nothing was changed.',
  });
}

function refuseRepeatedIds(connection: Connection, path: string): void {
  const repeated = connection
    .prepare<[], { id: number }>('SELECT id FROM temp.reading GROUP BY id HAVING count(*) > 1 LIMIT 1')
    .get();
  if (repeated === undefined) return;
  throw new UsageError({
    code: 'corpus.repeated-id',
    happened: `${path} has more than one post with the id ${repeated.id}.`,
    todo: 'Post ids must be unique in the whole corpus, not only in their thread. Nothing was changed.',
  });
}
