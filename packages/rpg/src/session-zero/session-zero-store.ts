// Session zero store: stores what has been decided so far about games that are being prepared.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { stored } from '../database/stored.ts';
import type { JsonObject } from '../values/json.ts';

export interface SessionZeroStore {
  find(name: string): JsonObject | undefined;
  write(name: string, settled: JsonObject): void;
  remove(name: string): void;
  /** Names of games that are to begin; the game changed last comes first. */
  list(): readonly string[];
}

export function openSessionZeroStore(connection: Connection, clock: Clock): SessionZeroStore {
  const find = connection.prepare<[string], string>('SELECT json FROM session_zero WHERE name = ?').pluck();
  const write = connection.prepare(
    'INSERT OR REPLACE INTO session_zero (name, json, changed_at_ms) VALUES (?, ?, ?)',
  );
  const remove = connection.prepare('DELETE FROM session_zero WHERE name = ?');
  const list = connection
    .prepare<[], string>('SELECT name FROM session_zero ORDER BY changed_at_ms DESC')
    .pluck();
  return {
    find(name) {
      const json = find.get(name);
      return json === undefined
        ? undefined
        : stored.parse<JsonObject>(json, ['session_zero', name, 'json'], 'object');
    },
    write: (name, settled) => void write.run(name, JSON.stringify(settled), clock.now()),
    remove: (name) => void remove.run(name),
    list: () => list.all(),
  };
}
