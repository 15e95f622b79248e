// Worker: everything that a worker needs to work on a task.

import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { RunSettings } from '@terrarium/annotator/run-settings';
import type { Environment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { FleetDatabase } from '../database/fleet-database-store.ts';
import type { TaskKind } from '../queue/task-row.ts';
import type { LeaseTerms } from '../values/lease.ts';
import type { FleetEvent } from './fleet-event.ts';

/** The model and the settings with which a worker reads. */
export interface Reader {
  readonly model: LanguageModel;
  readonly settings: RunSettings;
  readonly durability: 'normal' | 'full';
}

/**
 * Work other than reading, on the folder of a world; changes to the folder are published. The returned result is
 * stored with the task. The program that starts a worker passes this function in, because it may import other
 * packages, which the fleet may not.
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
  /** The name of the model server, which is the same for all workers that use this server. */
  readonly server: string;
  readonly slots: number;
  readonly reader: Reader | undefined;
  readonly works: Partial<Readonly<Record<Exclude<TaskKind, 'read'>, WorldWork>>>;
  readonly terms: LeaseTerms;
  /** The shortest time between two publishings of a world that is being read. */
  readonly publishEveryMs: number;
  /** If there is no task, the worker pauses this long before it asks again. */
  readonly pollMs: number;
  /**
   * The folder in which the worker creates its own folder for worlds, to remove it at the end; several workers may
   * share it.
   */
  readonly folder: string;
  readonly stop: AnnotateRequest['stop'];
  readonly endsWhenEmpty: boolean;
  readonly emit: (event: FleetEvent) => void;
}
