// Opens the reader of the snapshot that a talk is about, from a run's own stores; it stays open while the talk does.

import type { OpenSummon } from '../journal/summon-progress.ts';
import { chooseSnapshot } from '../snapshots/load-snapshot.ts';
import { openSummoned } from '../summon/open-summoned.ts';
import type { SummonedReader } from '../summon/summoned-reader.ts';
import type { Run } from './run.ts';

/** Throws `UsageError` for a snapshot that has no reader to ask. */
export function openSummonedReader(run: Run, { snapshotId }: Pick<OpenSummon, 'snapshotId'>): SummonedReader {
  const { session } = run;
  if (session.summoned?.snapshot.id === snapshotId) return session.summoned;
  closeSummonedReader(run);
  const reader = openSummoned(run, chooseSnapshot(run, snapshotId));
  session.summoned = reader;
  return reader;
}

/** Nobody is asked any more. */
export function closeSummonedReader({ session }: Run): void {
  session.summoned?.close();
  session.summoned = undefined;
}
