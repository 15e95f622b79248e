// Port for whatever writes fragments (a language model or the built-in writer), and the lock for one run at a time.

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
  /** The oldest event first; empty if only fragments are reviewed. */
  readonly events: readonly CompiledEvent[];
  /**
   * Keys of the fragments that are given in full: those to which the events are related, or the next ones to be
   * reviewed.
   */
  readonly fragmentKeys: readonly string[];
  /** The present state of fragments, items and facts, including what was proposed earlier in the same run. */
  readonly draft: Draft;
  /** What a person asked this run to pay attention to. */
  readonly request: string | undefined;
  readonly nowMs: number;
  /** When the first event that is left to a later batch was said; undefined if none is left. */
  readonly nextAtMs?: number | undefined;
  /** Applies operations to a copy of the draft. */
  fold(operations: readonly Operation[]): FoldedOperations;
  /** Reads those events from which something may be learnt, in the order in which the ids are given. */
  readEvents(ids: readonly EventId[]): readonly CompiledEvent[];
  /** Reads every event from which something may be learnt, up to the last event of the run, in the order of time. */
  readAllEvents(): readonly CompiledEvent[];
}

export interface Proposal {
  /** The operations in the order in which they are to be done. */
  readonly operations: readonly Operation[];
  /** Proposed operations that cannot be done. */
  readonly refused: readonly RefusedOperation[];
  /** The model's reply, word for word; empty if no model was asked. */
  readonly reply: string;
  /** Whether the reply was cut off. If so, the model is asked about a smaller batch. */
  readonly isCut?: boolean | undefined;
}

/**
 * Proposes operations. If `propose` throws `ProviderError` or `ModelError`, the run stays open, and the next
 * run continues from the batch that failed. After an abort it rejects with the signal's reason.
 */
export interface MaintenanceWriter {
  /** Stored with each run, such as `builtin` or the model's id. */
  readonly id: string;
  /** Version of the texts with which a model is asked; stored with each batch. Absent if no model is asked. */
  readonly promptVersion?: string | undefined;
  /** Tokens of events and fragments that the writer can take at a time. */
  measureRoom(signal?: AbortSignal): Promise<number>;
  /** Tokens of events that the writer can compile with one reply; if absent, as many as it can take. */
  measureEvents?(signal?: AbortSignal): Promise<number>;
  propose(batch: MaintenanceBatch, signal?: AbortSignal): Promise<Proposal>;
}

/**
 * Opens a lock that is held during maintenance, a tag pass, a reversal, the carrying out of proposals, an edit of
 * fragments, and forgetting. Two of these at once could read the same events, ask a model twice and add batches to the
 * same run. Throws `StorageError` (`lock.held`) that names the process that holds the lock. A memory that is not in a
 * file needs no lock, because nobody else can open it.
 */
export function openMaintenanceLock(connection: Connection): ProcessLock {
  if (connection.memory) return { close: () => undefined };
  const path = join(dirname(connection.name), 'memory.lock.db');
  return openProcessLock({ path, holder: 'Another maintenance run of this memory' });
}
