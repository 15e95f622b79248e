// Stores fragments, their sources, the edges between them, and the items of working memory that name them.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import type { ItemId } from '../working-memory/item.ts';
import type { Edge, Fragment, FragmentText, Neighbour } from './fragment.ts';
import { openFragmentIndex } from './fragment-index-store.ts';

export interface FragmentStore {
  findByKey(key: string): Fragment | undefined;
  /** Reads all fragments in full, sorted by key. */
  list(): Fragment[];
  /**
   * Finds the fragment into which the fragment with this key was merged, or the same fragment under its present
   * key; undefined if there is none.
   */
  findSuccessor(key: string): string | undefined;
  listKeys(): string[];
  /** Whether a run of maintenance made the fragment, and not a card. */
  isCompiled(key: string): boolean;
  /** Reads the fragments that an edge joins to this one, sorted by key. */
  readNeighbours(key: string): Neighbour[];
  /** Creates the fragment, and links the items that named it before it existed. */
  create(text: FragmentText, atMs: number): Fragment;
  /** Replaces the texts of the fragment; sources are added and never removed. */
  update(text: FragmentText, atMs: number): Fragment;
  /** Replaces the key of the fragment. Items that name the new key find the fragment too. */
  rename(from: string, to: string): void;
  /** Restores the fragment exactly as it was, including sources and version, even if it was removed. */
  restore(former: Fragment): void;
  /** Removes the fragment with its sources, edges and links. */
  remove(key: string): void;
  /** Lists all edges, sorted by their keys. */
  listEdges(): Edge[];
  /** Creates the edge, or replaces its label. */
  writeEdge(edge: Edge): void;
  removeEdge(from: string, to: string): void;
  /** Links an item to the named fragments, as far as they exist. */
  linkItem(itemId: ItemId, keys: readonly string[]): void;
  /** Links the items of the fragment `from` to the fragment `to`. */
  moveItems(from: string, to: string): void;
  /** Undoes `moveItems(to, from)`: items that name only the fragment `to` are no longer linked to `from`. */
  restoreItems(from: string, to: string): void;
  /** Reads the ids of the items that name the fragment, sorted. */
  readLinkedItems(key: string): ItemId[];
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly ambient: string;
  readonly recognition: string;
  readonly inventory: string;
  readonly version: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly sources: string;
}

const columns = `fragment.*, (SELECT json_group_array(event_id ORDER BY event_id) FROM fragment_source
  WHERE fragment_id = fragment.id) AS sources`;

const selectId = (name: string) => `(SELECT id FROM fragment WHERE key = :${name})`;

