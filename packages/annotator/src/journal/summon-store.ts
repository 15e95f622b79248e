// Stores dialogues with readers of earlier moments: what was asked and answered, appended and never changed.

import type { Branded } from '@terrarium/kernel/brand';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import type { Message } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { type PackedText, packText, parseStored } from '../database/packed-text.ts';

export type SummonId = Branded<number, 'SummonId'>;

export interface SummonDraft {
  readonly snapshotId: number;
  /** The step it belongs to; undefined for a person's. */
  readonly stepId: number | undefined;
  readonly model: string;
}

export interface SummonStore {
  create(draft: SummonDraft): SummonId;
  append(id: SummonId, messages: readonly Message[], stepId?: number): void;
  /** In order. */
  readMessages(id: SummonId): readonly Message[];
  end(id: SummonId, summary: string, stepId?: number): void;
  /** A person's newest dialogue on a snapshot that was not ended. */
  findOpen(snapshotId: number): SummonId | undefined;
  /** All of one transaction or nothing. */
  transaction<Result>(work: () => Result): Result;
}

export function openSummonStore(connection: Connection, clock: Clock): SummonStore {
  const insert = connection.prepare(
    'INSERT INTO summon (snapshot_id, step_id, model, created_at) VALUES (?, ?, ?, ?)',
  );
  const insertMessage = connection.prepare(
    'INSERT INTO summon_message (summon_id, step_id, wire, at) VALUES (?, ?, ?, ?)',
  );
  const insertEnd = connection.prepare(
    'INSERT INTO summon_end (summon_id, step_id, summary, at) VALUES (?, ?, ?, ?)',
  );
  const selectMessages = connection
    .prepare<[number], PackedText>('SELECT wire FROM summon_message WHERE summon_id = ? ORDER BY id')
    .pluck();
  const selectOpen = connection
    .prepare<[number], SummonId>(
      `SELECT id FROM summon WHERE snapshot_id = ? AND step_id IS NULL
         AND id NOT IN (SELECT summon_id FROM summon_end) ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const now = () => renderInstant(clock.now());
  return {
    create: ({ snapshotId, stepId, model }) =>
      Number(insert.run(snapshotId, stepId ?? null, model, now()).lastInsertRowid) as SummonId,
    append(id, messages, stepId) {
      for (const message of messages)
        insertMessage.run(id, stepId ?? null, packText(JSON.stringify(message)), now());
    },
    readMessages: (id) =>
      selectMessages.all(id).map((wire) => parseStored<Message>(wire, `A message of summon ${id}`)),
    end: (id, summary, stepId) => void insertEnd.run(id, stepId ?? null, summary, now()),
    findOpen: (snapshotId) => selectOpen.get(snapshotId),
    transaction: (work) => connection.transaction(work).immediate(),
  };
}
