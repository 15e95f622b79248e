// Stores the new version of a story as a corpus file in which posts keep their ids; stores the posts that are gone, too.

import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import { sealCorpus } from '../corpus/corpus-seals-store.ts';
import { corpusIndexes, corpusTables, removeDatabase } from '../corpus/corpus-writer-store.ts';
import { formerTables, hasFormerPosts } from '../corpus/former-post-store.ts';
import { openReadonly } from '../corpus/open-corpus.ts';
import { storeReadingOrder } from '../corpus/reading-order-store.ts';
import type { PlannedPost, Revision } from './plan-revision.ts';

export interface RevisedFiles {
  /** The present corpus of the world. */
  readonly former: string;
  /** The new version, imported as if there were no earlier one; an index may be added to this file. */
  readonly imported: string;
  /** The file to write. */
  readonly destination: string;
}

/** Columns of a post that are copied from the imported file unchanged; files of other programs may lack some. */
const copiedColumns = ['name', 'trip_code', 'subject', 'time', 'file_url', 'file_name'] as const;

/** Reads every id in the former file, including ids of posts and threads that are gone. */
export function readUsedIds(path: string): {
  readonly posts: ReadonlySet<number>;
  readonly threads: ReadonlySet<number>;
} {
  const connection = openReadonly(path);
  try {
    const list = (sql: string) => connection.prepare<[], number>(sql).pluck().all();
    const hasFormer = hasFormerPosts(connection, 'main');
    const posts = [...list('SELECT id FROM post'), ...(hasFormer ? list('SELECT id FROM former_post') : [])];
    const threads = [
      ...list('SELECT id FROM thread'),
      ...list('SELECT DISTINCT thread_id FROM post'),
      ...(hasFormer ? list('SELECT id FROM former_thread') : []),
    ];
    return { posts: new Set(posts), threads: new Set(threads) };
  } finally {
    connection.close();
  }
}

/** Writes the whole file. After a failure, no file is left. */
export function writeRevisedCorpus(files: RevisedFiles, revision: Revision): void {
  removeDatabase(files.destination);
  let connection: Connection | undefined;
  try {
    connection = openDatabase({ path: files.destination, title: 'the corpus', migrations: [] });
    connection.prepare('ATTACH ? AS former').run(files.former);
    connection.prepare('ATTACH ? AS imported').run(files.imported);
    connection.exec('CREATE INDEX IF NOT EXISTS imported.post_by_id_for_revision ON post (id)');
    connection.exec('CREATE INDEX IF NOT EXISTS imported.tag_by_post_for_revision ON tag (post_id)');
    connection.exec(`BEGIN; ${corpusTables} ${formerTables}`);
    connection.exec(
      'ALTER TABLE thread ADD COLUMN story_place INTEGER; ALTER TABLE post ADD COLUMN story_place INTEGER',
    );
    writeThreads(connection, revision);
    writeFormers(connection, revision);
    copyApart(connection);
    connection.exec(`CREATE UNIQUE INDEX post_by_id ON post (id); ${corpusIndexes}`);
    storeReadingOrder(connection);
    sealCorpus(connection);
    connection.exec('COMMIT; DETACH former; DETACH imported');
    connection.pragma('journal_mode = DELETE');
    connection.close();
  } catch (error) {
    connection?.close();
    removeDatabase(files.destination);
    throw translateStorageError(error, { title: 'the corpus', path: files.destination });
  }
}

function writeThreads(connection: Connection, { threads }: Revision): void {
  const columns = copiedColumns.filter((column) => hasColumn(connection, column));
  const names = ['id', 'thread_id', 'story_place', 'body', ...columns].join(', ');
  const insertThread = connection.prepare('INSERT INTO thread (id, title, story_place) VALUES (?, ?, ?)');
  const insertPost = connection.prepare(
    `INSERT INTO main.post (${names})
     SELECT :id, :threadId, :place, coalesce(:body, CAST(body AS TEXT), '')${columns.map((column) => `, ${column}`).join('')}
     FROM imported.post WHERE id = :source`,
  );
  const insertTags = connection.prepare(
    `INSERT INTO main.tag SELECT DISTINCT :id, name FROM imported.tag WHERE post_id = :source AND name IS NOT NULL`,
  );
  const formerBody = connection
    .prepare<[number], string>(`SELECT coalesce(CAST(body AS TEXT), '') FROM former.post WHERE id = ?`)
    .pluck();
  const chooseBody = ({ id, isKept, body }: PlannedPost) => (isKept ? formerBody.get(id) : body) ?? null;
  let place = 0;
  for (const [at, thread] of threads.entries()) {
    insertThread.run(thread.id, thread.title, at + 1);
    for (const post of thread.posts) {
      place += 1;
      const { id, source } = post;
      insertPost.run({ id, source, threadId: thread.id, place, body: chooseBody(post) });
      insertTags.run({ id, source });
    }
  }
}

function hasColumn(connection: Connection, column: string, table = 'post'): boolean {
  return (
    connection
      .prepare<[string, string], number>(`SELECT 1 FROM pragma_table_xinfo(?, 'imported') WHERE name = ?`)
      .pluck()
      .get(table, column) !== undefined
  );
}

/** Copies the texts that the new version keeps apart from the story. Files of other programs have no such table. */
function copyApart(connection: Connection): void {
  const isThere = connection
    .prepare<[], number>(`SELECT 1 FROM imported.sqlite_schema WHERE type = 'table' AND name = 'apart'`)
    .pluck()
    .get();
  const columns = ['id', 'kind', 'place', 'body'];
  if (isThere === undefined || !columns.every((column) => hasColumn(connection, column, 'apart'))) return;
  connection.exec(
    `INSERT INTO main.apart (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM imported.apart`,
  );
}

function writeFormers(connection: Connection, { formers, formerThreads }: Revision): void {
  if (hasFormerPosts(connection, 'former')) {
    connection.exec(`
      INSERT INTO main.former_thread SELECT * FROM former.former_thread;
      INSERT INTO main.former_post SELECT * FROM former.former_post`);
  }
  const insertThread = connection.prepare(
    `INSERT INTO main.former_thread SELECT id, coalesce(title, '') FROM former.thread WHERE id = ?`,
  );
  const insertPost = connection.prepare(
    `INSERT INTO main.former_post SELECT id, thread_id, CAST(name AS TEXT), CAST(subject AS TEXT), time,
       coalesce(CAST(body AS TEXT), ''),
       (SELECT json_group_array(name) FROM (SELECT DISTINCT name FROM former.tag
         WHERE post_id = :id AND name IS NOT NULL ORDER BY name)), :first, :last, :behind
     FROM former.post WHERE id = :id`,
  );
  for (const id of formerThreads) insertThread.run(id);
  for (const { id, now, behind } of formers) {
    insertPost.run({ id, first: now?.first ?? null, last: now?.last ?? null, behind: behind ?? null });
  }
}
