// Stores entries in their current state, with their evidence and the normalised forms of their names.

import type { Connection } from '@terrarium/kernel/open-database';
import type { StoredPlace } from '@terrarium/kernel/stored-values';
import { z } from 'zod';
import type { PostId, ThreadId, ThreadRef } from '../corpus/corpus.ts';
import { stored } from '../database/packed-text.ts';
import type { EntryId, EntryStatus, GlossaryEntry, RevisionId } from './entry.ts';
import { type EntryParts, openEntryPartsStore } from './entry-parts-store.ts';
import type { StoredRelation } from './list-relations.ts';
import { buildNameKey, listNameWords, normaliseName, normaliseTerm, stripSuffix } from './term-forms.ts';

export interface EntryFilter {
  readonly status?: EntryStatus | undefined;
  /** Entries with at least one of these tags; every entry if none is given. */
  readonly tags?: readonly string[] | undefined;
  /** Only entries that are first named in this thread. */
  readonly firstIn?: ThreadRef | undefined;
  /** Only entries that are named in this corpus. */
  readonly corpus?: string | undefined;
}

export interface NamedEntry {
  readonly id: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

/** An entry without the parts that are stored in rows of their own. */
export type EntryHead = Omit<GlossaryEntry, keyof EntryParts>;

export interface EntryStore {
  find(id: EntryId): GlossaryEntry | undefined;
  /** The entry with this folded term, suffix included. */
  findByTerm(term: string): GlossaryEntry | undefined;
  /** Entries whose term (without suffix) or an alias is this name, folded. */
  listIdsByName(name: string): EntryId[];
  /** Entries with evidence in this post. */
  listIdsCiting(corpus: string, postId: PostId): EntryId[];
  /** The newest revision of each entry of `ids` that exists, in their order. */
  readEntryRevisions(ids: readonly EntryId[]): EntryRevision[];
  /** Entries whose names may be similar, up to a limit; `detectLikeness` tells which of them are. */
  listLike(names: readonly string[]): NamedEntry[];
  /** In order of id. Entries are read in pages, so the glossary may change meanwhile. */
  iterate(filter: EntryFilter): Generator<GlossaryEntry>;
  /**
   * Like `iterate`, in a quarter of the time: for callers that look at many entries and need no quotes or relations.
   */
  iterateHeads(): Generator<EntryHead>;
  findHead(id: EntryId): EntryHead | undefined;
  iterateNames(): Generator<NamedEntry>;
  count(filter: EntryFilter): number;
  iterateRelations(): Iterable<StoredRelation>;
  listIdsOfCorpus(corpus: string): EntryId[];
  /** Returns the id of the new entry; ids are never reused. */
  insert(entry: Omit<GlossaryEntry, 'id'>): EntryId;
  /** Inserts an entry under its own id, which must be free. */
  restore(entry: GlossaryEntry): void;
  replace(entry: GlossaryEntry): void;
  /** Sets the newest revision of an entry that was just inserted. */
  setRevision(id: EntryId, revision: RevisionId): void;
  delete(id: EntryId): void;
}

interface EntryRow {
  readonly id: number;
  readonly term: string;
  readonly aliases: string;
  readonly definition: string;
  readonly status: string;
  readonly tags: string;
  readonly first_corpus: string;
  readonly first_thread: number;
  readonly first_post: number;
  readonly last_corpus: string;
  readonly last_thread: number;
  readonly last_post: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
}

type NamesRow = Pick<EntryRow, 'id' | 'term' | 'aliases' | 'tags'>;

const pageSize = 500;
// At most this many stored names are looked up for one name, so that a name with a common word does not slow a check
// down.
const maxLike = 200;
const listSchema = z.array(z.string());
/**
 * Whether an entry belongs to a corpus: it is first named there, or it is named there later. True if no corpus is
 * given.
 */
export const ofCorpusSql = `(:corpus IS NULL OR entry.first_corpus = :corpus OR EXISTS (
  SELECT 1 FROM mention JOIN read_part ON read_part.id = mention.part_id
  WHERE mention.entry_id = entry.id AND read_part.corpus = :corpus))`;
const filterSql = `(:status IS NULL OR status = :status)
  AND (:tags IS NULL OR EXISTS (
    SELECT 1 FROM json_each(entry.tags) AS own JOIN json_each(:tags) AS wanted ON own.value = wanted.value))
  AND (:firstCorpus IS NULL OR (first_corpus = :firstCorpus AND first_thread = :firstThread))
  AND ${ofCorpusSql}`;

export interface EntryRevision {
  readonly entryId: EntryId;
  readonly revision: RevisionId;
}

export function openEntryStore(connection: Connection): EntryStore {
  const lookups = prepareLookups(connection);
  const writes = prepareWrites(connection);
  const parts = openEntryPartsStore(connection);
  const build = (row: EntryRow): GlossaryEntry => buildEntry(row, parts.read(row.id as EntryId));
  return {
    find: (id) => buildFound(lookups.byId.get(id), build),
    findByTerm: (term) => buildFound(lookups.byTerm.get(normaliseTerm(term)), build),
    listIdsByName: (name) =>
      lookups.idsByName.all(normaliseName(stripSuffix(name))).map((id) => id as EntryId),
    listIdsCiting: (corpus, postId) => lookups.idsCiting.all(corpus, postId).map((id) => id as EntryId),
    readEntryRevisions: (ids) => lookups.revisions.all(JSON.stringify(ids)),
    listLike: (names) => listLike(lookups, names),
    *iterate(filter) {
      for (const row of iterateRows(lookups, filter)) yield build(row);
    },
    *iterateHeads() {
      for (const row of iterateRows(lookups, {})) yield buildHead(row);
    },
    findHead(id) {
      const row = lookups.byId.get(id);
      return row === undefined ? undefined : buildHead(row);
    },
    *iterateNames() {
      for (let after = -1; ; ) {
        const page = lookups.namesPage.all(after);
        for (const row of page) yield buildNamed(row);
        after = page.at(-1)?.id ?? after;
        if (page.length < pageSize) return;
      }
    },
    iterateRelations: () => parts.iterateRelations(),
    listIdsOfCorpus: (corpus) => lookups.idsOfCorpus.all({ corpus }).map((id) => id as EntryId),
    count: (filter) => lookups.count.get(buildParameters(filter)) ?? 0,
    insert(entry) {
      const id = Number(writes.insert.run({ id: null, ...listColumns(entry) }).lastInsertRowid) as EntryId;
      parts.write(id, entry);
      return id;
    },
    restore(entry) {
      writes.insert.run({ id: entry.id, ...listColumns(entry) });
      parts.write(entry.id, entry);
    },
    replace(entry) {
      writes.update.run({ id: entry.id, ...listColumns(entry) });
      parts.replace(entry.id, entry);
    },
    setRevision: (id, revision) => void writes.setRevision.run(revision, id),
    delete: (id) => void writes.delete.run(id),
  };
}

type Lookups = ReturnType<typeof prepareLookups>;

function* iterateRows(lookups: Lookups, filter: EntryFilter): Generator<EntryRow> {
  for (let after = -1; ; ) {
    const page = lookups.page.all({ after, ...buildParameters(filter) });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}

function prepareLookups(connection: Connection) {
  return {
    byId: connection.prepare<[number], EntryRow>('SELECT * FROM entry WHERE id = ?'),
    byTerm: connection.prepare<[string], EntryRow>('SELECT * FROM entry WHERE term_normal = ?'),
    revisions: connection.prepare<[string], EntryRevision>(
      `SELECT entry.id entryId, entry.revision FROM json_each(?) AS wanted JOIN entry ON entry.id = wanted.value
       ORDER BY wanted.key`,
    ),
    idsByName: connection
      .prepare<[string], number>('SELECT DISTINCT entry_id FROM surface WHERE normal = ? ORDER BY entry_id')
      .pluck(),
    idsCiting: connection
      .prepare<[string, number], number>(
        'SELECT DISTINCT entry_id FROM evidence WHERE corpus = ? AND post = ? ORDER BY entry_id',
      )
      .pluck(),
    idsOfCorpus: connection
      .prepare<{ corpus: string }, number>(`SELECT id FROM entry WHERE ${ofCorpusSql} ORDER BY id`)
      .pluck(),
    like: connection.prepare<{ key: string; first: string; last: string }, NamesRow>(
      `SELECT id, term, aliases, tags FROM entry WHERE id IN (
         SELECT entry_id FROM surface WHERE name_key = :key
         UNION ALL SELECT entry_id FROM surface WHERE head = substr(:key, 1, 4) AND abs(length(name_key) - length(:key)) <= 3
         UNION ALL SELECT entry_id FROM surface WHERE tail = substr(:key, -4) AND abs(length(name_key) - length(:key)) <= 3
         UNION ALL SELECT entry_id FROM surface WHERE first_word IN (:first, :last)
         UNION ALL SELECT entry_id FROM surface WHERE last_word IN (:first, :last)
         LIMIT ${maxLike})`,
    ),
    page: connection.prepare<Record<string, unknown>, EntryRow>(
      `SELECT * FROM entry WHERE id > :after AND ${filterSql} ORDER BY id LIMIT ${pageSize}`,
    ),
    namesPage: connection.prepare<[number], NamesRow>(
      `SELECT id, term, aliases, tags FROM entry WHERE id > ? ORDER BY id LIMIT ${pageSize}`,
    ),
    count: connection
      .prepare<Record<string, unknown>, number>(`SELECT count(*) FROM entry WHERE ${filterSql}`)
      .pluck(),
  };
}

function prepareWrites(connection: Connection) {
  return {
    insert: connection.prepare(
      `INSERT INTO entry (id, term, term_normal, aliases, definition, status, tags, first_corpus, first_thread, first_post,
         last_corpus, last_thread, last_post, created_at, updated_at, revision)
       VALUES (:id, :term, :termNormal, :aliases, :definition, :status, :tags, :firstCorpus, :firstThread, :firstPost,
         :lastCorpus, :lastThread, :lastPost, :createdAt, :updatedAt, :revision)`,
    ),
    update: connection.prepare(
      `UPDATE entry SET term = :term, term_normal = :termNormal, aliases = :aliases, definition = :definition,
         status = :status, tags = :tags, first_corpus = :firstCorpus, first_thread = :firstThread,
         first_post = :firstPost, last_corpus = :lastCorpus, last_thread = :lastThread, last_post = :lastPost,
         created_at = :createdAt, updated_at = :updatedAt, revision = :revision
       WHERE id = :id`,
    ),
    setRevision: connection.prepare('UPDATE entry SET revision = ? WHERE id = ?'),
    delete: connection.prepare('DELETE FROM entry WHERE id = ?'),
  };
}

function listLike(lookups: Lookups, names: readonly string[]): NamedEntry[] {
  const found = new Map<number, NamedEntry>();
  for (const name of names) {
    const words = listNameWords(name);
    const key = buildNameKey(name);
    if (key === '') continue;
    for (const row of lookups.like.all({ key, first: words[0] ?? '', last: words.at(-1) ?? '' })) {
      found.set(row.id, buildNamed(row));
    }
  }
  return [...found.values()];
}

function buildNamed({ id, term, aliases, tags }: NamesRow): NamedEntry {
  return {
    id: id as EntryId,
    term,
    aliases: parseList(aliases, ['entry', id, 'aliases']),
    tags: parseList(tags, ['entry', id, 'tags']),
  };
}

function buildParameters({
  status,
  tags,
  firstIn,
  corpus,
}: EntryFilter): Record<string, string | number | null> {
  return {
    status: status ?? null,
    tags: tags === undefined || tags.length === 0 ? null : JSON.stringify(tags),
    firstCorpus: firstIn?.corpus ?? null,
    firstThread: firstIn?.threadId ?? null,
    corpus: corpus ?? null,
  };
}

function buildFound(
  row: EntryRow | undefined,
  build: (row: EntryRow) => GlossaryEntry,
): GlossaryEntry | undefined {
  return row === undefined ? undefined : build(row);
}

function listColumns(entry: Omit<GlossaryEntry, 'id'>): Record<string, string | number> {
  return {
    term: entry.term,
    termNormal: normaliseTerm(entry.term),
    aliases: JSON.stringify(entry.aliases),
    definition: entry.definition,
    status: entry.status,
    tags: JSON.stringify(entry.tags),
    firstCorpus: entry.firstSeen.corpus,
    firstThread: entry.firstSeen.threadId,
    firstPost: entry.firstSeen.postId,
    lastCorpus: entry.lastUpdated.corpus,
    lastThread: entry.lastUpdated.threadId,
    lastPost: entry.lastUpdated.postId,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    revision: entry.revision,
  };
}

function buildEntry(row: EntryRow, parts: EntryParts): GlossaryEntry {
  return { ...buildHead(row), ...parts };
}

function buildHead(row: EntryRow): EntryHead {
  return {
    id: row.id as EntryId,
    term: row.term,
    aliases: parseList(row.aliases, ['entry', row.id, 'aliases']),
    definition: row.definition,
    status: row.status as EntryStatus,
    tags: parseList(row.tags, ['entry', row.id, 'tags']),
    firstSeen: {
      corpus: row.first_corpus,
      threadId: row.first_thread as ThreadId,
      postId: row.first_post as PostId,
    },
    lastUpdated: {
      corpus: row.last_corpus,
      threadId: row.last_thread as ThreadId,
      postId: row.last_post as PostId,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision as RevisionId,
  };
}

function parseList(json: string, place: StoredPlace): readonly string[] {
  return stored.read(place, () => listSchema.parse(JSON.parse(json)));
}
