// Stores what curators decided, and which entries still wait for a decision.

import type { Connection } from '@terrarium/kernel/open-database';
import type { ThreadRef } from '../corpus/corpus.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { Verdict } from './parse-decisions.ts';

/** `UNDECIDED`: no usable decision was made, or the decision could not be carried out; the entry stays tentative. */
export type Outcome = Verdict | 'UNDECIDED';

export interface DecisionRecord {
  readonly stepId: number;
  readonly entryId: EntryId;
  readonly term: string;
  readonly outcome: Outcome;
  readonly targetId: EntryId | undefined;
  readonly reason: string;
}

export interface CurationStore {
  record(decision: DecisionRecord): void;
  /** All decisions, in the order in which they were made. */
  list(): DecisionRecord[];
  findByStep(stepId: number): DecisionRecord | undefined;
  countByOutcome(): ReadonlyMap<Outcome, number>;
  /**
   * Ids of the entries that a curator should be asked about, without those first seen in `open`. They are tentative
   * entries about which no curator has been asked since they last changed; confirmed entries that a reading model has
   * defined anew since a curator was last asked, unless a person changed them later; and entries of which a reading
   * model has said, since a curator was last asked, that they are the same thing as another entry.
   */
  listWaiting(open: ThreadRef | undefined, limit: number): EntryId[];
}

interface Row {
  readonly step_id: number;
  readonly entry_id: number;
  readonly term: string;
  readonly outcome: string;
  readonly target_id: number | null;
  readonly reason: string;
}

export function openCurationStore(connection: Connection): CurationStore {
  const insert = connection.prepare(
    `INSERT INTO curator_decision (step_id, entry_id, term, outcome, target_id, reason)
     VALUES (:stepId, :entryId, :term, :outcome, :targetId, :reason)`,
  );
  const all = connection.prepare<[], Row>('SELECT * FROM curator_decision ORDER BY id');
  const byStep = connection.prepare<[number], Row>('SELECT * FROM curator_decision WHERE step_id = ?');
  const counts = connection.prepare<[], { outcome: string; count: number }>(
    'SELECT outcome, count(*) AS count FROM curator_decision GROUP BY outcome ORDER BY outcome',
  );
  const waiting = connection
    .prepare<[{ corpus: string | null; thread: number | null; limit: number }], number>(
      `SELECT id FROM entry WHERE NOT (first_corpus IS :corpus AND first_thread IS :thread)
         AND (status = 'tentative' AND NOT EXISTS (SELECT 1 FROM curator_decision AS decision WHERE decision.entry_id = entry.id
           AND decision.step_id >= (
             SELECT coalesce(max(change.step_id), 0) FROM revision JOIN change ON change.id = revision.change_id
             WHERE revision.entry_id = entry.id))
         OR status = 'confirmed' AND EXISTS (
           SELECT 1 FROM revision JOIN change ON change.id = revision.change_id
           WHERE revision.entry_id = entry.id AND revision.field = 'definition' AND change.author = 'agent'
             AND change.step_id > coalesce((
               SELECT max(step_id) FROM curator_decision AS decision WHERE decision.entry_id = entry.id), 0)
             AND NOT EXISTS (
               SELECT 1 FROM revision AS later JOIN change AS said ON said.id = later.change_id
               WHERE later.entry_id = entry.id AND later.id > revision.id
                 AND later.field IN ('definition', 'status') AND said.author = 'human'))
         OR EXISTS (
           SELECT 1 FROM proposal WHERE proposal.entry_id = entry.id AND field = 'merged_into' AND author = 'agent'
             AND proposal.step_id > coalesce((
               SELECT max(step_id) FROM curator_decision AS decision WHERE decision.entry_id = entry.id), 0)))
       ORDER BY id LIMIT :limit`,
    )
    .pluck();
  return {
    record: (decision) => void insert.run({ ...decision, targetId: decision.targetId ?? null }),
    list: () => all.all().map(buildRecord),
    findByStep: (stepId) => byStep.all(stepId).map(buildRecord)[0],
    countByOutcome: () => new Map(counts.all().map(({ outcome, count }) => [outcome as Outcome, count])),
    listWaiting: (open, limit) =>
      waiting
        .all({ corpus: open?.corpus ?? null, thread: open?.threadId ?? null, limit })
        .map((id) => id as EntryId),
  };
}

function buildRecord(row: Row): DecisionRecord {
  return {
    stepId: row.step_id,
    entryId: row.entry_id as EntryId,
    term: row.term,
    outcome: row.outcome as Outcome,
    targetId: row.target_id === null ? undefined : (row.target_id as EntryId),
    reason: row.reason,
  };
}
