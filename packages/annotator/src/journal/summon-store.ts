// Stores dialogues with readers of earlier moments; questions and answers are appended and never changed.
import { type Branded, type Clock, renderInstant } from '@terrarium/kernel/environment';
import type { Message } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { type PackedText, packText, parseStored } from '../database/packed-text.ts';

export type SummonId = Branded<number, 'SummonId'>;

export interface SummonDraft {
  readonly snapshotId: number;
  /** The step to which the dialogue belongs; undefined for a person's dialogue. */
  readonly stepId: number | undefined;
  readonly model: string;
}

export interface SummonStore {
  create(draft: SummonDraft): SummonId;
  append(id: SummonId, messages: readonly Message[], stepId?: number): void;
  /** The messages of a dialogue, in order. */
  readMessages(id: SummonId): readonly Message[];
  finish(id: SummonId, summary: string, stepId?: number): void;
  /** A person's newest open dialogue on a snapshot. */
  findOpen(snapshotId: number): SummonId | undefined;
  runInTransaction<Result>(work: () => Result): Result;
}

interface NewSummon {
  readonly snapshotId: number;
  readonly stepId: number | null;
  readonly model: string;
  readonly at: string;
}

/** A message of a dialogue, or its end. */
interface SummonPart {
  readonly id: SummonId;
  readonly stepId: number | null;
  readonly at: string;
}

export function openSummonStore(connection: Connection, clock: Clock): SummonStore {
  const insert = connection.prepare<NewSummon>(
    'INSERT INTO summon (snapshot_id, step_id, model, created_at) VALUES (:snapshotId, :stepId, :model, :at)',
  );
  const insertMessage = connection.prepare<SummonPart & { wire: PackedText }>(
    'INSERT INTO summon_message (summon_id, step_id, wire, at) VALUES (:id, :stepId, :wire, :at)',
  );
  const insertEnd = connection.prepare<SummonPart & { summary: string }>(
    'INSERT INTO summon_end (summon_id, step_id, summary, at) VALUES (:id, :stepId, :summary, :at)',
  );
  const selectMessages = connection.prepare<[number], { readonly id: number; readonly wire: PackedText }>(
    'SELECT id, wire FROM summon_message WHERE summon_id = ? ORDER BY id',
  );
  const selectOpen = connection
    .prepare<[number], SummonId>(
      `SELECT id FROM summon WHERE snapshot_id = ? AND step_id IS NULL
         AND id NOT IN (SELECT summon_id FROM summon_end) ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const readTime = () => renderInstant(clock.now());
  return {
    create: ({ snapshotId, stepId = null, model }) =>
      Number(insert.run({ snapshotId, stepId, model, at: readTime() }).lastInsertRowid) as SummonId,
    append(id, messages, stepId) {
      for (const message of messages)
        insertMessage.run({
          id,
          stepId: stepId ?? null,
          wire: packText(JSON.stringify(message)),
          at: readTime(),
        });
    },
    readMessages: (id) =>
      selectMessages.all(id).map((row) => parseStored<Message>(row.wire, ['summon_message', row.id, 'wire'])),
    finish: (id, summary, stepId) =>
      void insertEnd.run({ id, stepId: stepId ?? null, summary, at: readTime() }),
    findOpen: (snapshotId) => selectOpen.get(snapshotId),
    runInTransaction: (work) => connection.transaction(work).immediate(),
  };
}
