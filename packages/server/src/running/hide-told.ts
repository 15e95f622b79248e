// Hides those events of a run that tell of scenes which the reader has not come to.

import type { NumberedEvent } from './open-runs.ts';

type Kind = NumberedEvent['event']['kind'];

/**
 * Whether an event names chapters, entries or words of the story; the type requires an answer for each new kind of
 * event.
 */
const namesStory: Readonly<Record<Kind, boolean>> = {
  'database-migrated': false,
  'run-started': false,
  'corpus-followed': false,
  'scene-opened': true,
  'reply-received': false,
  'entry-created': true,
  'entry-updated': true,
  'call-refused': true,
  'curation-opened': false,
  'entry-decided': true,
  'tools-unused': false,
  'update-skipped': true,
  'scene-closed': true,
  'scene-taken-back': false,
  'fold-applied': false,
  'retry-scheduled': false,
  'checkpoint-made': false,
  'run-ended': false,
  error: false,
};

export function isOfStory({ event }: NumberedEvent): boolean {
  return namesStory[event.kind];
}

/**
 * Whether an event tells of a scene after the last one that the reader has passed. An event without a known scene
 * counts as telling of a later one.
 */
export function isBehind(told: NumberedEvent, reached: number): boolean {
  return isOfStory(told) && (told.sceneId ?? Number.MAX_SAFE_INTEGER) > reached;
}
