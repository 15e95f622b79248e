// Turn lock: allows only one draft of a game at a time, in all processes together.

import { dirname, join } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openProcessLatch, type ProcessLatch } from '@terrarium/kernel/process-lock';

/** Locked sessions of databases in memory, which no other process can open. */
const held = new WeakMap<Connection, Set<string>>();

/**
 * The operating system frees the lock when the process ends. Locking throws `UsageError` (`session.turn-open`) while
 * another handle or process has the lock.
 */
export function openTurnLock(connection: Connection, session: string): ProcessLatch {
  if (connection.memory) return openOwnLock(connection, session);
  const path = join(dirname(connection.name), `rpg.${session}.lock.db`);
  const latch = openProcessLatch({ path, holder: 'Another turn of this game' });
  return {
    ...latch,
    lock() {
      try {
        latch.lock();
      } catch (error) {
        if (error instanceof StorageError && error.code === 'lock.held') throw refuseOpenTurn(error);
        throw error;
      }
    },
  };
}

function openOwnLock(connection: Connection, session: string): ProcessLatch {
  const sessions = held.get(connection) ?? new Set();
  held.set(connection, sessions);
  let isTaken = false;
  const unlock = () => {
    if (isTaken) sessions.delete(session);
    isTaken = false;
  };
  return {
    lock() {
      if (sessions.has(session)) throw refuseOpenTurn(undefined);
      sessions.add(session);
      isTaken = true;
    },
    unlock: unlock,
    close: unlock,
  };
}

export function refuseOpenTurn(cause: StorageError | undefined): UsageError {
  return new UsageError({
    code: 'session.turn-open',
    happened: cause?.happened ?? 'Another turn of this game is going on.',
    todo: 'Wait until it ends, or stop it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
