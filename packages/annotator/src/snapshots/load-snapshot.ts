// Loads a snapshot: window and glossary exactly as they stood when it was made, from what was only ever appended.

import { UsageError } from '@terrarium/kernel/errors';
import type { GlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import type { ContextWindow } from '../context/context-window.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { buildSnapshotMoment } from './build-snapshot-moment.ts';
import { loadWindow } from './load-window.ts';

export interface LoadedSnapshot extends GlossaryAsOf {
  readonly snapshot: Snapshot;
  readonly window: ContextWindow;
}

export type SnapshotSource = Pick<Annotator, 'corpora' | 'stores'>;

/** To be closed. Costs time in proportion to what was written until then. Throws `StorageError` where it is damaged. */
export function loadSnapshot({ stores }: SnapshotSource, snapshot: Snapshot): LoadedSnapshot {
  const window = loadWindow(stores.context, snapshot);
  return { snapshot, window, ...stores.openGlossaryAsOf(buildSnapshotMoment(snapshot)) };
}

/** Throws `UsageError` where there is no such snapshot. */
export function chooseSnapshot({ stores }: Pick<Annotator, 'stores'>, id: number): Snapshot {
  const snapshot = stores.snapshots.find(id);
  if (snapshot !== undefined) return snapshot;
  const [newest] = stores.snapshots.list({ limit: 1 });
  throw new UsageError({
    code: 'snapshot.unknown',
    happened: `There is no snapshot ${id}.`,
    todo:
      newest === undefined
        ? 'None was made yet: one is made at the end of each thread, or by "annotate snapshot create".'
        : 'See which there are with "annotate snapshot list".',
  });
}
