// Finds the next state from the progress of the open scene: the one place that decides, live and on resume.

import type { SceneProgress } from '../journal/journal.ts';
import type { OpenReply } from '../journal/open-reply.ts';
import { isSummonTool } from '../tools/summon-tools.ts';
import type { RunnerState } from './states.ts';

export interface ScenePolicy {
  /** Rounds of tool calls per scene. */
  readonly maxToolRounds: number;
  /** Unusable replies per request before the scene is skipped. */
  readonly maxAttempts: number;
}

/**
 * The reason to skip a scene whose last permitted calls could not be read: the model has not said that there is nothing
 * more to record.
 */
const garbledToTheEnd =
  'The model kept making calls that could not be read, until no more were allowed for this scene.';
/** Prompts the server may refuse as too long before the scene is skipped. */
const maxOverflows = 2;

/** Where the runner goes next, whether it has just taken the last step or read it from the journal. */
export function chooseNextState(progress: SceneProgress, policy: ScenePolicy): RunnerState {
  if (progress.isCheckpointed) return { at: 'idling' };
  if (progress.curation !== undefined) return { at: 'curating' };
  if (progress.closed !== undefined) return { at: 'bounding' };
  const { reply } = progress;
  if (reply !== undefined && reply.calls === undefined) return { at: 'parsing' };
  if (reply !== undefined && hasUnanswered(reply))
    return { at: isSummoning(reply) ? 'summoning' : 'executing' };
  if (progress.fold !== undefined || !progress.isOpened) return { at: 'compacting' };
  if (progress.mustShrink) return handleOverflow(progress);
  return chooseExchangeState(progress, policy);
}

/** The scene is shown and nothing is waiting: ask, ask again, or close it. */
function chooseExchangeState(progress: SceneProgress, policy: ScenePolicy): RunnerState {
  const { reply, unusable } = progress;
  if (unusable >= policy.maxAttempts)
    return { at: 'recording', status: 'skipped', reason: progress.lastUnusable };
  if (reply === undefined || unusable > 0) return { at: 'calling', purpose: { for: 'scene' }, attempt: 1 };
  if (!isExchangeOver(reply, progress, policy)) return { at: 'compacting' };
  if (reply.channel === 'tools' && reply.hasGarbled)
    return { at: 'recording', status: 'skipped', reason: garbledToTheEnd };
  return { at: 'recording', status: 'committed', reason: '' };
}

/** Whether the call just answered is the last the scene may make. */
function isExchangeOver(reply: OpenReply, progress: SceneProgress, policy: ScenePolicy): boolean {
  if (reply.channel === 'text' || reply.allWritten) return true;
  if (progress.rounds >= policy.maxToolRounds) return true;
  return isCircling(progress.formerDigests, reply.digests);
}

/**
 * Whether the same call got the same answer in two rounds running: the second time the model had seen the answer.
 * Repeats within one reply do not count, as they were made before any answer.
 */
export function isCircling(former: readonly string[], digests: readonly string[]): boolean {
  return former.length > 0 && former.at(-1) === digests[0];
}

function isSummoning({ calls, answered }: OpenReply): boolean {
  return isSummonTool(calls?.[answered]?.name ?? '');
}

function hasUnanswered(reply: OpenReply): boolean {
  return reply.calls !== undefined && reply.answered < reply.calls.length;
}

function handleOverflow(progress: SceneProgress): RunnerState {
  if (progress.overflows <= maxOverflows) return { at: 'compacting' };
  return {
    at: 'recording',
    status: 'skipped',
    reason: 'The scene does not fit into the window the server has loaded.',
  };
}
