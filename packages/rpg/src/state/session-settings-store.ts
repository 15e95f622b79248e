// Session settings store: stores for each game how the person wants it told, and whether they have set it aside.

import type { Connection } from '@terrarium/kernel/open-database';
import { z } from 'zod';
import { stored } from '../database/stored.ts';
import { type TurnPreferences, turnPreferences } from './turn-preferences.ts';

export interface SessionSettingsStore {
  read(): TurnPreferences;
  /** Does not change whether the game is set aside. */
  write(wishes: TurnPreferences): void;
  /** A game that is set aside is kept, but not among the games to go on with. */
  setAside(isSetAside: boolean): void;
}

const settings = turnPreferences.extend({ isSetAside: z.boolean().optional() });

/** A stored row that is not JSON counts as empty when new settings are written. */
export function openSessionSettingsStore(connection: Connection, sessionId: string): SessionSettingsStore {
  const find = connection
    .prepare<[string], string>('SELECT json FROM session_settings WHERE session_id = ?')
    .pluck();
  const write = connection.prepare<{ session: string; json: string }>(
    `INSERT OR REPLACE INTO session_settings (session_id, json) VALUES (:session, CASE
       WHEN EXISTS (SELECT 1 FROM session_settings WHERE session_id = :session AND iif(json_valid(json), json_extract(json, '$.isSetAside'), 0))
       THEN json_set(:json, '$.isSetAside', json('true')) ELSE :json END)`,
  );
  const putAside = connection.prepare<[string]>(
    `INSERT INTO session_settings (session_id, json) VALUES (?, '{"isSetAside":true}')
     ON CONFLICT (session_id) DO UPDATE SET
       json = iif(json_valid(json), json_set(json, '$.isSetAside', json('true')), '{"isSetAside":true}')`,
  );
  const bringBack = connection.prepare<[string]>(
    `UPDATE session_settings SET json = json_remove(json, '$.isSetAside')
     WHERE session_id = ? AND json_valid(json)`,
  );
  return {
    read: () =>
      stored.read(['session_settings', sessionId, 'json'], () => {
        const { isSetAside: _, ...wishes } = settings.parse(JSON.parse(find.get(sessionId) ?? '{}'));
        return wishes;
      }),
    write: (wishes) => void write.run({ session: sessionId, json: JSON.stringify(wishes) }),
    setAside: (isSetAside) => void (isSetAside ? putAside : bringBack).run(sessionId),
  };
}
