// Forgetting store: stores tombstones, and rewrites the rows from which words are removed.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection } from '@terrarium/kernel/open-database';
import { rebuildSeals } from '@terrarium/kernel/record-seals';
import { sealedTables } from '../database/sealed-tables.ts';
import { openAsideStore } from '../events/aside-store.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import { openToldFactStore } from '../facts/told-fact-store.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import { openFragmentIndex } from '../fragments/fragment-index-store.ts';
import type { WokenWith } from '../ledger/wake-store.ts';
import type { Tag } from '../tags/tag.ts';
import type { ItemId } from '../working-memory/item.ts';
import type { TaggedText } from './cut-parts.ts';

export type ForgottenThing = 'moment' | 'part' | 'item' | 'fragment';

export interface Tombstone {
  readonly thing: ForgottenThing;
  readonly number: number;
  readonly atMs: number;
}

type Value = string | number | null | Buffer;
export type TextRow = Readonly<Record<string, Value>>;

interface RewrittenTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** Tables whose rows may lose words, each with its key and the columns that are read or rewritten for this. */
export const notedTables = {
  items: {
    table: 'working_memory',
    key: ['id'],
    columns: ['content', 'normal_form', 'subject', 'due_words', 'due_at_ms'],
  },
  changes: { table: 'item_change', key: ['id'], columns: ['item_id', 'run_id', 'before', 'because'] },
  edges: { table: 'edge', key: ['from_id', 'to_id'], columns: ['label'] },
  batches: {
    table: 'maintenance_batch',
    key: ['run_id', 'position'],
    columns: ['fragments_done', 'operations', 'refusals', 'reply'],
  },
  runChanges: {
    table: 'maintenance_change',
    key: ['run_id', 'position'],
    columns: ['thing', 'name', 'before', 'after', 'because'],
  },
  proposals: { table: 'proposal', key: ['id'], columns: ['operation', 'state'] },
  ambientWrites: { table: 'ambient_write', key: ['id'], columns: ['former', 'text', 'because'] },
  tagPasses: { table: 'tag_pass', key: ['event_id'], columns: ['reply'] },
  wakes: { table: 'wake', key: ['id'], columns: ['ledger'] },
  wakeWords: { table: 'wake_words', key: ['wake_id'], columns: ['words'] },
} as const satisfies Record<string, RewrittenTable>;

export interface ForgettingStore {
  /** Records what is being forgotten. From then on, until `finish`, words may be removed from rows. */
  start(tombstone: Tombstone): void;
  /** Seals chained rows again, and notes that the words have been removed from the rows. */
  finish(): void;
  isForgotten(thing: ForgottenThing, number: number): boolean;
  /** Whether words were removed from rows but may still be in free pages of the file. */
  isUnswept(): boolean;
  markSwept(): void;
  /** Replaces the text and tags of an event, and removes its vectors and the facts that only its former text told. */
  writeEvent(event: Pick<MemoryEvent, 'id' | 'isShown' | 'imagePath'>, text: TaggedText): void;
  /** Whether a remaining event shows this image. */
  hasImage(path: string): boolean;
  listItemsOf(id: EventId): ItemId[];
  listTagged(tag: Tag): EventId[];
  /** Lists items that an event told or changed. */
  listChangedBy(id: EventId): ItemId[];
  /** Lists events that told or changed an item. */
  listEventsOf(id: ItemId): EventId[];
  removeLinks(id: ItemId): void;
  /**
   * Replaces the values of rows; a row for which `renew` returns nothing stays. Returns how many rows were
   * changed.
   */
  update(table: RewrittenTable, renew: (row: TextRow) => TextRow | undefined): number;
  /** Writes the texts of a fragment, and the words by which it is found. */
  writeFragment(id: number, text: FragmentText): void;
  removeSource(fragmentId: number, eventId: EventId): void;
  removeFlag(id: number): void;
  removeRecalled(isGone: (key: string) => boolean): void;
  /** Cancels runs that were stopped: they contain replies that may say what is forgotten. */
  cancelOpenRuns(atMs: number): void;
}

