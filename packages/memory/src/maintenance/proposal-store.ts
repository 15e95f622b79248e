// Stores what runs of maintenance proposed for a person to decide, and how the person decided.

import type { Connection } from '@terrarium/kernel/open-database';
import { stored } from '../database/open-memory-database.ts';
import type { Operation } from './operation.ts';

export type ProposalState = 'waiting' | 'accepted' | 'refused' | 'withdrawn';

export interface StoredProposal {
  readonly id: number;
  readonly runId: number;
  /** The operation as it was stored; its form is checked only when it is read. */
  readonly operation: unknown;
  readonly state: ProposalState;
  readonly madeAtMs: number;
}

export interface ProposalStore {
  add(runId: number, operation: Operation, atMs: number): number;
  find(id: number): StoredProposal | undefined;
  /** Lists the waiting proposals, oldest first. */
  listWaiting(): StoredProposal[];
  /** Whether the same operation is already waiting. */
  isWaiting(operation: Operation): boolean;
  set(id: number, decision: Decision): void;
  /**
   * To be called when a run is reverted: proposals that it carried out wait again, and its own proposals are withdrawn.
   */
  revertRun(runId: number, atMs: number): void;
}

export interface Decision {
  readonly state: ProposalState;
  readonly atMs: number | undefined;
  /** The run that carried the proposal out. */
  readonly doneByRun?: number | undefined;
}

interface Row {
  readonly id: number;
  readonly run_id: number;
  readonly operation: string;
  readonly state: ProposalState;
  readonly made_at_ms: number;
}

export function openProposalStore(connection: Connection): ProposalStore {
  const insert = connection.prepare(
    `INSERT INTO proposal (run_id, operation, state, made_at_ms) VALUES (?, ?, 'waiting', ?)`,
  );
  const byId = connection.prepare<[number], Row>('SELECT * FROM proposal WHERE id = ?');
  const waiting = connection.prepare<[], Row>(`SELECT * FROM proposal WHERE state = 'waiting' ORDER BY id`);
  const same = connection
    .prepare<[string], number>(`SELECT 1 FROM proposal WHERE state = 'waiting' AND operation = ? LIMIT 1`)
    .pluck();
  const set = connection.prepare(
    'UPDATE proposal SET state = :state, decided_at_ms = :atMs, done_by_run = :doneByRun WHERE id = :id',
  );
  const again = connection.prepare(
    `UPDATE proposal SET state = 'waiting', decided_at_ms = NULL, done_by_run = NULL WHERE done_by_run = ?`,
  );
  const withdraw = connection.prepare(
    `UPDATE proposal SET state = 'withdrawn', decided_at_ms = :atMs
     WHERE run_id = :runId AND state IN ('waiting', 'refused')`,
  );
  return {
    add: (runId, operation, atMs) =>
      Number(insert.run(runId, JSON.stringify(operation), atMs).lastInsertRowid),
    find: (id) => byId.all(id).map(buildProposal)[0],
    listWaiting: () => waiting.all().map(buildProposal),
    isWaiting: (operation) => same.get(JSON.stringify(operation)) !== undefined,
    set: (id, { state, atMs, doneByRun }) =>
      void set.run({ id, state, atMs: atMs ?? null, doneByRun: doneByRun ?? null }),
    revertRun(runId, atMs) {
      again.run(runId);
      withdraw.run({ runId, atMs });
    },
  };
}

function buildProposal({ id, run_id, operation, state, made_at_ms }: Row): StoredProposal {
  const parsed = stored.parse<unknown>(operation, ['proposal', id, 'operation']);
  return { id, runId: run_id, operation: parsed, state, madeAtMs: made_at_ms };
}
