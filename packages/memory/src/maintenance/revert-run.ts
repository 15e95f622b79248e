// Reverts a run of maintenance: everything that it changed becomes exactly what it was before.
import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openEventStore } from '../events/event-store.ts';
import type { Fragment } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import {
  type ChangeCause,
  type ItemChange,
  type ItemId,
  type ItemState,
  stateFields,
  type WorkingItem,
} from '../working-memory/item.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { buildPage, readProse } from './ambient-page.ts';
import { finishAmbient, openAmbientWriteStore, readAmbient } from './ambient-write-store.ts';
import { splitEdgeName } from './draft.ts';
import { openMaintenanceLock } from './maintenance-writer.ts';
import { openProposalStore } from './proposal-store.ts';
import { openRunStore, type RunChange, type RunStore } from './run-store.ts';

export interface Reversal {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ambientPath: string;
}

/** What was restored, and what was not because something else had changed it since. */
export interface RevertedRun {
  readonly changes: number;
  readonly left: readonly string[];
}

/**
 * Throws `UsageError` unless the run is completed and no later one changed more than flags, because a later run builds
 * on this one. Throws `StorageError` (`lock.held`) while another run is going on.
 */
export function revertRun(reversal: Reversal, runId: number): RevertedRun {
  const lock = openMaintenanceLock(reversal.connection);
  try {
    return revertAlone(reversal, runId);
  } finally {
    lock.close();
  }
}

function revertAlone(reversal: Reversal, runId: number): RevertedRun {
  const { connection, clock, ambientPath } = reversal;
  finishAmbient(connection, ambientPath, clock);
  const reverted = connection
    .transaction((): RevertedRun => {
      const runs = openRunStore(connection);
      checkNewest(runs, runId);
      const changes = runs.readChanges(runId);
      const cause = {
        because: `run ${runId} was taken back`,
        runId,
        atMs: clock.now(),
        turn: openEventStore(connection).countTurns(),
      };
      for (const change of changes.toReversed()) restore(connection, change);
      const { restored, leftAlone } = revertItemChanges(openWorkingMemoryStore(connection), runId, cause);
      const page = revertAmbient(reversal, runId);
      openProposalStore(connection).revertRun(runId, clock.now());
      runs.finish(runId, 'reverted', clock.now());
      const items = leftAlone.map((id) => `Item ${id} was changed since and stays as it is.`);
      const left = page === 'kept' ? [...items, 'ambient.md was changed since and keeps its words.'] : items;
      const others = changes.filter(({ thing }) => thing !== 'item').length;
      return { changes: others + restored.length, left };
    })
    .immediate();
  finishAmbient(connection, ambientPath, clock);
  return reverted;
}

function checkNewest(runs: RunStore, runId: number): void {
  const completed = runs.listRevertible().map((run) => run.id);
  const isCompleted = completed.includes(runId);
  const changing = runs.listChanging().map((run) => run.id);
  const later = changing.filter((id) => id > runId);
  if (isCompleted && later.length === 0) return;
  throw new UsageError(
    isCompleted
      ? {
          code: 'memory.later-runs',
          happened: `Maintenance has run since run ${runId}, and built on it.`,
          todo: `First undo run ${later.join(', then undo run ')}, then undo run ${runId}.`,
        }
      : {
          code: 'memory.no-such-run',
          happened: `There is no completed maintenance run ${runId} that could be undone.`,
          todo:
            completed[0] === undefined
              ? 'No run has been completed yet.'
              : `The newest one is ${completed[0]}.`,
        },
  );
}

/**
 * Items are restored elsewhere, from their own log of changes. A change whose thing was forgotten since has no
 * name, and is not restored.
 */
function restore(connection: Connection, change: RunChange): void {
  if (change.name === '') return;
  switch (change.thing) {
    case 'fragment':
      restoreFragment(connection, change);
      break;
    case 'edge':
      restoreEdge(connection, change);
      break;
    case 'flag':
      openRunStore(connection).removeFlag(Number(change.name));
      break;
    case 'item':
      break;
  }
}

