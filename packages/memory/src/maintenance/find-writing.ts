// Finds who wrote a fragment as it stands: the run, its writer, and the texts that a model was asked with.

import type { Connection } from '@terrarium/kernel/open-database';
import { openRunStore } from './run-store.ts';

export interface FragmentWriting {
  readonly runId: number;
  /** `builtin`, or the id of a model. */
  readonly writer: string;
  /** Each once; empty where no model was asked, and of runs that are older than this is kept. */
  readonly promptVersions: readonly string[];
}

/** Undefined where no run wrote a fragment of that key. */
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
