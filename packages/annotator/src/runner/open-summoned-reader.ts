// Opens the reader of the snapshot that a talk is about, from a run's own stores.

import { chooseSnapshot } from '../snapshots/load-snapshot.ts';
import { openSummoned, type SummonedReader } from '../summon/open-summoned.ts';
import type { OpenSummon } from '../summon/summon-progress.ts';
import type { Run } from './run.ts';

export function openSummonedReader(run: Run, { snapshotId }: Pick<OpenSummon, 'snapshotId'>): SummonedReader {
  return openSummoned(run, chooseSnapshot(run, snapshotId));
}