function restoreFragment(connection: Connection, change: RunChange): void {
  const fragments = openFragmentStore(connection);
  const { name, before, after } = change as RunChange & { before?: Fragment; after?: { target?: string } };
  if (before === undefined) {
    fragments.remove(name);
    return;
  }
  if (before.key !== name) {
    fragments.rename(name, before.key);
    fragments.restoreItems(before.key, name);
  }
  fragments.restore(before);
  if (after?.target !== undefined) fragments.restoreItems(after.target, name);
}

function restoreEdge(connection: Connection, change: RunChange): void {
  const fragments = openFragmentStore(connection);
  const [from, to] = splitEdgeName(change.name);
  if (typeof change.before === 'string') fragments.writeEdge({ from, to, label: change.before });
  else fragments.removeEdge(from, to);
}

/**
 * If somebody changed the words of the page since the run, these words are kept, and only the list is
 * generated again.
 */
function revertAmbient(
  { connection, ambientPath }: Reversal,
  runId: number,
): 'reverted' | 'kept' | undefined {
  const writes = openAmbientWriteStore(connection);
  const written = writes.findByRun(runId);
  if (written === undefined) return undefined;
  const present = readAmbient(ambientPath);
  const isKept = readProse(present ?? '') !== readProse(written.text ?? '');
  const page = buildPage(present ?? '', openFragmentStore(connection).list());
  const kept = page === '' ? undefined : `${page}\n`;
  writes.add({
    runId,
    isRevert: true,
    former: present,
    text: isKept ? kept : written.former,
    because: `run ${runId} was taken back`,
  });
  return isKept ? 'kept' : 'reverted';
}

export interface FragmentWriting {
  readonly runId: number;
  /** The writer: `builtin`, or the id of a model. */
  readonly writer: string;
  /**
   * The versions of the prompts, each once; empty if no model was asked, or if versions were not stored yet at the time
   * of the run.
   */
  readonly promptVersions: readonly string[];
}

/** Returns undefined if no run wrote a fragment with this key. */
export function findWriting(connection: Connection, key: string): FragmentWriting | undefined {
  const runs = openRunStore(connection);
  const run = runs.findWritingRun(key);
  if (run === undefined) return undefined;
  const versions = runs
    .readBatches(run.id)
    .filter(({ operations }) => operations.some((one) => 'key' in one && one.key === key))
    .flatMap(({ promptVersion }) => promptVersion ?? []);
  return { runId: run.id, writer: run.writer, promptVersions: [...new Set(versions)] };
}

export interface RevertedItems {
  readonly restored: readonly ItemId[];
  /** Items that something else has changed since: they stay unchanged. */
  readonly leftAlone: readonly ItemId[];
}

/** Must be called within the caller's transaction. */
export function revertItemChanges(
  store: WorkingMemoryStore,
  runId: number,
  cause: ChangeCause,
): RevertedItems {
  const restored: ItemId[] = [];
  const leftAlone: ItemId[] = [];
  for (const [id, before] of listFormerStates(store, runId)) {
    const item = store.find(id);
    if (item === undefined || !isAsLeft(item, store.readChanges(id), runId)) leftAlone.push(id);
    else {
      store.updateState(item, { change: 'restored', to: before, cause });
      restored.push(id);
    }
  }
  return { restored, leftAlone };
}

/** Whether the item is as the run left it: a later change that was itself taken back counts as never made. */
function isAsLeft(item: WorkingItem, changes: readonly ItemChange[], runId: number): boolean {
  const last = changes.findLastIndex((change) => change.runId === runId);
  const left: ItemState = changes[last + 1]?.before ?? item;
  return stateFields.every((field) => item[field] === left[field]);
}

/** The state of each item before the first change of the run. */
function listFormerStates(store: WorkingMemoryStore, runId: number): ReadonlyMap<ItemId, Partial<ItemState>> {
  const states = new Map<ItemId, Partial<ItemState>>();
  for (const { itemId, before } of store.readChangesOfRun(runId)) {
    // Nothing is ever deleted: an item that the run created is dropped.
    if (!states.has(itemId)) states.set(itemId, before ?? { status: 'dropped' });
  }
  return states;
}
