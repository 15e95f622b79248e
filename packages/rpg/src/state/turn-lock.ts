// Turn lock: one turn of a session at a time, whoever plays it.

import { dirname, join } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';

/** Sessions of databases that no other process can open. */
const held = new WeakMap<Connection, Set<string>>();

/** The operating system frees it when the process ends. Throws `UsageError` (`session.turn-open`) while it is held. */
export function openTurnLock(connection: Connection, session: string): ProcessLock {
  if (connection.memory) return openOwnLock(connection, session);
  try {
    const path = join(dirname(connection.name), `rpg.${session}.lock.db`);
    return openProcessLock({ path, holder: 'Another turn of this game' });
  } catch (error) {
    if (error instanceof StorageError && error.code === 'lock.held') throw refuseOpenTurn(error);
    throw error;
  }
}

function openOwnLock(connection: Connection, session: string): ProcessLock {
  const sessions = held.get(connection) ?? new Set();
  held.set(connection, sessions);
  if (sessions.has(session)) throw refuseOpenTurn(undefined);
  sessions.add(session);
  return { close: () => void sessions.delete(session) };
}

function refuseOpenTurn(cause: StorageError | undefined): UsageError {
  return new UsageError({
    code: 'session.turn-open',
    happened: cause?.happened ?? 'Another turn of this game is going on.',
    todo: 'Wait until it ends, or stop it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
