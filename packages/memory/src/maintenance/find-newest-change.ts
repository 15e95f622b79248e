// Finds the newest run that changed something, which is the one that can be reverted now.

import type { Connection } from '@terrarium/kernel/open-database';
import { openRunStore } from './run-store.ts';

export interface NewestChange {
  readonly runId: number;
  /**
   * The id of the run's writer: `builtin`, `person`, the id of a model, or one such as `given:3f…` for given
   * operations.
   */
  readonly writer: string;
  readonly atMs: number;
  /** The keys of the fragments that the run wrote or removed, each once. */
  readonly fragments: readonly string[];
  /** How many things other than fragments it changed. */
  readonly others: number;
}

export function findNewestChange(connection: Connection): NewestChange | undefined {
  const runs = openRunStore(connection);
  const [run] = runs.listChanging();
  if (run === undefined) return undefined;
  // A fragment that was forgotten since has no name any more.
  const changes = runs.readChanges(run.id);
  const keys = changes
    .filter(({ thing, name }) => thing === 'fragment' && name !== '')
    .map(({ name }) => name);
  const { id: runId, writer, startedAtMs, endedAtMs = startedAtMs } = run;
  const others = new Set(
    changes.filter(({ thing }) => thing !== 'fragment').map(({ thing, name }) => `${thing} ${name}`),
  ).size;
  return { runId, writer, atMs: endedAtMs, fragments: [...new Set(keys)], others };
}
