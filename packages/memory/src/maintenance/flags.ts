// Flags: matters that maintenance asks a person to look at, until the person says that they are dealt with.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import { openRunStore } from './run-store.ts';

export interface Flag {
  readonly id: number;
  readonly text: string;
  readonly events: readonly EventId[];
  readonly madeAtMs: number;
}

/** Flags that are still waiting, oldest first. */
export function listFlags(connection: Connection): readonly Flag[] {
  return openRunStore(connection)
    .listFlags()
    .filter(({ settledAtMs }) => settledAtMs === null)
    .map(({ id, text, events, madeAtMs }) => ({
      id,
      text,
      events,
      madeAtMs,
    }));
}

/**
 * Ends a flag, which is kept so that the same matter is not flagged again. Throws `UsageError` unless the flag
 * is waiting.
 */
export function finishFlag(connection: Connection, id: number, atMs: number): Flag {
  const found = listFlags(connection).find((flag) => flag.id === id);
  if (found !== undefined && openRunStore(connection).finishFlag(id, atMs)) return found;
  throw new UsageError({
    code: 'memory.no-such-flag',
    happened: `There is no open flag (something that maintenance asks you to look at) with the number ${id}.`,
    todo: '"terrarium memory maintain --flags" lists the open flags.',
  });
}
