// Describes who reads the story now, or who has read it so far, in a sentence or two.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { nameModel } from '../parts/name-model.ts';
import { renderFailure } from './render-failure.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;

interface Options {
  /** Whether the world has a story of which the model has read nothing yet, or whose file has changed since. */
  readonly isMore: boolean;
  /** Whether no model is named, so that the built-in reader reads. */
  readonly isBuiltIn: boolean;
}

export function describeStatus(
  { progress, isOurs, isRunning, events }: Standing,
  { isMore, isBuiltIn }: Options,
): string {
  // A run that has only begun has no progress that could name its reader.
  const reader = renderBeginning(
    nameReader(progress?.model ?? findStarted(events) ?? (isBuiltIn ? 'builtin:' : undefined)),
  );
  const newest = events.at(-1)?.event;
  if (isOurs && newest?.kind === 'retry-scheduled')
    return `${reader} is asked again: ${renderFailure(newest.reason)}. If that does not help, the reading stops, and “Go on building” continues it.`;
  if (isOurs) return `${reader} is reading. You can close this page; it goes on until Terrarium is stopped.`;
  if (isRunning) return `${reader} is reading. It was started in another window or terminal.`;
  if (progress === null || progress.counts.total === 0) return 'Nothing has been read yet.';
  const readBy = nameReader(progress.readBy);
  if (isDone(progress) && !isMore) return `Every scene has been read, most recently by ${readBy}.`;
  if (progress.counts.byStatus.committed === 0) return 'No scene has been read yet.';
  return `${isPaused(newest) ? 'Paused. ' : ''}Read so far by ${readBy}. “Go on building” continues from there.`;
}

export function isBuiltIn(model: string | undefined): boolean {
  return model?.startsWith('builtin') === true;
}

function isPaused(newest: Standing['events'][number]['event'] | undefined): boolean {
  return newest?.kind === 'run-ended' && newest.outcome.kind === 'interrupted';
}

export function isDone({ counts, unread }: NonNullable<Standing['progress']>): boolean {
  return counts.total > 0 && counts.byStatus.pending + counts.byStatus.running === 0 && unread.length === 0;
}

/** The model with which the newest run was started; undefined if the run has not said so. */
function findStarted(events: Standing['events']): string | undefined {
  const event = events.findLast((one) => one.event.kind === 'run-started')?.event;
  return event?.kind === 'run-started' ? event.model : undefined;
}

function nameReader(model: string | undefined): string {
  if (model === undefined) return 'the model';
  return model.startsWith('builtin:') ? 'the built-in reader' : nameModel(model);
}

/** Renders a text as the beginning of a sentence. */
function renderBeginning(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
