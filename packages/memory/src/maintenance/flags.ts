// Flags: what maintenance asks a person to look at, until that person says that it is dealt with.

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

/** Ends a flag, which is kept, so that the same is not flagged again. Throws `UsageError` unless it is waiting. */
export function finishFlag(connection: Connection, id: number, atMs: number): Flag {
  const found = listFlags(connection).find((flag) => flag.id === id);
  if (found !== undefined && openRunStore(connection).finishFlag(id, atMs)) return found;
  throw new UsageError({
    code: 'memory.no-such-flag',
    happened: `There is no open flag (something that maintenance asks you to look at) with the number ${id}.`,
    todo: '"terrarium memory maintain --flags" lists the open flags.',
  });
}
