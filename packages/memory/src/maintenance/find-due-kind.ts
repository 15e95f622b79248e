// Finds which run of maintenance is due: a light one each week, a deep one each month.

import type { Connection } from '@terrarium/kernel/open-database';
import { openRunStore, type RunKind } from './run-store.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const lightEveryMs = 7 * dayMs;
const deepEveryMs = 30 * dayMs;

/** A deep run reads all that a light one would. Before anything was run, a light one is due. */
export function findDueKind(connection: Connection, nowMs: number): RunKind | undefined {
  const runs = openRunStore(connection);
  const completed = runs.listCompleted();
  const [newest] = completed;
  if (newest === undefined) return 'light';
  // Counted from the first run, so that a new memory is not gone through from end to end in its first week.
  const deepest = runs.listCompleted('deep')[0] ?? completed.at(-1) ?? newest;
  if (nowMs - (deepest.endedAtMs ?? 0) >= deepEveryMs) return 'deep';
  return nowMs - (newest.endedAtMs ?? 0) >= lightEveryMs ? 'light' : undefined;
}
