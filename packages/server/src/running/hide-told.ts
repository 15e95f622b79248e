// Hides what a run tells of scenes that the reader has not come to.

import type { NumberedEvent } from './open-runs.ts';

/** What names chapters, entries or words of the story. */
const storyKinds: ReadonlySet<NumberedEvent['event']['kind']> = new Set([
  'scene-opened',
  'entry-created',
  'entry-updated',
  'call-refused',
  'entry-decided',
  'update-skipped',
  'scene-closed',
]);

export function isOfStory({ event }: NumberedEvent): boolean {
  return storyKinds.has(event.kind);
}

/** Whether it tells of a scene behind the last one that the reader has come past. One of no known scene counts as such. */
export function isBehind(told: NumberedEvent, reached: number): boolean {
  return isOfStory(told) && (told.sceneId ?? Number.MAX_SAFE_INTEGER) > reached;
}
