// Describes an event of a run in one line, or returns undefined if it tells a person nothing.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { NameStory } from '../client/use-story-name.ts';
import { renderReason } from '../glossary/render-reason.ts';
import { countOf } from '../parts/count-of.ts';
import { renderPageWords } from '../parts/render-page-words.ts';
import { nameScene } from './name-scene.ts';
import { renderFailure } from './render-failure.ts';

type Told = RouteAnswer<'GET /api/worlds/{world}/run'>['events'][number]['event'];

interface Reading {
  /** How many scenes could not be read. */
  readonly unread: number;
  readonly nameStory: NameStory;
  /** Whether a note above says already why the run could not go on. */
  readonly isHalted?: boolean;
}

export function describeEvent(
  event: Told,
  { unread, nameStory, isHalted = false }: Reading,
): string | undefined {
  switch (event.kind) {
    case 'error':
      return `${event.happened} ${event.todo}`;
    case 'scene-opened':
      return `Reading ${describeScene(event, nameStory)}`;
    case 'entry-created':
      return `New: ${event.term}`;
    case 'entry-updated':
      return `More about ${event.term}`;
    case 'entry-decided':
      return describeDecision(event);
    case 'scene-closed':
      return event.status === 'skipped' ? `Scene skipped: ${event.reason}` : undefined;
    case 'retry-scheduled':
      return describeRetry(event, isHalted);
    case 'run-ended':
      return isHalted && event.outcome.kind === 'halted' ? 'Stopped' : describeOutcome(event.outcome, unread);
    default:
      return undefined;
  }
}

function describeScene(
  { scene: { id, corpus }, threadTitle }: Extract<Told, { kind: 'scene-opened' }>,
  nameStory: NameStory,
): string {
  return nameScene({ id, chapter: threadTitle, story: nameStory(corpus) });
}

function describeRetry(
  { reason, delayMs }: Extract<Told, { kind: 'retry-scheduled' }>,
  isHalted: boolean,
): string {
  const seconds = Math.round(delayMs / 1000);
  const when = seconds === 0 ? 'at once' : `in ${seconds} s`;
  if (isHalted) return `The model was asked again ${seconds === 0 ? 'at once' : `after ${seconds} s`}`;
  return `${renderFailure(reason)}. The model is asked again ${when}`;
}

const decisions = {
  CONFIRM: 'confirmed',
  REJECT: 'left out',
  MERGE: 'merged with another',
  REVISE: 'revised',
  UNDECIDED: 'not decided yet',
} as const;

function describeDecision({ term, outcome, into, reason }: Extract<Told, { kind: 'entry-decided' }>): string {
  const done = into === undefined ? decisions[outcome] : `merged with ${into}`;
  return `${term}: ${done} in the review of new entries${reason === '' ? '' : `. ${renderReason(reason)}`}`;
}

function describeOutcome(outcome: Extract<Told, { kind: 'run-ended' }>['outcome'], unread: number): string {
  switch (outcome.kind) {
    case 'finished':
      return unread === 0 ? 'Finished' : `Finished, but ${countOf(unread, 'scene')} could not be read`;
    case 'limited':
      return 'Stopped at the limit that was set';
    case 'interrupted':
      return 'Paused; the next run goes on from here';
    case 'halted':
      return `Stopped. ${renderPageWords(outcome.error.happened)}`;
  }
}
