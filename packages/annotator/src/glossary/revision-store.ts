// Stores revisions: appended with every change, read back in order, never changed.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import { stored } from '../database/packed-text.ts';
import { packList, restoreList } from '../database/revised-list.ts';
import { openCorrectionStore } from './correction-store.ts';
import type { Author, ChangeSource, EntryId, RevisionId } from './entry.ts';
import { narratorTag } from './is-told-by.ts';
import type { RevisedField, Revision } from './revision.ts';

/** A field's value before and after a change, as JSON can represent it; undefined if there is none. */
export interface FieldChange {
  readonly field: RevisedField;
  readonly old: unknown;
  readonly new: unknown;
  /**
   * For a correction: the scene from which it holds, if it is earlier than the scene in which the correction is
   * written.
   */
  readonly from?: number | undefined;
}

export interface RevisionStore {
  /** Appends one row per change, in the given order; returns the newest row's id. */
  append(entryId: EntryId, changes: readonly FieldChange[], made: Made): RevisionId;
  read(entryId: EntryId): Revision[];
  /** Every definition that any entry ever had, in order, read in pages. */
  iterateDefinitions(): Generator<PastDefinition>;
  listFieldsSince(entryId: EntryId, since: RevisionId): readonly RevisedField[];
  /** Ids of all entries that ever existed, in order; only those changed after `since` when it is given. */
  listEntryIds(since?: RevisionId): EntryId[];
  /** The newest revision; 0 if there is none. */
  readNewestId(): RevisionId;
  /** Entries that ever had a relation, in order. */
  listRelatedIds(): EntryId[];
  /** Entries that ever had the tag of a narrator, in order. */
  listNarratorIds(): EntryId[];
  /** Every deletion and every merge that ever happened, in order, including those that were undone. */
  listRetired(): readonly Retired[];
  /** Fields whose newest revision is a person's. */
  listHumanFields(entryId: EntryId): RevisedField[];
  /** Whether a person ever changed this field of the entry. */
  hasHumanRevision(entryId: EntryId, field: RevisedField): boolean;
  /** Entries that a person deleted and nobody brought back. */
  listDeletedByPerson(): EntryId[];
  /** What a journal step did: one row per entry, by entry id. */
  readChangesOfStep(stepId: number): StepChange[];
}

/** The definition that an entry had after a revision. */
export interface PastDefinition {
  readonly revision: RevisionId;
  readonly entryId: EntryId;
  readonly definition: string;
}

/** An entry that was once deleted or merged. */
export interface Retired {
  readonly entryId: EntryId;
  /** The entry into which the entry was merged; undefined if it was deleted. */
  readonly into: EntryId | undefined;
}

export interface StepChange {
  readonly entryId: EntryId;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  /** The newest revision that the step made of the entry. */
  readonly revision: RevisionId;
}

export interface Made {
  readonly source: ChangeSource;
  /** ISO 8601, UTC. */
  readonly at: string;
}

interface RevisionRow {
  readonly id: number;
  readonly entry_id: number;
  readonly field: string;
  readonly new: string | null;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
  readonly step_id: number | null;
  readonly author: string;
  readonly model: string | null;
  readonly prompt_version: string | null;
  readonly reason: string | null;
  readonly at: string;
  readonly holds_corpus: string | null;
  readonly holds_thread: number | null;
  readonly holds_post: number | null;
}

interface NewChange extends Position {
  readonly id: number;
  readonly entryId: EntryId;
  readonly stepId: number | null;
  readonly author: Author;
  readonly model: string | null;
  readonly promptVersion: string | null;
  readonly reason: string | null;
  readonly at: string;
}

interface NewRevision {
  readonly id: number;
  readonly entryId: EntryId;
  readonly changeId: number;
  readonly field: RevisedField;
  readonly new: string | null;
}

interface DefinitionRow {
  readonly id: number;
  readonly entry_id: number;
  readonly new: string;
}

interface StepRow {
  readonly entry_id: number;
  readonly revision: number;
  readonly is_new: number;
  readonly is_deleted: number;
}

