// Makes corpus files as other programs may write them: without our indexes, in another order, or with faults.

import { copyFileSync, symlinkSync } from 'node:fs';
import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import type { TemporaryFolder } from './temporary-folder.ts';

export interface ForeignPost {
  readonly id: number | string;
  readonly threadId: number;
  readonly time?: number | null;
  readonly body?: string;
  readonly tags?: readonly string[];
}

export interface ForeignOptions {
  /** Whether the file has the usual indexes; if not, it has none. */
  readonly isIndexed?: boolean;
  /** SQL statements that are run at the end, before the file is closed. */
  readonly sql?: string;
}

/** Writes a file without a write-ahead log. */
export function writeForeignCorpus(
  path: string,
  posts: readonly ForeignPost[],
  options: ForeignOptions = {},
): void {
  const connection = openForeignCorpus(path, posts, options);
  connection.pragma('journal_mode = DELETE');
  connection.close();
}

/** Writes a file and keeps it open, like a program that is still writing: its newest rows are in the write-ahead log. */
export function openForeignCorpus(
  path: string,
  posts: readonly ForeignPost[],
  options: ForeignOptions = {},
): Connection {
  const connection = openDatabase({ path, title: 'the foreign corpus', migrations: [], schema: 'foreign' });
  connection.exec(`
    CREATE TABLE thread (id INTEGER, title TEXT);
    CREATE TABLE post (thread_id INTEGER, id INTEGER, name TEXT, trip_code TEXT, subject TEXT, time INTEGER, file_url TEXT, file_name TEXT, body TEXT);
    CREATE TABLE tag (post_id INTEGER, name TEXT);
    CREATE TABLE link (link_from INTEGER, link_to INTEGER);
    PRAGMA user_version = 77;`);
  if (options.isIndexed === true) {
    connection.exec('CREATE INDEX tag_post ON tag (post_id); CREATE UNIQUE INDEX post_id ON post (id);');
  }
  const insertPost = connection.prepare(
    'INSERT INTO post (thread_id, id, time, body) VALUES (:threadId, :id, :time, :body)',
  );
  const insertTag = connection.prepare('INSERT INTO tag VALUES (?, ?)');
  const insertThread = connection.prepare('INSERT INTO thread VALUES (?, ?)');
  connection.transaction(() => {
    for (const id of new Set(posts.map((post) => post.threadId))) insertThread.run(id, `Thread no. ${id}`);
    for (const post of posts) {
      const { threadId, id, time = null, body = `Body of ${id}.` } = post;
      insertPost.run({ threadId, id, time, body });
      for (const tag of post.tags ?? ['qm_post']) insertTag.run(post.id, tag);
    }
  })();
  connection.exec(options.sql ?? '');
  return connection;
}

/**
 * Writes a file whose posts are all in a log that cannot be opened there, as in a read-only folder. Permissions would
 * not stop a superuser, so a symbolic link takes the place of the log's index. Returns the path of the file.
 */
export function writeUnopenableCorpus(folder: TemporaryFolder, posts: readonly ForeignPost[]): string {
  const writer = openForeignCorpus(folder.path('written.db'), posts);
  const path = folder.path('unopenable.db');
  for (const suffix of ['', '-wal']) copyFileSync(folder.path(`written.db${suffix}`), `${path}${suffix}`);
  writer.close();
  symlinkSync(folder.path('nowhere'), `${path}-shm`);
  return path;
}