const chained = ['event', 'working_memory', 'item_change', 'wake'];

export function openForgettingStore(connection: Connection): ForgettingStore {
  return {
    ...openTombstones(connection),
    ...openEvents(connection),
    ...openNoted(connection),
    ...openFragments(connection),
  };
}

function openTombstones(
  connection: Connection,
): Pick<ForgettingStore, 'start' | 'finish' | 'isForgotten' | 'isUnswept' | 'markSwept'> {
  const seals: Readonly<Record<ForgottenThing, string>> = {
    moment: 'SELECT seal FROM event WHERE id = :number',
    part: 'SELECT seal FROM event WHERE id = :number',
    item: 'SELECT seal FROM working_memory WHERE id = :number',
    fragment: "SELECT seal FROM record_seal WHERE table_name = 'fragment' AND owner = :number",
  };
  const insert = (thing: ForgottenThing) =>
    connection.prepare(
      `INSERT INTO forgotten (thing, number, former_seal, at_ms, state)
       VALUES (:thing, :number, (${seals[thing]}), :atMs, 'going')`,
    );
  const going = connection.prepare("UPDATE forgotten SET state = 'gone' WHERE state = 'going'");
  const one = connection.prepare('SELECT 1 FROM forgotten WHERE thing = ? AND number = ?');
  const unswept = connection.prepare("SELECT 1 FROM forgotten WHERE state = 'gone' LIMIT 1");
  const swept = connection.prepare("UPDATE forgotten SET state = 'swept' WHERE state = 'gone'");
  return {
    start: (tombstone) => void insert(tombstone.thing).run(tombstone),
    finish() {
      rebuildSeals(
        connection,
        sealedTables.filter(({ table }) => chained.includes(table)),
      );
      going.run();
    },
    isForgotten: (thing, number) => one.get(thing, number) !== undefined,
    isUnswept: () => unswept.get() !== undefined,
    markSwept: () => void swept.run(),
  };
}

function openEvents(
  connection: Connection,
): Pick<
  ForgettingStore,
  'writeEvent' | 'hasImage' | 'listTagged' | 'listItemsOf' | 'listChangedBy' | 'listEventsOf'
> {
  const write = connection.prepare(
    'UPDATE event SET text = :text, is_shown = :isShown, image_path = :imagePath WHERE id = :id',
  );
  const clearTags = connection.prepare('DELETE FROM event_tag WHERE event_id = ?');
  const addTag = connection.prepare(
    'INSERT INTO event_tag (event_id, position, tag, start, length) VALUES (:id, :position, :tag, :start, :length)',
  );
  const clearVectors = connection.prepare(
    'DELETE FROM text_vector WHERE place = (SELECT place FROM echo_place WHERE event_id = ?)',
  );
  const image = connection.prepare('SELECT 1 FROM event WHERE image_path = ? LIMIT 1');
  const items = connection
    .prepare<[number], ItemId>('SELECT id FROM working_memory WHERE event_id = ? ORDER BY id')
    .pluck();
  const changed = connection
    .prepare<{ id: number }, ItemId>(
      `SELECT id FROM working_memory WHERE event_id = :id
       UNION SELECT item_id FROM item_change WHERE event_id = :id`,
    )
    .pluck();
  const tagged = connection
    .prepare<[Tag], EventId>('SELECT DISTINCT event_id FROM event_tag WHERE tag = ? ORDER BY event_id')
    .pluck();
  const told = connection
    .prepare<{ id: number }, EventId>(
      `SELECT event_id FROM working_memory WHERE id = :id
       UNION SELECT event_id FROM item_change WHERE item_id = :id AND event_id IS NOT NULL`,
    )
    .pluck();
  return {
    writeEvent({ id, isShown, imagePath }, { text, spans }) {
      write.run({ id, text, isShown: Number(isShown), imagePath: imagePath ?? null });
      clearTags.run(id);
      spans.forEach(({ tag, start, content }, position) => {
        addTag.run({ id, position, tag, start, length: content.length });
      });
      clearVectors.run(id);
      const event = openEventStore(connection).find(id);
      if (event === undefined) return;
      const isTelling = isShown && !event.isParroted && !openAsideStore(connection).isAside(id);
      openToldFactStore(connection).write(event, isTelling ? showSpans(spans) : '');
    },
    hasImage: (path) => image.get(path) !== undefined,
    listTagged: (tag) => tagged.all(tag),
    listItemsOf: (id) => items.all(id),
    listChangedBy: (id) => changed.all({ id }),
    listEventsOf: (id) => told.all({ id }),
  };
}