export function openRevisionStore(connection: Connection): RevisionStore {
  const insertChange = connection.prepare<NewChange>(
    `INSERT INTO change (id, entry_id, corpus, thread, post, step_id, author, model, prompt_version, reason, at)
     VALUES (:id, :entryId, :corpus, :threadId, :postId, :stepId, :author, :model, :promptVersion, :reason, :at)`,
  );
  const insert = connection.prepare<NewRevision>(
    'INSERT INTO revision (id, entry_id, change_id, field, new) VALUES (:id, :entryId, :changeId, :field, :new)',
  );
  const select = connection.prepare<[number], RevisionRow>(
    `SELECT revision.id, revision.entry_id, field, new, change.corpus, thread, post, step_id, author, model, prompt_version,
       reason, at, scene.corpus AS holds_corpus, scene.thread_id AS holds_thread, scene.last_post_id AS holds_post
     FROM revision JOIN change ON change.id = revision.change_id
     LEFT JOIN correction ON correction.revision_id = revision.id LEFT JOIN scene ON scene.id = correction.scene_id
     WHERE revision.entry_id = ? ORDER BY revision.id`,
  );
  const selectDefinitions = connection.prepare<[number], DefinitionRow>(
    `SELECT id, entry_id, new FROM revision WHERE id > ? AND field = 'definition' AND new IS NOT NULL
     ORDER BY id LIMIT 500`,
  );
  const selectAllIds = connection
    .prepare<[], number>('SELECT DISTINCT entry_id FROM revision ORDER BY 1')
    .pluck();
  const selectIds = connection
    .prepare<[number], number>('SELECT DISTINCT +entry_id FROM revision WHERE id > ? ORDER BY 1')
    .pluck();
  const selectFields = connection
    .prepare<[number, number], string>('SELECT DISTINCT field FROM revision WHERE entry_id = ? AND id > ?')
    .pluck();
  const selectNewest = connection.prepare<[], number | null>('SELECT max(id) FROM revision').pluck();
  const selectStep = connection.prepare<[number], StepRow>(
    `SELECT change.entry_id, max(revision.id) AS revision,
       min(revision.id) = (SELECT min(id) FROM revision made WHERE made.entry_id = change.entry_id) AS is_new,
       max(field = 'deleted' AND new IS NOT NULL) AS is_deleted
     FROM change JOIN revision ON revision.entry_id = change.entry_id AND revision.change_id = change.id
     WHERE step_id = ? GROUP BY change.entry_id ORDER BY change.entry_id`,
  );
  const corrections = openCorrectionStore(connection);
  const readNewestId = () => (selectNewest.get() ?? 0) as RevisionId;
  return {
    ...openHumanRows(connection),
    append(entryId, changes, { source, at }) {
      const { position, stepId = null, author, model = null, promptVersion = null, reason = null } = source;
      const { corpus, threadId, postId } = position;
      const id = readNewestId() + 1;
      if (changes.length === 0) return readNewestId();
      const who = { stepId, author, model, promptVersion, reason };
      insertChange.run({ id, entryId, corpus, threadId, postId, ...who, at });
      for (const [index, change] of changes.entries()) {
        insert.run({ id: id + index, entryId, changeId: id, field: change.field, new: renderChange(change) });
        if (change.from !== undefined) corrections.record(id + index, change.from);
      }
      return readNewestId();
    },
    read: (entryId) => buildRevisions(select.all(entryId)),
    *iterateDefinitions() {
      for (let after = 0; ; ) {
        const page = selectDefinitions.all(after);
        if (page.length === 0) return;
        yield* page.map(buildDefinition);
        after = page.at(-1)?.id ?? after;
      }
    },
    listEntryIds: (since) =>
      (since === undefined ? selectAllIds.all() : selectIds.all(since)).map((id) => id as EntryId),
    listFieldsSince: (entryId, since) => selectFields.all(entryId, since) as RevisedField[],
    listRelatedIds: openIds({ connection, readNewestId }, `field = 'relations'`),
    listNarratorIds: openIds(
      { connection, readNewestId },
      `field = 'tags' AND instr(new, '"${narratorTag}"') > 0`,
    ),
    listRetired: openRetired(connection, readNewestId),
    readNewestId,
    readChangesOfStep: (stepId) =>
      selectStep.all(stepId).map((row) => ({
        entryId: row.entry_id as EntryId,
        isNew: row.is_new === 1,
        isDeleted: row.is_deleted === 1,
        revision: row.revision as RevisionId,
      })),
  };
}

/** Entries that ever had a revision that meets the condition, in order. */
function openIds(source: GrowingSource, condition: string): () => EntryId[] {
  const select = source.connection
    // The plus sign keeps SQLite from scanning all revisions in the order of their entries.
    .prepare<[number], number>(`SELECT DISTINCT +entry_id FROM revision WHERE id > ? AND ${condition}`)
    .pluck();
  const list = openGrowing(source, (since) => select.all(since));
  return () => [...new Set(list())].toSorted((one, other) => one - other) as EntryId[];
}

interface RetiredRow {
  readonly entry_id: number;
  readonly field: string;
  readonly new: string;
}

function openRetired(connection: Connection, readNewestId: () => number): () => readonly Retired[] {
  const select = connection.prepare<[number], RetiredRow>(
    `SELECT entry_id, field, new FROM revision
     WHERE id > ? AND field IN ('deleted', 'merged_into') AND new IS NOT NULL ORDER BY id`,
  );
  return openGrowing({ connection, readNewestId }, (since) =>
    select.all(since).map(({ entry_id: id, field, new: value }) => ({
      entryId: id as EntryId,
      into: field === 'merged_into' ? (Number(value) as EntryId) : undefined,
    })),
  );
}

