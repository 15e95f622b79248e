// Stores pairs of entries that must never be merged, however similar they look.

import type { Clock } from '@terrarium/kernel/environment';
import { renderInstant } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ChangeSource, EntryId } from './entry.ts';

export interface KeptApart {
  readonly one: EntryId;
  readonly other: EntryId;
  readonly author: ChangeSource['author'];
  readonly reason: string | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface KeptApartStore {
  /** Does nothing if the pair is recorded already. */
  markApart(one: EntryId, other: EntryId, source: ChangeSource): void;
  isKeptApart(one: EntryId, other: EntryId): boolean;
  list(): KeptApart[];
}

interface Row {
  readonly one: number;
  readonly other: number;
  readonly author: string;
  readonly reason: string | null;
  readonly at: string;
}

interface NewRow extends Row {
  readonly stepId: number | null;
}

export function openKeptApartStore(connection: Connection, clock: Clock): KeptApartStore {
  const insert = connection.prepare<NewRow>(
    `INSERT INTO kept_apart (one, other, step_id, author, reason, at)
     VALUES (:one, :other, :stepId, :author, :reason, :at)`,
  );
  const find = connection
    .prepare<[number, number], number>('SELECT 1 FROM kept_apart WHERE one = ? AND other = ?')
    .pluck();
  const isKeptApart = (one: EntryId, other: EntryId): boolean =>
    find.get(Math.min(one, other), Math.max(one, other)) !== undefined;
  return {
    markApart(one, other, source) {
      if (one === other || isKeptApart(one, other)) return;
      insert.run({
        one: Math.min(one, other),
        other: Math.max(one, other),
        stepId: source.stepId ?? null,
        author: source.author,
        reason: source.reason ?? null,
        at: renderInstant(clock.now()),
      });
    },
    isKeptApart,
    list: () => readKeptApart(connection),
  };
}

export function readKeptApart(connection: Connection): KeptApart[] {
  const all = connection.prepare<[], Row>(
    'SELECT one, other, author, reason, at FROM kept_apart ORDER BY one, other',
  );
  return all.all().map((row) => ({
    one: row.one as EntryId,
    other: row.other as EntryId,
    author: row.author as KeptApart['author'],
    reason: row.reason ?? undefined,
    at: row.at,
  }));
}