function openNoted(
  connection: Connection,
): Pick<ForgettingStore, 'update' | 'removeLinks' | 'removeFlag' | 'removeRecalled' | 'cancelOpenRuns'> {
  const links = connection.prepare('DELETE FROM working_memory_ref WHERE item_id = ?');
  const flag = connection.prepare('DELETE FROM flag WHERE id = ?');
  const keys = connection.prepare<[], string>('SELECT key FROM recalled_fragment').pluck();
  const unrecall = connection.prepare('DELETE FROM recalled_fragment WHERE key = ?');
  const open = connection.prepare(
    "UPDATE maintenance_run SET status = 'abandoned', ended_at_ms = ? WHERE status = 'open'",
  );
  return {
    update: (table, renew) => updateRows(connection, table, renew),
    removeLinks: (id) => void links.run(id),
    removeFlag: (id) => void flag.run(id),
    removeRecalled(isGone) {
      for (const key of keys.all().filter(isGone)) unrecall.run(key);
    },
    cancelOpenRuns: (atMs) => void open.run(atMs),
  };
}

/**
 * Writes rows only after all have been read: while a statement reads rows, its connection runs no other one. Returns
 * how many rows were written.
 */
function updateRows(
  connection: Connection,
  { table, key, columns }: RewrittenTable,
  renew: (row: TextRow) => TextRow | undefined,
): number {
  const names = [...key, ...columns].map((name) => `"${name}"`).join(', ');
  const rows = connection.prepare<[], TextRow>(`SELECT ${names} FROM ${table}`);
  const renewed: TextRow[] = [];
  for (const row of rows.iterate()) {
    const after = renew(row);
    if (after !== undefined) renewed.push({ ...row, ...after });
  }
  const sets = columns.map((name) => `"${name}" = :${name}`).join(', ');
  const where = key.map((name) => `"${name}" = :${name}`).join(' AND ');
  const update = connection.prepare(`UPDATE ${table} SET ${sets} WHERE ${where}`);
  for (const row of renewed) update.run(row);
  return renewed.length;
}

function openFragments(connection: Connection): Pick<ForgettingStore, 'writeFragment' | 'removeSource'> {
  const write = connection.prepare(
    'UPDATE fragment SET ambient = :ambient, recognition = :recognition, inventory = :inventory WHERE id = :id',
  );
  const source = connection.prepare('DELETE FROM fragment_source WHERE fragment_id = ? AND event_id = ?');
  return {
    writeFragment(id, text) {
      const { ambient, recognition, inventory } = text;
      write.run({ id, ambient, recognition, inventory });
      openFragmentIndex(connection).write(id, text);
    },
    removeSource: (fragmentId, eventId) => void source.run(fragmentId, eventId),
  };
}

/** Packs words in the same way as the wake store. */
export function packWords(words: WokenWith): Buffer {
  return deflateRawSync(JSON.stringify(words), { level: 1 });
}

export function unpackWords(bytes: Buffer): WokenWith {
  return JSON.parse(inflateRawSync(bytes).toString('utf8')) as WokenWith;
}
