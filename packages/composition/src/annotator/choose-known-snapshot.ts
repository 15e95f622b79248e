// Chooses a bookmark by its number or a place, among those that the reader may know at their place in the story.

import { chooseSnapshot } from '@terrarium/annotator/load-snapshot';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { readLastKnown } from '@terrarium/annotator/open-world-view';
import { describePlace } from '@terrarium/annotator/reader-place';
import type { Snapshot } from '@terrarium/annotator/snapshot-store';
import { UsageError } from '@terrarium/kernel/errors';
import type { Host } from '../host/host.ts';
import { readAtPlace, type Standing } from './standing.ts';

/**
 * Whether the reader may know a bookmark. A bookmark later in the story than their place would give away
 * titles, and how much of the story there is.
 */
export function isKnownSnapshot({ view }: Standing, snapshot: Snapshot): boolean {
  if (view.isAsOf !== true) return true;
  return !snapshot.isOfRetry && view.stores.ledger.findScene(snapshot.sceneId) !== undefined;
}

/**
 * Throws `UsageError` for a snapshot that does not exist, and in the same words for one that is later than
 * the place.
 */
export function chooseKnownSnapshot(standing: Standing, id: number): Snapshot {
  const { annotator, place } = standing;
  if (place === undefined) return chooseSnapshot(annotator, id);
  const snapshot = annotator.stores.snapshots.find(id);
  if (snapshot !== undefined && isKnownSnapshot(standing, snapshot)) return snapshot;
  throw new UsageError({
    code: 'snapshot.unknown',
    happened: `There is no snapshot ${id} at that place in the story (${describePlace(place)}).`,
    todo: '"annotate snapshot list" shows the snapshots; with --as-of end it shows all of them.',
  });
}

/**
 * The last bookmark, in story order, that was set at the place or before it. Throws `UsageError` if the story
 * has no such place, or if there is no bookmark up to the place.
 */
export function chooseSnapshotAt(host: Host, annotator: Annotator, place: string): Snapshot {
  return readAtPlace(host, { annotator, asOf: place }, ({ view }) => {
    const found = annotator.stores.snapshots.findLastUpTo(readLastKnown(view));
    if (found !== undefined) return found;
    throw new UsageError({
      code: 'snapshot.unknown',
      happened: `There is no snapshot at or before that place in the story (${describePlace(place)}).`,
      todo: '"annotate snapshot list" shows the snapshots; "annotate snapshot create" makes one now.',
    });
  });
}
