// Takes a run of maintenance back: everything it changed becomes what it was before, exactly.

import type { Clock } from '@terrarium/kernel/environment';
import { assert, UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openEventStore } from '../events/event-store.ts';
import type { Fragment } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import type { ItemId, ItemState } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { readAmbient, settleAmbient } from './ambient-file.ts';
import { openAmbientWriteStore } from './ambient-write-store.ts';
import { splitEdgeName } from './draft.ts';
import { openRunStore, type RunChange, type RunStore } from './run-store.ts';

export interface Reversal {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ambientPath: string;
}

/** What was put back, and what was left because something else had changed it since. */
export interface RevertedRun {
  readonly changes: number;
  readonly left: readonly string[];
}

/** Throws `UsageError` unless it is the newest completed run: those after it were written on top of it. */
export function revertRun(reversal: Reversal, runId: number): RevertedRun {
  const { connection, clock, ambientPath } = reversal;
  settleAmbient(connection, ambientPath, clock);
  const reverted = connection
    .transaction((): RevertedRun => {
      const runs = openRunStore(connection);
      checkNewest(runs, runId);
      const changes = runs.readChanges(runId);
      const cause = {
        because: `run ${runId} was taken back`,
        runId,
        atMs: clock.now(),
        turn: openEventStore(connection).findTurn(),
      };
      const left = changes.toReversed().flatMap((change) => restore(connection, change, cause));
      decideAmbient(reversal, runId);
      runs.end(runId, 'reverted', clock.now());
      return { changes: changes.length - left.length, left };
    })
    .immediate();
  settleAmbient(connection, ambientPath, clock);
  return reverted;
}

function checkNewest(runs: RunStore, runId: number): void {
  const completed = runs.listCompleted().map((run) => run.id);
  if (completed[0] === runId) return;
  const later = completed.filter((id) => id > runId);
  throw new UsageError(
    completed.includes(runId)
      ? {
          code: 'memory.later-runs',
          happened: `Maintenance has run since run ${runId}, and built on it.`,
          todo: `Take back ${later.join(', then ')} first, then ${runId}.`,
        }
      : {
          code: 'memory.no-such-run',
          happened: `There is no completed run of maintenance with the number ${runId} to be taken back.`,
          todo:
            completed[0] === undefined ? 'Nothing was completed yet.' : `The newest one is ${completed[0]}.`,
        },
  );
}

interface RestoreCause {
  readonly because: string;
  readonly runId: number;
  readonly atMs: number;
  readonly turn: number;
}

/** What was left as it is, in words. */
function restore(connection: Connection, change: RunChange, cause: RestoreCause): readonly string[] {
  switch (change.thing) {
    case 'fragment':
      return restoreFragment(connection, change);
    case 'edge':
      return restoreEdge(connection, change);
    case 'item':
      return restoreItem(connection, change, cause);
    case 'flag':
      openRunStore(connection).removeFlag(Number(change.name));
      return [];
  }
}

function restoreFragment(connection: Connection, change: RunChange): readonly string[] {
  const fragments = openFragmentStore(connection);
  if (change.before === undefined) fragments.remove(change.name);
  else fragments.restore(change.before as Fragment);
  return [];
}

function restoreEdge(connection: Connection, change: RunChange): readonly string[] {
  const fragments = openFragmentStore(connection);
  const [from, to] = splitEdgeName(change.name);
  if (typeof change.before === 'string') fragments.writeEdge({ from, to, label: change.before });
  else fragments.removeEdge(from, to);
  return [];
}

/** A message that changed the item after the run weighs more than taking the run back. */
function restoreItem(connection: Connection, change: RunChange, cause: RestoreCause): readonly string[] {
  const store = openWorkingMemoryStore(connection);
  const item = store.find(Number(change.name) as ItemId);
  assert(item !== undefined, `Item ${change.name}, which run ${cause.runId} marked, is gone.`);
  const [before, after] = [change.before, change.after] as [ItemState, ItemState];
  if (item.status !== after.status || item.refreshedAtMs !== after.refreshedAtMs)
    return [`Item ${item.id} was changed since and stays ${item.status}.`];
  const to = { ...before, dueAtMs: before.dueAtMs, dueWords: before.dueWords };
  store.change(item, { change: 'restored', to, cause });
  return [];
}

function decideAmbient({ connection, ambientPath }: Reversal, runId: number): void {
  const writes = openAmbientWriteStore(connection);
  const written = writes.findByRun(runId);
  if (written === undefined) return;
  writes.add({
    runId,
    isRevert: true,
    former: readAmbient(ambientPath),
    text: written.former,
    because: `run ${runId} was taken back`,
  });
}
