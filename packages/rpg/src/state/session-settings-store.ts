// Session settings store: stores for each game how the person wants it told.

import type { Connection } from '@terrarium/kernel/open-database';
import { stored } from '../database/stored.ts';
import { type TurnPreferences, turnPreferences } from './turn-preferences.ts';

export interface SessionSettingsStore {
  read(): TurnPreferences;
  write(wishes: TurnPreferences): void;
}

export function openSessionSettingsStore(connection: Connection, sessionId: string): SessionSettingsStore {
  const find = connection
    .prepare<[string], string>('SELECT json FROM session_settings WHERE session_id = ?')
    .pluck();
  const write = connection.prepare(
    'INSERT OR REPLACE INTO session_settings (session_id, json) VALUES (?, ?)',
  );
  return {
    read: () =>
      stored.read(['session_settings', sessionId, 'json'], () =>
        turnPreferences.parse(JSON.parse(find.get(sessionId) ?? '{}')),
      ),
    write: (wishes) => void write.run(sessionId, JSON.stringify(wishes)),
  };
}
