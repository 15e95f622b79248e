// Export store: reads all of a memory in the order in which it was written, a page at a time.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import type { EventRow } from '../events/event-store.ts';
import type { Span, Tag } from '../tags/tag.ts';
import type { ItemKind } from '../working-memory/item.ts';
import { saidAloud } from '../working-memory/resolve-told.ts';

export interface EventRecord extends EventRow {
  readonly origin: string | null;
  readonly origin_key: string | null;
}

export interface ItemRecord {
  readonly id: number;
  readonly kind: ItemKind;
  readonly content: string;
  readonly normal_form: string;
  readonly subject: string | null;
  readonly event_id: number;
  readonly status: string;
  readonly created_at_ms: number;
  readonly created_turn: number;
  readonly refreshed_at_ms: number;
  readonly refreshed_turn: number;
  readonly due_at_ms: number | null;
  readonly due_words: string | null;
  readonly is_kept: number;
  /** Keys of the fragments that the item names, in order, separated by commas. */
  readonly fragments: string | null;
}

export interface ChangeRecord {
  readonly id: number;
  readonly item_id: number;
  readonly kind: ItemKind;
  readonly change: string;
  readonly from_status: string | null;
  readonly to_status: string;
  readonly event_id: number | null;
  readonly run_id: number | null;
  readonly because: string;
  readonly at_ms: number;
  readonly turn: number;
}

export interface FragmentRecord {
  readonly id: number;
  readonly key: string;
  readonly ambient: string;
  readonly recognition: string;
  readonly inventory: string;
  readonly version: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  /** Ids of the events from which the fragment was compiled, in order, separated by commas. */
  readonly sources: string | null;
}

export interface RunRecord {
  readonly id: number;
  readonly kind: string;
  readonly writer: string;
  readonly status: string;
  readonly after_event_id: number;
  readonly up_to_event_id: number;
  readonly started_at_ms: number;
  readonly ended_at_ms: number | null;
}

export interface EdgeRecord {
  readonly from_key: string;
  readonly to_key: string;
  readonly label: string;
}

/** Reads in pages, so that nobody who writes to the memory has to wait for an export. */
export interface ExportStore {
  /** Events in the order of their arrival. */
  iterateEvents(): Generator<EventRecord>;
  iterateEventsByTime(): Generator<EventRecord>;
  readSpans(event: EventRecord): readonly Span[];
  iterateItems(): Generator<ItemRecord>;
  iterateChanges(): Generator<ChangeRecord>;
  iterateFragments(): Generator<FragmentRecord>;
  readEdges(): readonly EdgeRecord[];
  /** Yields the runs of maintenance. */
  iterateRuns(): Generator<RunRecord>;
  /** Events in which a former secret was said aloud. */
  listToldSecrets(): readonly EventId[];
}

const pageSize = 500;

/** Tombstones of forgotten moments are not exported, because they mean nothing in another memory. */
const isRemembered = "id NOT IN (SELECT number FROM forgotten WHERE thing = 'moment')";

/** Items from messages that were set aside are not exported either. */
const stands = 'item.event_id NOT IN (SELECT event_id FROM aside)';

const statements = {
  events: `SELECT * FROM standing_event WHERE id > ? AND ${isRemembered} ORDER BY id LIMIT ?`,
  items: `SELECT item.*, (SELECT group_concat(key) FROM (SELECT fragment.key AS key FROM working_memory_ref AS ref
      JOIN fragment ON fragment.id = ref.fragment_id WHERE ref.item_id = item.id ORDER BY fragment.key)) AS fragments
    FROM working_memory AS item WHERE item.id > ? AND item.content <> '' AND ${stands} ORDER BY item.id LIMIT ?`,
  changes: `SELECT change.*, item.kind AS kind FROM item_change AS change
    JOIN working_memory AS item ON item.id = change.item_id WHERE change.id > ? AND item.content <> '' AND ${stands}
    ORDER BY change.id LIMIT ?`,
  fragments: `SELECT fragment.*, (SELECT group_concat(event_id) FROM (SELECT event_id FROM fragment_source
      WHERE fragment_id = fragment.id ORDER BY event_id)) AS sources
    FROM fragment WHERE id > ? ORDER BY id LIMIT ?`,
  runs: 'SELECT * FROM maintenance_run WHERE id > ? ORDER BY id LIMIT ?',
} as const;

export function openExportStore(connection: Connection): ExportStore {
  const spans = connection.prepare<[number], { tag: Tag; start: number; length: number }>(
    'SELECT tag, start, length FROM event_tag WHERE event_id = ? ORDER BY position',
  );
  const byTime = connection.prepare<[number, number, number], EventRecord>(
    `SELECT * FROM standing_event WHERE (at_ms, id) > (?, ?) AND ${isRemembered} ORDER BY at_ms, id LIMIT ?`,
  );
  const told = connection
    .prepare<[], EventId>(
      `SELECT DISTINCT change.event_id FROM item_change AS change JOIN working_memory AS item ON item.id = change.item_id
       WHERE item.kind = 'secret' AND item.content <> '' AND change.because = '${saidAloud}' AND ${stands}
         AND change.event_id NOT IN (SELECT event_id FROM aside) ORDER BY change.event_id`,
    )
    .pluck();
  const edges = connection.prepare<[], EdgeRecord>(
    `SELECT one.key AS from_key, other.key AS to_key, edge.label AS label FROM edge
     JOIN fragment AS one ON one.id = edge.from_id JOIN fragment AS other ON other.id = edge.to_id
     ORDER BY one.key, other.key`,
  );
  const iterate = <Row extends { readonly id: number }>(sql: string) => {
    const page = connection.prepare<[number, number], Row>(sql);
    return function* read(): Generator<Row> {
      for (let rows = page.all(0, pageSize); rows.length > 0; ) {
        yield* rows;
        rows = page.all(rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER, pageSize);
      }
    };
  };
  return {
    iterateEvents: iterate<EventRecord>(statements.events),
    *iterateEventsByTime() {
      for (let rows = byTime.all(Number.MIN_SAFE_INTEGER, 0, pageSize); rows.length > 0; ) {
        yield* rows;
        const last = rows.at(-1);
        rows = last === undefined ? [] : byTime.all(last.at_ms, last.id, pageSize);
      }
    },
    iterateItems: iterate<ItemRecord>(statements.items),
    iterateChanges: iterate<ChangeRecord>(statements.changes),
    iterateFragments: iterate<FragmentRecord>(statements.fragments),
    readSpans: ({ id, text }) =>
      spans.all(id).map(({ tag, start, length }) => ({
        tag,
        start,
        content: text.slice(start, start + length),
      })),
    readEdges: () => edges.all(),
    iterateRuns: iterate<RunRecord>(statements.runs),
    listToldSecrets: () => told.all(),
  };
}
