// Reads what changed in a memory within a span of time.

import type { Connection } from '@terrarium/kernel/open-database';
import type { ItemId } from '../working-memory/item.ts';

export interface ChangedItem {
  readonly id: ItemId;
  /** Whether the item was created in this span of time. */
  readonly isNew: boolean;
}

export interface ChangedFragment {
  readonly key: string;
  readonly isNew: boolean;
}

export interface RecapStore {
  /**
   * Lists items that were created or changed their status after `sinceMs` and up to `nowMs`, sorted by id; never a
   * secret.
   */
  listChangedItems(span: { readonly sinceMs: number; readonly nowMs: number }): ChangedItem[];
  /** Lists fragments that completed maintenance runs created or changed after `sinceMs`, sorted by key. */
  listChangedFragments(sinceMs: number): ChangedFragment[];
  /** Lists what was flagged after `sinceMs` and is still waiting, oldest first. */
  listFlags(sinceMs: number): string[];
  /** Finds the end of the last silence of at least `silenceMs` before `nowMs`: the time when the last talk began. */
  findLastTalk(nowMs: number, silenceMs: number): number | undefined;
}

export function openRecapStore(connection: Connection): RecapStore {
  const items = connection.prepare<[{ sinceMs: number; nowMs: number }], { id: ItemId; made: number }>(
    `SELECT item.id, max(item_change.change = 'created') AS made FROM item_change
       JOIN working_memory AS item ON item.id = item_change.item_id
     WHERE item_change.at_ms > :sinceMs AND item_change.at_ms <= :nowMs
       AND item_change.change IN ('created', 'status') AND item.kind <> 'secret' AND item.content <> ''
       AND item.event_id NOT IN (SELECT event_id FROM aside)
       AND (item_change.event_id IS NULL OR item_change.event_id NOT IN (SELECT event_id FROM aside))
     GROUP BY item.id ORDER BY item.id`,
  );
  const fragments = connection.prepare<[{ sinceMs: number }], { key: string; made: number }>(
    `SELECT change.name AS key, max(change.before IS NULL) AS made FROM maintenance_change AS change
       JOIN maintenance_run AS run ON run.id = change.run_id
     WHERE change.thing = 'fragment' AND change.name <> '' AND run.status = 'completed' AND run.ended_at_ms > :sinceMs
     GROUP BY change.name ORDER BY change.name`,
  );
  const flags = connection
    .prepare<[{ sinceMs: number }], string>(
      'SELECT text FROM flag WHERE made_at_ms > :sinceMs AND settled_at_ms IS NULL ORDER BY id',
    )
    .pluck();
  const lastTalk = connection
    .prepare<[{ nowMs: number; silenceMs: number }], number>(
      `SELECT at_ms FROM (SELECT at_ms, lag(at_ms) OVER (ORDER BY at_ms, id) AS before_ms FROM
         (SELECT id, at_ms FROM standing_event WHERE at_ms <= :nowMs ORDER BY at_ms DESC, id DESC LIMIT 2000))
       WHERE before_ms IS NULL OR at_ms - before_ms >= :silenceMs ORDER BY at_ms DESC LIMIT 1`,
    )
    .pluck();
  return {
    listChangedItems: (span) => items.all(span).map(({ id, made }) => ({ id, isNew: made === 1 })),
    listChangedFragments: (sinceMs) =>
      fragments.all({ sinceMs }).map(({ key, made }) => ({ key, isNew: made === 1 })),
    listFlags: (sinceMs) => flags.all({ sinceMs }),
    findLastTalk: (nowMs, silenceMs) => lastTalk.get({ nowMs, silenceMs }),
  };
}
