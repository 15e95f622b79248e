// Builds the moment at which a snapshot was made.

import type { Moment } from '../as-of/moment.ts';
import type { RevisionId } from '../glossary/entry.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';

/** The moment a bookmark was made at. */
export function buildSnapshotMoment({ revisionId, readPartId }: Snapshot): Moment {
  return { at: 'revision', revision: revisionId as RevisionId, readPartId };
}
