// Reverts steps of a reading: deletes the entries that they made, and restores those that they changed or deleted.

import { buildHeldKey } from './candidate-store.ts';
import { updateEntry } from './change-entries.ts';
import type { ChangeSource, EntryId } from './entry.ts';
import type { Rooms } from './glossary-rooms.ts';
import { deleteEntry, restoreEntry } from './merge-entries.ts';
import { type Revision, replayRevisions } from './revision.ts';
import { listSurfaces } from './term-forms.ts';

export interface RevertedSteps {
  /** Entries that the steps had made. */
  readonly deleted: readonly EntryId[];
  /** Entries that were restored to their former state. */
  readonly restored: readonly EntryId[];
}

/**
 * Reverts the steps. A field that somebody else has written since stays as it is. A new entry stays if a person worked
 * on it, and a deleted entry stays deleted if its name is taken.
 */
export function revertSteps(rooms: Rooms, steps: readonly number[], source: ChangeSource): RevertedSteps {
  const ids = [
    ...new Set(
      steps.flatMap((step) => rooms.revisions.readChangesOfStep(step).map(({ entryId }) => entryId)),
    ),
  ];
  const own = new Set(steps);
  const isOwn = ({ stepId }: Revision) => stepId !== undefined && own.has(stepId);
  const histories = ids.map((id) => ({ id, revisions: rooms.revisions.read(id) }));
  const made = histories.filter(({ revisions: [first] }) => first !== undefined && isOwn(first));
  // New entries are deleted first: one of them may have taken the former name of another entry.
  const deleted = made.filter(({ id }) => deleteEntry(rooms, id, source)).map(({ id }) => id);
  const changed = histories.filter((history) => !made.includes(history));
  const isGone = ({ revisions }: History) => revisions.at(-1)?.field === 'deleted';
  // Entries that stayed come first: the steps may have given one of them the name of an entry that they deleted.
  const ordered = [...changed.filter((history) => !isGone(history)), ...changed.filter(isGone)];
  const restored = ordered.filter((history) => revertEntry(rooms, { ...history, isOwn, source }));
  return { deleted, restored: restored.map(({ id }) => id) };
}

/**
 * Restores the words on hold to the state after the change with this number. Words that were put on hold later are
 * taken off, and returned. Words that became entries later are put on hold again, unless an entry still has the name.
 */
export function revertHeld(rooms: Rooms, change: number): readonly string[] {
  const changed = rooms.candidates.listChangedSince(change);
  for (const { surface, wasHeld, isHeld, meaning } of changed) {
    if (isHeld && !wasHeld)
      for (const id of rooms.candidates.remove([surface])) rooms.memory.recordCandidateChange(id);
    if (wasHeld && !isHeld && !isNamed(rooms, surface))
      rooms.memory.recordCandidateChange(
        rooms.candidates.add(surface, rooms.reading.countNames([surface]), meaning),
      );
  }
  return changed.filter(({ isHeld, wasHeld }) => isHeld && !wasHeld).map(({ surface }) => surface);
}

function isNamed({ entries }: Rooms, surface: string): boolean {
  const key = buildHeldKey(surface);
  return [...entries.iterateNames()].some((entry) =>
    listSurfaces(entry).some((name) => buildHeldKey(name) === key),
  );
}

interface History {
  readonly id: EntryId;
  /** The revisions of the entry, oldest first. */
  readonly revisions: readonly Revision[];
}

interface Reverted extends History {
  readonly isOwn: (revision: Revision) => boolean;
  readonly source: ChangeSource;
}

const fields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations'] as const;

/**
 * Returns whether the entry could be reverted. An entry that the steps deleted stays deleted if another entry now has
 * its name.
 */
function revertEntry(rooms: Rooms, { id, revisions, isOwn, source }: Reverted): boolean {
  const last = revisions.at(-1);
  if (last?.field === 'deleted' && isOwn(last)) {
    const deleted = replayRevisions(revisions.slice(0, -1));
    if (deleted === undefined || rooms.entries.findByTerm(deleted.term) !== undefined) return false;
    restoreEntry(rooms, id, source);
  }
  const former = replayRevisions(revisions.slice(0, revisions.findIndex(isOwn)));
  const now = rooms.entries.find(id);
  if (former === undefined || now === undefined) return false;
  const standing = fields.filter((field) => {
    const newest = revisions.findLast((revision) => revision.field === field);
    return newest !== undefined && isOwn(newest);
  });
  const changes = Object.fromEntries(standing.map((field) => [field, former[field] ?? []]));
  const holder = rooms.entries.findByTerm(former.term);
  const isTaken = holder !== undefined && holder.id !== id;
  updateEntry(rooms, { id, changes: isTaken ? { ...changes, term: undefined } : changes, source });
  return true;
}
