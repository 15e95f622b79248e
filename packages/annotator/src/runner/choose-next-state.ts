// Chooses the next state from the progress of the open scene, in the same way live and on resume.

import type { SceneProgress } from '../journal/journal.ts';
import type { OpenReply } from '../journal/open-reply.ts';
import { isSummonTool } from '../tools/summon-tools.ts';
import type { RunnerState } from './states.ts';

export interface ScenePolicy {
  /** The maximum number of rounds of tool calls in a scene. */
  readonly maxToolRounds: number;
  /** After this many unusable replies to a request, the scene is skipped. */
  readonly maxAttempts: number;
}

/**
 * The reason for skipping a scene if the calls in its last permitted reply could not be read: whether the model has
 * more to record is then unknown.
 */
const garbledToTheEnd =
  'The model kept making calls that could not be read, until no more were allowed for this scene.';
/** The scene is skipped if the server refuses more prompts as too long. */
const maxOverflows = 2;

/** Chooses the next state. Whether the last step was just taken or read from the journal makes no difference. */
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

/**
 * Decides what comes next for a shown scene whose calls are all answered: to ask, to ask again, or to close the scene.
 */
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

/** Whether no further request follows: none is needed or allowed, or the model is going in circles. */
function isExchangeOver(reply: OpenReply, progress: SceneProgress, policy: ScenePolicy): boolean {
  if (reply.channel === 'text' || reply.allWritten) return true;
  if (progress.rounds >= policy.maxToolRounds) return true;
  return isCircling(progress.formerDigests, reply.digests);
}

/**
 * Whether the same call got the same answer in two rounds in a row, so that the model repeated it after it had seen
 * the answer. Repetitions within one reply do not count: the model wrote them before it saw any answer.
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
