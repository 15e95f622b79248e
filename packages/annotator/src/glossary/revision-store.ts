// Stores revisions: appended with every change, read back in order, never touched again.

import type { Connection } from '@terrarium/kernel/open-database';
import type { PostId, ThreadId } from '../corpus/corpus.ts';
import type { Author, ChangeSource, EntryId, RevisionId } from './entry.ts';
import type { RevisedField, Revision } from './revision.ts';

/** A field's value before and after, as values that JSON can carry; undefined for none. */
export interface FieldChange {
  readonly field: RevisedField;
  readonly old: unknown;
  readonly new: unknown;
}

export interface RevisionStore {
  /** One row per change, in the given order; answers the newest row's id. */
  append(entryId: EntryId, changes: readonly FieldChange[], made: Made): RevisionId;
  /** Every revision of an entry, oldest first; also of a deleted one. */
  read(entryId: EntryId): Revision[];
  /** Ids of all entries that ever were, in order. */
  listEntryIds(): EntryId[];
  /** The newest revision there is; 0 when there is none. */
  readNewestId(): RevisionId;
  /** What a journal step did, one row per entry it touched, by entry id. */
  readChangesOfStep(stepId: number): StepChange[];
}

/** What one journal step did to one entry. */
export interface StepChange {
  readonly entryId: EntryId;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  /** The newest revision the step made of it. */
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
  readonly old: string | null;
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
}

interface StepRow {
  readonly entry_id: number;
  readonly revision: number;
  readonly is_new: number;
  readonly is_deleted: number;
}

export function openRevisionStore(connection: Connection): RevisionStore {
  const insert = connection.prepare(
    `INSERT INTO revision
       (entry_id, field, old, new, corpus, thread, post, step_id, author, model, prompt_version, reason, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = connection.prepare<[number], RevisionRow>(
    'SELECT * FROM revision WHERE entry_id = ? ORDER BY id',
  );
  const selectIds = connection
    .prepare<[], number>('SELECT DISTINCT entry_id FROM revision ORDER BY 1')
    .pluck();
  const selectNewest = connection.prepare<[], number | null>('SELECT max(id) FROM revision').pluck();
  const selectStep = connection.prepare<[number], StepRow>(
    `SELECT entry_id, max(id) AS revision, max(field = 'term' AND old IS NULL) AS is_new,
       max(field = 'deleted' AND new IS NOT NULL) AS is_deleted
     FROM revision WHERE step_id = ? GROUP BY entry_id ORDER BY entry_id`,
  );
  return {
    append(entryId, changes, { source, at }) {
      let newest = 0;
      for (const change of changes) {
        const { corpus, threadId, postId } = source.position;
        const who = [
          source.stepId ?? null,
          source.author,
          source.model ?? null,
          source.promptVersion ?? null,
        ];
        const values = [renderValue(change.old), renderValue(change.new), corpus, threadId, postId];
        const row = insert.run(entryId, change.field, ...values, ...who, source.reason ?? null, at);
        newest = Number(row.lastInsertRowid);
      }
      return newest as RevisionId;
    },
    read: (entryId) => select.all(entryId).map(buildRevision),
    listEntryIds: () => selectIds.all().map((id) => id as EntryId),
    readNewestId: () => (selectNewest.get() ?? 0) as RevisionId,
    readChangesOfStep: (stepId) =>
      selectStep.all(stepId).map((row) => ({
        entryId: row.entry_id as EntryId,
        isNew: row.is_new === 1,
        isDeleted: row.is_deleted === 1,
        revision: row.revision as RevisionId,
      })),
  };
}

function renderValue(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function buildRevision(row: RevisionRow): Revision {
  return {
    id: row.id as RevisionId,
    entryId: row.entry_id as EntryId,
    field: row.field as RevisedField,
    old: row.old,
    new: row.new,
    position: { corpus: row.corpus, threadId: row.thread as ThreadId, postId: row.post as PostId },
    stepId: row.step_id ?? undefined,
    author: row.author as Author,
    model: row.model ?? undefined,
    promptVersion: row.prompt_version ?? undefined,
    reason: row.reason ?? undefined,
    at: row.at,
  };
}
