// Lists an entry's states: what was known of it at each place in the story where something about it became known.

import { stored } from '../database/packed-text.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';

/** The state of an entry from a stop on. A stop is a place in the story; later stops have higher numbers. */
export interface EntryState {
  readonly stop: number;
  /** Undefined if the entry does not exist at the stop. */
  readonly entry: GlossaryEntry | undefined;
  /** The entry into which this one was merged. */
  readonly into: number | undefined;
}

/**
 * Expects revisions oldest first. `findPlace` returns the first stop at which a revision is known. Revisions without
 * such a stop are ignored.
 */
export function listStates(
  revisions: readonly Revision[],
  findPlace: (revision: number) => number | undefined,
): readonly EntryState[] {
  const placed = revisions.flatMap((revision) => {
    const stop = findPlace(revision.id);
    return stop === undefined ? [] : [{ revision, stop }];
  });
  const stops = [...new Set(placed.map(({ stop }) => stop))].toSorted((one, other) => one - other);
  return stops.map((stop) => {
    const then = placed.filter((one) => one.stop <= stop).map(({ revision }) => revision);
    const entry = replayRevisions(then);
    return { stop, entry, into: entry === undefined ? findTarget(then) : undefined };
  });
}

function findTarget(revisions: readonly Revision[]): number | undefined {
  const merged = revisions.findLast(({ field }) => field === 'merged_into');
  const target: unknown = stored.parse(merged?.new ?? 'null', ['revision', merged?.id ?? 0, 'new']);
  return typeof target === 'number' ? target : undefined;
}