export function openFragmentStore(connection: Connection): FragmentStore {
  const byKey = connection.prepare<[string], Row>(`SELECT ${columns} FROM fragment WHERE key = ?`);
  const all = connection.prepare<[], Row>(`SELECT ${columns} FROM fragment ORDER BY key`);
  const keys = connection.prepare<[], string>('SELECT key FROM fragment ORDER BY key').pluck();
  const edges = openEdgeStatements(connection);
  const links = openLinkStatements(connection);
  const write = openWriteStatements(connection);
  const findByKey = (key: string) => byKey.all(key).map(buildFragment)[0];
  const requireByKey = (key: string) => buildFragment(byKey.get(key) as Row);
  const index = openFragmentIndex(connection);
  const addToIndex = (fragment: Fragment) => {
    index.write(fragment.id, fragment);
    return fragment;
  };
  const compiled = connection.prepare<[string]>(
    `SELECT 1 FROM maintenance_change JOIN maintenance_run AS run ON run.id = run_id
     WHERE thing = 'fragment' AND name = ? AND before IS NULL AND run.status = 'completed'`,
  );
  const moved = connection
    .prepare<[string], string>(
      `SELECT operation.value ->> '$.to' FROM maintenance_batch AS batch
         JOIN maintenance_run AS run ON run.id = batch.run_id AND run.status = 'completed',
         json_each(batch.operations) AS operation
       WHERE operation.value ->> '$.do' IN ('merge-fragments', 'rename-fragment') AND operation.value ->> '$.from' = ?
         -- What a run only proposed is not done, except by the run that did it.
         AND NOT EXISTS (SELECT 1 FROM proposal WHERE proposal.operation = operation.value AND proposal.run_id <= run.id
           AND proposal.done_by_run IS NOT run.id)
       ORDER BY batch.run_id DESC, batch.position DESC, operation.key DESC LIMIT 1`,
    )
    .pluck();
  return {
    findByKey,
    findSuccessor(key) {
      const passed = new Set<string>();
      let next = moved.get(key);
      while (next !== undefined && !passed.has(next) && findByKey(next) === undefined) {
        passed.add(next);
        next = moved.get(next);
      }
      return next !== undefined && findByKey(next) !== undefined ? next : undefined;
    },
    list: () => all.all().map(buildFragment),
    listKeys: () => keys.all(),
    isCompiled: (key) => compiled.get(key) !== undefined,
    readNeighbours: (key) => edges.neighbours.all({ key }),
    create(text, atMs) {
      write.insert.run({ ...extractTexts(text), atMs });
      for (const source of text.sources) write.addSource.run({ key: text.key, source });
      links.addForKey.run({ key: text.key, bracketed: `[${text.key}]` });
      return addToIndex(requireByKey(text.key));
    },
    update(text, atMs) {
      write.update.run({ ...extractTexts(text), atMs });
      for (const source of text.sources) write.addSource.run({ key: text.key, source });
      return addToIndex(requireByKey(text.key));
    },
    rename(from, to) {
      write.rename.run({ from, to });
      links.addForKey.run({ key: to, bracketed: `[${to}]` });
    },
    restore(former) {
      if (write.restore.run(extractRow(former)).changes === 0) {
        write.insertAgain.run({ id: former.id, ...extractRow(former) });
        links.addForKey.run({ key: former.key, bracketed: `[${former.key}]` });
      }
      write.clearSources.run({ key: former.key });
      for (const source of former.sources) write.addSource.run({ key: former.key, source });
      addToIndex(requireByKey(former.key));
    },
    remove(key) {
      index.remove(key);
      for (const statement of write.removal) statement.run({ key });
    },
    listEdges: () => edges.all.all().map(normaliseEdge),
    writeEdge: ({ from, to, label }) => void edges.write.run({ from, to, label }),
    removeEdge: (from, to) => void edges.remove.run({ from, to }),
    linkItem(itemId, keys) {
      for (const key of keys) links.add.run({ itemId, key });
    },
    moveItems: (from, to) => void links.copy.run({ from, to }),
    restoreItems(from, to) {
      links.removeForKey.run({ key: from, bracketed: `[${from}]`, other: `[${to}]` });
    },
    readLinkedItems: (key) => links.byKey.all({ key }).map((id) => id as ItemId),
  };
}

function openWriteStatements(connection: Connection) {
  const prepare = (sql: string) => connection.prepare(sql);
  return {
    insert: prepare(
      `INSERT INTO fragment (key, ambient, recognition, inventory, version, created_at_ms, updated_at_ms)
       VALUES (:key, :ambient, :recognition, :inventory, 1, :atMs, :atMs)`,
    ),
    update: prepare(
      `UPDATE fragment SET ambient = :ambient, recognition = :recognition, inventory = :inventory,
         version = version + 1, updated_at_ms = :atMs WHERE key = :key`,
    ),
    restore: prepare(
      `UPDATE fragment SET ambient = :ambient, recognition = :recognition, inventory = :inventory,
         version = :version, created_at_ms = :createdAtMs, updated_at_ms = :updatedAtMs WHERE key = :key`,
    ),
    rename: prepare('UPDATE fragment SET key = :to WHERE key = :from'),
    insertAgain: prepare(
      `INSERT INTO fragment (id, key, ambient, recognition, inventory, version, created_at_ms, updated_at_ms)
       VALUES (:id, :key, :ambient, :recognition, :inventory, :version, :createdAtMs, :updatedAtMs)`,
    ),
    addSource: prepare(
      `INSERT OR IGNORE INTO fragment_source (fragment_id, event_id) VALUES (${selectId('key')}, :source)`,
    ),
    clearSources: prepare(`DELETE FROM fragment_source WHERE fragment_id = ${selectId('key')}`),
    removal: [
      `DELETE FROM working_memory_ref WHERE fragment_id = ${selectId('key')}`,
      `DELETE FROM edge WHERE ${selectId('key')} IN (from_id, to_id)`,
      `DELETE FROM fragment_source WHERE fragment_id = ${selectId('key')}`,
      'DELETE FROM fragment WHERE key = :key',
    ].map(prepare),
  };
}

