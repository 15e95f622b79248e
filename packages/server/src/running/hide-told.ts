// Finds which events of a run must be hidden, because their scenes are after the reader's place.

import type { NumberedEvent } from './open-runs.ts';

type Kind = NumberedEvent['event']['kind'];

/**
 * Whether an event names chapters, entries or words of the story. A new kind of event must be added here, or the type
 * check fails.
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
 * Whether an event tells of a scene after the last one that the reader has passed. If its scene is not known, an event
 * counts as telling of a later scene.
 */
export function isBehind(told: NumberedEvent, reached: number): boolean {
  return isOfStory(told) && (told.sceneId ?? Number.MAX_SAFE_INTEGER) > reached;
}
