// State store: stores the entities and notes at the head of each game.

import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { StoredPlace } from '@terrarium/kernel/stored-values';
import { stored } from '../database/stored.ts';
import { renderCanonicalJson } from '../values/canonical-json.ts';
import type { EntityId } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { buildEntity } from './apply-patches.ts';
import type { Placed } from './placed.ts';
import { positionsPerTurn } from './state-layer.ts';

/** Runs within the caller's transactions. */
export interface StateStore {
  /** One entity, without reading the others. */
  find(session: string, id: EntityId): Placed | undefined;
  /** All entities; those of one type in the order of their creation. */
  read(session: string): readonly Placed[];
  write(session: string, changes: Iterable<readonly [EntityId, Placed | undefined]>): void;
  clear(session: string): void;
}

interface EntityRow {
  readonly type: string;
  readonly key: string;
  readonly position: number;
  readonly json: string;
}

export const openStateStore = openOnce(buildStateStore);

function buildStateStore(connection: Connection): StateStore {
  const entities = openEntities(connection);
  const notes = openNotes(connection);
  const read = connection.prepare<[string], EntityRow>(
    `SELECT entity_type AS type, entity_key AS "key", position, json FROM game_state
     WHERE session_id = ? ORDER BY position`,
  );
  // Notes have a query of their own, since sorting them among other entities would copy each note once more.
  const readNotes = connection.prepare<[string], EntityRow>(
    `SELECT 'note' AS type, "key", position, json FROM memories WHERE session_id = ? ORDER BY position`,
  );
  const one = connection.prepare<[string, string, string], EntityRow>(
    `SELECT entity_type AS type, entity_key AS "key", position, json FROM game_state
     WHERE session_id = ? AND entity_type = ? AND entity_key = ?`,
  );
  const oneNote = connection.prepare<[string, string], EntityRow>(
    `SELECT 'note' AS type, "key", position, json FROM memories WHERE session_id = ? AND "key" = ?`,
  );
  return {
    find(session, id) {
      const { type, key } = buildEntity(id, {});
      const row = type === 'note' ? oneNote.get(session, key) : one.get(session, type, key);
      return row && parsePlaced(row, session);
    },
    read: (session) =>
      [...read.all(session), ...readNotes.all(session)].map((row) => parsePlaced(row, session)),
    write(session, changes) {
      for (const [id, placed] of changes) {
        const rows = id.startsWith('note:') ? notes : entities;
        if (placed === undefined) rows.remove(session, id);
        else rows.write(session, placed);
      }
    },
    clear(session) {
      entities.clear(session);
      notes.clear(session);
    },
  };
}

interface Rows {
  write(session: string, placed: Placed): void;
  remove(session: string, id: EntityId): void;
  clear(session: string): void;
}

function openEntities(connection: Connection): Rows {
  const put = connection.prepare<EntityRow & { session: string }>(
    `INSERT INTO game_state (session_id, entity_type, entity_key, position, json)
     VALUES (:session, :type, :key, :position, :json)
     ON CONFLICT DO UPDATE SET position = excluded.position, json = excluded.json`,
  );
  const remove = connection.prepare(
    'DELETE FROM game_state WHERE session_id = ? AND entity_type = ? AND entity_key = ?',
  );
  const clear = connection.prepare('DELETE FROM game_state WHERE session_id = ?');
  return {
    write(session, { entity: { type, key, sheet }, position }) {
      put.run({ session, type, key, position, json: renderCanonicalJson(sheet) });
    },
    remove(session, id) {
      const { type, key } = buildEntity(id, {});
      remove.run(session, type, key);
    },
    clear: (session) => void clear.run(session),
  };
}

interface NoteRow extends Omit<EntityRow, 'type'> {
  readonly session: string;
  readonly kind: string;
  readonly content: string;
  readonly tags: string;
  readonly importance: number;
  readonly source: string;
  readonly turnNumber: number;
}

function openNotes(connection: Connection): Rows {
  // Updates without an upsert: with an upsert, SQLite would use up an id even for an update, and the seal that covers
  // the id counter would not be renewed.
  const update = connection.prepare<NoteRow>(
    `UPDATE memories SET kind = :kind, content = :content, tags = :tags, importance = :importance, source = :source,
       turn_number = :turnNumber, position = :position, json = :json
     WHERE session_id = :session AND "key" = :key`,
  );
  const insert = connection.prepare<NoteRow>(
    `INSERT INTO memories (kind, content, tags, importance, source, turn_number, position, json, session_id, "key")
     VALUES (:kind, :content, :tags, :importance, :source, :turnNumber, :position, :json, :session, :key)`,
  );
  const remove = connection.prepare('DELETE FROM memories WHERE session_id = ? AND "key" = ?');
  const clear = connection.prepare('DELETE FROM memories WHERE session_id = ?');
  return {
    write(session, { entity, position }) {
      const { kind, content, tags, importance, source } = entity.sheet;
      const row: NoteRow = {
        session,
        key: entity.key,
        kind: readText(kind, 'fact'),
        content: readText(content, ''),
        tags: renderTags(tags),
        importance: typeof importance === 'number' ? importance : 0.5,
        source: JSON.stringify(source ?? ''),
        turnNumber: Math.floor(position / positionsPerTurn),
        position,
        json: renderCanonicalJson(entity.sheet),
      };
      if (update.run(row).changes === 0) insert.run(row);
    },
    remove: (session, id) => void remove.run(session, id.slice('note:'.length)),
    clear: (session) => void clear.run(session),
  };
}

function parsePlaced({ type, key, position, json }: EntityRow, session: string): Placed {
  const place: StoredPlace =
    type === 'note'
      ? ['memories', `${session}/${key}`, 'json']
      : ['game_state', `${session}/${type}:${key}`, 'json'];
  return { entity: buildEntity(`${type}:${key}`, stored.parse(json, place, 'object')), position };
}

function readText(value: Json | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The tags as a JSON list, whatever the sheet holds. */
function renderTags(tags: Json | undefined): string {
  return JSON.stringify(Array.isArray(tags) ? tags : []);
}