function openEdgeStatements(connection: Connection) {
  const ends = `min(${selectId('from')}, ${selectId('to')}), max(${selectId('from')}, ${selectId('to')})`;
  return {
    all: connection.prepare<[], Edge>(
      `SELECT one.key AS "from", other.key AS "to", edge.label FROM edge
         JOIN fragment AS one ON one.id = edge.from_id JOIN fragment AS other ON other.id = edge.to_id
       ORDER BY min(one.key, other.key), max(one.key, other.key)`,
    ),
    neighbours: connection.prepare<[{ key: string }], Neighbour>(
      `SELECT other.key, other.ambient, beside.label FROM (
         SELECT to_id AS id, label FROM edge WHERE from_id = ${selectId('key')}
         UNION ALL SELECT from_id, label FROM edge WHERE to_id = ${selectId('key')}
       ) AS beside JOIN fragment AS other ON other.id = beside.id ORDER BY other.key`,
    ),
    write: connection.prepare(
      `INSERT INTO edge (from_id, to_id, label) VALUES (${ends}, :label)
       ON CONFLICT DO UPDATE SET label = excluded.label`,
    ),
    remove: connection.prepare(`DELETE FROM edge WHERE (from_id, to_id) = (${ends})`),
  };
}

function openLinkStatements(connection: Connection) {
  return {
    add: connection.prepare(
      `INSERT OR IGNORE INTO working_memory_ref (item_id, fragment_id)
       SELECT :itemId, id FROM fragment WHERE key = :key`,
    ),
    addForKey: connection.prepare(
      `INSERT OR IGNORE INTO working_memory_ref (item_id, fragment_id)
       SELECT id, ${selectId('key')} FROM working_memory WHERE instr(content, :bracketed) > 0`,
    ),
    copy: connection.prepare(
      `INSERT OR IGNORE INTO working_memory_ref (item_id, fragment_id)
       SELECT item_id, ${selectId('to')} FROM working_memory_ref WHERE fragment_id = ${selectId('from')}`,
    ),
    removeForKey: connection.prepare(
      `DELETE FROM working_memory_ref WHERE fragment_id = ${selectId('key')} AND item_id IN
         (SELECT id FROM working_memory WHERE instr(content, :bracketed) = 0 AND instr(content, :other) > 0)`,
    ),
    byKey: connection
      .prepare<[{ key: string }], number>(
        `SELECT item_id FROM working_memory_ref WHERE fragment_id = ${selectId('key')} ORDER BY item_id`,
      )
      .pluck(),
  };
}

/** The edge with its keys in alphabetical order, whatever the order in which they were given. */
function normaliseEdge(edge: Edge): Edge {
  return edge.from < edge.to ? edge : { ...edge, from: edge.to, to: edge.from };
}

function extractTexts({ key, ambient, recognition, inventory }: FragmentText) {
  return { key, ambient, recognition, inventory };
}

function extractRow(fragment: Fragment) {
  const { version, createdAtMs, updatedAtMs } = fragment;
  return { ...extractTexts(fragment), version, createdAtMs, updatedAtMs };
}

function buildFragment(row: Row): Fragment {
  return {
    id: row.id,
    key: row.key,
    ambient: row.ambient,
    recognition: row.recognition,
    inventory: row.inventory,
    sources: JSON.parse(row.sources) as EventId[],
    version: row.version,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
