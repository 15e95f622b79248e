// The port of whoever writes fragments: a language model, or the built-in writer without one.

import { dirname, join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { openProcessLock, type ProcessLock } from '@terrarium/kernel/process-lock';
import type { EventId } from '../events/event.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { Draft } from './draft.ts';
import type { FoldedOperations } from './fold-operations.ts';
import type { Operation, RefusedOperation } from './operation.ts';
import type { RunKind } from './run-store.ts';

/** What a writer is given for one proposal. */
export interface MaintenanceBatch {
  readonly kind: RunKind;
  /** Oldest first; empty if only fragments are looked through. */
  readonly events: readonly CompiledEvent[];
  /** Fragments in full, by key: those that the events touch, or the next ones to be looked through. */
  readonly fragmentKeys: readonly string[];
  /** Everything as it is, with what was proposed before in the same run. */
  readonly draft: Draft;
  /** What a person asked this run to pay attention to. */
  readonly request: string | undefined;
  readonly nowMs: number;
  /** When the next event after these was said, which is left to a later batch; undefined if none is left. */
  readonly nextAtMs?: number | undefined;
  /** Tries operations on a copy of the draft. */
  fold(operations: readonly Operation[]): FoldedOperations;
  /** Events that may be learnt from, in the order of the ids. */
  readEvents(ids: readonly EventId[]): readonly CompiledEvent[];
  /** Every event that may be learnt from up to those of the run, in the order of time. */
  readAllEvents(): readonly CompiledEvent[];
}

export interface Proposal {
  /** The operations in the order in which they are to be done. */
  readonly operations: readonly Operation[];
  /** What was proposed and cannot be done. */
  readonly refused: readonly RefusedOperation[];
  /** The model's reply, word for word; empty if no model was asked. */
  readonly reply: string;
  /** Whether the reply ended before it was whole: the model is then asked about a smaller batch. */
  readonly isCut?: boolean | undefined;
}

/**
 * Proposes what to write down. `propose` may throw `ProviderError` or `ModelError`: the run stays open and goes on from
 * that batch. After abort it rejects with the signal's reason.
 */
export interface MaintenanceWriter {
  /** Kept with each run, such as `builtin` or the model's id. */
  readonly id: string;
  /** Version of the texts that a model is asked with; stored with each batch. Absent if no model is asked. */
  readonly promptVersion?: string | undefined;
  /** Tokens of events and fragments it can take at a time. */
  measureRoom(signal?: AbortSignal): Promise<number>;
  /** Tokens of events that it can compile with one reply; if absent, as many as it can take. */
  measureEvents?(signal?: AbortSignal): Promise<number>;
  propose(batch: MaintenanceBatch, signal?: AbortSignal): Promise<Proposal>;
}

/**
 * A lock held while maintenance runs, a tag pass runs or a run is reverted: two at once would read the same events, ask
 * a model twice and answer each other's batches. Throws `StorageError` (`lock.held`) that names the process that holds
 * it. A memory that is not in a file needs no lock, because nobody else can open it.
 */
export function openMaintenanceLock(connection: Connection): ProcessLock {
  if (connection.memory) return { close: () => undefined };
  const path = join(dirname(connection.name), 'memory.lock.db');
  return openProcessLock({ path, holder: 'Another maintenance run of this memory' });
}
