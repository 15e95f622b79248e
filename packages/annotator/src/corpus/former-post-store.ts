// Stores former posts: gone from the story, but kept word for word because they were read.

import { createHash } from 'node:crypto';
import type { Connection } from '@terrarium/kernel/open-database';
import type { FormerPost, PostId, ThreadId } from './corpus.ts';

/** Tables of a corpus file whose story was imported again in another version. */
export const formerTables = `
  CREATE TABLE former_thread (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
  CREATE TABLE former_post (id INTEGER PRIMARY KEY, thread_id INTEGER NOT NULL, name TEXT, subject TEXT, time REAL, body TEXT NOT NULL, tags TEXT NOT NULL, now_first INTEGER, now_last INTEGER, stood_behind INTEGER);
`;

export interface FormerPostStore {
  find(id: PostId): FormerPost | undefined;
  findBody(id: PostId): string | undefined;
  findTitle(id: ThreadId): string | undefined;
}

interface FormerRow {
  readonly id: number;
  readonly thread_id: number;
  readonly name: string | null;
  readonly subject: string | null;
  readonly time: number | null;
  readonly body: string;
  readonly tags: string;
  readonly now_first: number | null;
  readonly now_last: number | null;
  readonly stood_behind: number | null;
}

const none: FormerPostStore = {
  find: () => undefined,
  findBody: () => undefined,
  findTitle: () => undefined,
};

export function openFormerPosts(connection: Connection): FormerPostStore {
  if (!hasFormerPosts(connection, 'main')) return none;
  const post = connection.prepare<
    [number],
    FormerRow
  >(`SELECT id, thread_id, name, subject, time, body, iif(json_valid(tags), tags, '[]') AS tags, now_first, now_last,
       stood_behind
     FROM main.former_post WHERE id = ?`);
  const body = connection.prepare<[number], string>('SELECT body FROM main.former_post WHERE id = ?').pluck();
  const title = connection
    .prepare<[number], string>('SELECT title FROM main.former_thread WHERE id = ?')
    .pluck();
  return {
    find: (id) => {
      const row = post.get(id);
      return row === undefined ? undefined : parseFormer(row);
    },
    findBody: (id) => body.get(id),
    findTitle: (id) => title.get(id),
  };
}

/** Whether the database has these tables with our columns; another program may use the same names. */
export function hasFormerPosts(connection: Connection, schema: 'main' | 'former'): boolean {
  const wanted = formerTables.split(';').flatMap((sql) => (sql.trim() === '' ? [] : [sql.trim()]));
  const found = connection
    .prepare<[string], number>(
      `SELECT count(*) FROM ${schema}.sqlite_schema WHERE sql IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .get(JSON.stringify(wanted));
  return found === wanted.length;
}

function parseFormer(row: FormerRow): FormerPost {
  const hasPlace = row.now_first !== null && row.now_last !== null;
  return {
    postId: row.id as PostId,
    threadId: row.thread_id as ThreadId,
    author: row.name ?? undefined,
    subject: row.subject ?? undefined,
    time: row.time ?? undefined,
    body: row.body,
    tags: parseTags(row.tags),
    now: hasPlace ? { first: row.now_first as PostId, last: row.now_last as PostId } : undefined,
    behind: (row.stood_behind ?? undefined) as PostId | undefined,
  };
}

function parseTags(text: string): readonly string[] {
  const tags: unknown = JSON.parse(text);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

const digestCharacters = 12;

export function hashBody(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, digestCharacters);
}
