// Stores proposals: what a model wanted to change in fields that a person wrote.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Author, ChangeSource, EntryId } from './entry.ts';
import type { RevisedField } from './revision.ts';

export interface Proposal {
  readonly id: number;
  readonly entryId: EntryId;
  readonly author: Author;
  readonly field: RevisedField;
  /** The proposed value, as JSON. */
  readonly value: string;
  readonly reason: string | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface ProposedChange {
  readonly entryId: EntryId;
  readonly field: RevisedField;
  readonly value: unknown;
}

export interface ProposalStore {
  append(change: ProposedChange, made: { readonly source: ChangeSource; readonly at: string }): void;
  /** All proposals, oldest first; only those about one entry when an id is given. */
  list(entryId?: EntryId): Proposal[];
}

interface Row {
  readonly id: number;
  readonly entry_id: number;
  readonly author: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string | null;
  readonly at: string;
}

interface NewRow extends Omit<Row, 'id' | 'entry_id'> {
  readonly entryId: EntryId;
  readonly stepId: number | null;
}

export function openProposalStore(connection: Connection): ProposalStore {
  const insert = connection.prepare<NewRow>(
    `INSERT INTO proposal (entry_id, step_id, author, field, value, reason, at)
     VALUES (:entryId, :stepId, :author, :field, :value, :reason, :at)`,
  );
  const columns = 'id, entry_id, author, field, value, reason, at';
  const all = connection.prepare<[], Row>(`SELECT ${columns} FROM proposal ORDER BY id`);
  const ofEntry = connection.prepare<[number], Row>(
    `SELECT ${columns} FROM proposal WHERE entry_id = ? ORDER BY id`,
  );
  return {
    append({ entryId, field, value }, { source, at }) {
      const { stepId = null, author, reason = null } = source;
      insert.run({ entryId, stepId, author, field, value: JSON.stringify(value), reason, at });
    },
    list: (entryId) => (entryId === undefined ? all.all() : ofEntry.all(entryId)).map(buildProposal),
  };
}

/** What models had proposed by the end of a scene, oldest first. */
export function listProposalsUpTo(connection: Connection, lastScene: number): Proposal[] {
  const upTo = connection.prepare<[number], Row>(
    `SELECT proposal.id, entry_id, author, field, value, reason, proposal.at FROM proposal
     JOIN step ON step.id = proposal.step_id WHERE step.scene_id <= ? ORDER BY proposal.id`,
  );
  return upTo.all(lastScene).map(buildProposal);
}

function buildProposal(row: Row): Proposal {
  return {
    id: row.id,
    entryId: row.entry_id as EntryId,
    author: row.author as Author,
    field: row.field as RevisedField,
    value: row.value,
    reason: row.reason ?? undefined,
    at: row.at,
  };
}
