// Worker: everything that a worker needs to work on a task.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { RunSettings } from '@terrarium/annotator/run-settings';
import type { Environment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { FleetDatabase } from '../database/fleet-database-store.ts';
import type { TaskKind } from '../queue/task-row.ts';
import type { LeaseTerms } from '../values/lease.ts';
import type { FleetEvent } from './fleet-event.ts';

/** The model and settings with which a worker reads. */
export interface Reader {
  readonly model: LanguageModel;
  readonly settings: RunSettings;
  readonly durability: 'normal' | 'full';
}

/**
 * Work other than reading, on the folder of a world: the changes to the folder are published. Returns the result, which
 * is stored with the task. The shell that starts a worker passes this function in, because a shell may import other
 * products and the fleet may not.
 */
export type WorldWork = (
  dir: string,
  options: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

export interface Worker {
  readonly database: FleetDatabase;
  readonly environment: Environment;
  /** A name that no other worker has. */
  readonly name: string;
  /** The model server, by a name that is the same for all workers that use it. */
  readonly server: string;
  readonly slots: number;
  /** Undefined if the worker reads nothing. */
  readonly reader: Reader | undefined;
  readonly works: Partial<Readonly<Record<Exclude<TaskKind, 'read'>, WorldWork>>>;
  readonly terms: LeaseTerms;
  /** The least time between two publishings of a world that is being read. */
  readonly publishEveryMs: number;
  /** How long the worker pauses before it asks again when there is no task. */
  readonly pollMs: number;
  /**
   * The folder in which the worker creates its own folder for worlds, and removes it afterwards; several
   * workers may share it.
   */
  readonly folder: string;
  readonly stop: AnnotateRequest['stop'];
  /** Whether the worker ends when no task is left. */
  readonly endsWhenEmpty: boolean;
  readonly emit: (event: FleetEvent) => void;
}