interface GrowingSource {
  readonly connection: Connection;
  readNewestId(): number;
}

/**
 * Returns a function that lists items from all revisions. It keeps them, so that a later call scans only newer
 * revisions, unless the database was replaced by an older copy.
 */
function openGrowing<Item>(
  { connection, readNewestId }: GrowingSource,
  listSince: (revision: number) => readonly Item[],
): () => readonly Item[] {
  let items: readonly Item[] = [];
  let seen = 0;
  return () => {
    const newest = readNewestId();
    const isKnown = newest >= seen;
    const found = [...(isKnown ? items : []), ...listSince(isKnown ? seen : 0)];
    // Revisions of an open transaction may be rolled back, and their numbers given to other revisions.
    if (!connection.inTransaction) [items, seen] = [found, newest];
    return found;
  };
}

function buildDefinition(row: DefinitionRow): PastDefinition {
  const definition: unknown = stored.parse(row.new, ['revision', row.id, 'new']);
  return {
    revision: row.id as RevisionId,
    entryId: row.entry_id as EntryId,
    definition: typeof definition === 'string' ? definition : '',
  };
}

function openHumanRows(
  connection: Connection,
): Pick<RevisionStore, 'listHumanFields' | 'hasHumanRevision' | 'listDeletedByPerson'> {
  const isTouched = connection
    .prepare<[number], number>(`SELECT 1 FROM change WHERE author = 'human' AND entry_id = ? LIMIT 1`)
    .pluck();
  const fields = connection
    .prepare<[number], string>(
      `SELECT field FROM (SELECT field, author, max(revision.id)
         FROM revision JOIN change ON change.id = revision.change_id WHERE revision.entry_id = ? GROUP BY field)
       WHERE author = 'human' ORDER BY field`,
    )
    .pluck();
  const isOfPerson = connection
    .prepare<[number, string], number>(
      `SELECT 1 FROM change JOIN revision ON revision.entry_id = change.entry_id AND revision.change_id = change.id
       WHERE author = 'human' AND change.entry_id = ? AND field = ? LIMIT 1`,
    )
    .pluck();
  const deleted = connection
    .prepare<[], number>(
      `SELECT DISTINCT change.entry_id FROM change
       JOIN revision ON revision.entry_id = change.entry_id AND revision.change_id = change.id
       WHERE author = 'human' AND field = 'deleted' AND new IS NOT NULL
         AND revision.id = (SELECT max(id) FROM revision newest WHERE newest.entry_id = change.entry_id)
       ORDER BY 1`,
    )
    .pluck();
  return {
    listHumanFields: (entryId) =>
      isTouched.get(entryId) === undefined ? [] : fields.all(entryId).map((field) => field as RevisedField),
    hasHumanRevision: (entryId, field) => isOfPerson.get(entryId, field) !== undefined,
    listDeletedByPerson: () => deleted.all().map((id) => id as EntryId),
  };
}

/**
 * The value in the form in which the column stores it: in a list, a number stands for the item at that index of the
 * previous list.
 */
function renderChange({ old, new: value }: FieldChange): string | null {
  if (value === undefined) return null;
  return packList(old === undefined ? null : JSON.stringify(old), JSON.stringify(value));
}

/** Pairs each value with the previous value of the same field. */
function buildRevisions(rows: readonly RevisionRow[]): Revision[] {
  const values = new Map<string, string | null>();
  return rows.map((row) => {
    const old = values.get(row.field) ?? null;
    const { id, new: kept } = row;
    const value = kept === null ? null : stored.read(['revision', id, 'new'], () => restoreList(old, kept));
    values.set(row.field, value);
    return buildRevision(row, { old, new: value });
  });
}

function buildRevision(row: RevisionRow, value: Pick<Revision, 'old' | 'new'>): Revision {
  return {
    id: row.id as RevisionId,
    entryId: row.entry_id as EntryId,
    field: row.field as RevisedField,
    ...value,
    position: { corpus: row.corpus, threadId: row.thread as ThreadId, postId: row.post as PostId },
    stepId: row.step_id ?? undefined,
    author: row.author as Author,
    model: row.model ?? undefined,
    promptVersion: row.prompt_version ?? undefined,
    reason: row.reason ?? undefined,
    at: row.at,
    ...(row.holds_corpus === null ? {} : { holdsFrom: buildHolding(row, row.holds_corpus) }),
  };
}

function buildHolding({ holds_thread: thread, holds_post: post }: RevisionRow, corpus: string): Position {
  return { corpus, threadId: (thread ?? 0) as ThreadId, postId: (post ?? 0) as PostId };
}
