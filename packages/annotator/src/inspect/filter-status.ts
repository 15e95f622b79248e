// Limits a status to what may be told at a place in the story: how far the reading is, and no title or name from later.

import type { WorldView } from '../places/world-view.ts';
import type { Quality } from './read-quality.ts';
import { type ReadingStatus, withSceneTitle } from './read-status.ts';

/** Numbers are of the whole reading still: they tell its progress, not the story. */
export function filterStatus(status: ReadingStatus, view: WorldView): ReadingStatus {
  const known = readTerms(view);
  const isShown = (sceneId: Parameters<typeof view.stores.ledger.findScene>[0]): boolean =>
    view.stores.ledger.findScene(sceneId) !== undefined;
  return {
    ...status,
    unread: status.unread.map(({ scene }) => withSceneTitle(view, scene)),
    conflicts: status.conflicts.filter(({ sceneId }) => isShown(sceneId)),
    rereads: { ...status.rereads, threads: [] },
    groundless: status.groundless.filter((term) => known.has(term)),
    differences: status.differences.map((one) => ({
      ...one,
      citing: one.citing.filter((term) => known.has(term)),
    })),
  };
}

/** What is named is counted with what is known there. */
export function filterQuality(quality: Quality, view: WorldView): Quality {
  const known = readTerms(view);
  return {
    ...quality,
    junkSuspects: quality.junkSuspects.filter((term) => known.has(term)),
    undecided: quality.undecided.filter((term) => known.has(term)),
    duplicateSuspects: quality.duplicateSuspects.filter((pair) => pair.every((term) => known.has(term))),
  };
}

function readTerms({ stores: { glossary } }: WorldView): ReadonlySet<string> {
  return new Set([...glossary.iterateNames()].map(({ term }) => term));
}
