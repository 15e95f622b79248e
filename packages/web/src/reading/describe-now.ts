// Describes what a run that goes on reads just now, how much it has read, and how long the rest may take.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { NameStory } from '../client/use-story-name.ts';
import { countOf } from '../parts/count-of.ts';
import { nameScene } from './name-scene.ts';

type Standing = Pick<RouteAnswer<'GET /api/worlds/{world}/run'>, 'progress' | 'events' | 'behind'>;

/** From fewer scenes, no time can be estimated for the others. */
const fewestScenes = 3;

/**
 * Names the scene that is being read. Undefined before the first one, and once the run has come to scenes after the
 * reader's place.
 */
export function describeNow({ events, behind }: Standing, nameStory: NameStory): string | undefined {
  const event = events.findLast((one) => one.event.kind === 'scene-opened')?.event;
  if (event?.kind !== 'scene-opened' || behind > 0) return undefined;
  const { scene, threadTitle } = event;
  return nameScene({ id: scene.id, chapter: threadTitle, story: nameStory(scene.corpus) });
}

/** Whether a run has only begun: it looks for scenes to read, and has come to none yet. */
export function isBeginning({ events, behind }: Standing): boolean {
  const newest = events.at(-1)?.event.kind;
  const hasScene = events.some(({ event }) => event.kind === 'scene-opened');
  // Of a long run only the newest events are told, and the beginning is not among them.
  const isFromBeginning = events.length === 0 || events[0]?.event.kind === 'run-started';
  return (
    behind === 0 && isFromBeginning && !hasScene && newest !== 'retry-scheduled' && newest !== 'run-ended'
  );
}

/**
 * Estimates how long the rest takes, from the scenes that this run read last. Undefined if nothing can be told from
 * them, such as when they are too few, or if less than a minute is left.
 */
export function describeLeft({ progress, events, behind }: Standing): string | undefined {
  const closed = events.filter(({ event }) => event.kind === 'scene-closed').length;
  if (progress === null || behind > 0 || closed < fewestScenes) return undefined;
  const seconds = events.reduce(
    (sum, { event }) => sum + (event.kind === 'reply-received' ? event.seconds : 0),
    0,
  );
  const { pending, running } = progress.counts.byStatus;
  const left = ((pending + running) * seconds) / closed;
  if (left < 60) return undefined;
  return left < 5_400
    ? `some ${countOf(Math.round(left / 60), 'minute')} left`
    : `some ${countOf(Math.round(left / 3_600), 'hour')} left`;
}

/**
 * How many scenes a run has to read in all, and how many of these were done or given up before it began; undefined if
 * the run has not said so yet.
 */
export function countBegun({
  events,
}: Standing): { readonly total: number; readonly read: number } | undefined {
  const event = events.findLast((one) => one.event.kind === 'run-started')?.event;
  return event?.kind === 'run-started' && event.scenes > 0
    ? { total: event.scenes, read: event.closed }
    : undefined;
}
