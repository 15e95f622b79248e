// Finds what is wrong with a reply, and decides when a repeated fault ends a run.

import { ProviderError } from '@terrarium/kernel/errors';
import type { ModelReply } from '@terrarium/kernel/language-model';

/** The reason for skipping a scene if the model talks about it instead of recording it. */
export const proseReason =
  'Answered in prose: the model called no tool and wrote no update, even when it was asked again.';

const faults = {
  refused: 'The model refused to answer.',
  cut: 'The reply was cut off before it called a tool or came to an end.',
  thoughtOnly: 'The model used its whole reply for thinking and said nothing.',
  empty: 'The reply was empty.',
} as const;

/** Suggests a remedy for a recurring fault. */
function suggestRemedy(reason: string): string {
  switch (reason) {
    case faults.refused:
      return 'Choose a model that does not refuse such a story.';
    case faults.cut:
      return 'Allow longer replies with --max-output-tokens.';
    case faults.thoughtOnly:
      return `Switch its thinking off (--model-option 'chat_template_kwargs={"enable_thinking":false}' or --model-option reasoning_effort=none, depending on the server), or allow longer replies with --max-output-tokens; "terrarium doctor" finds out which helps.`;
    default:
      return 'See what "terrarium doctor" says about the model, or choose another.';
  }
}

/** Why the reply is unusable; undefined if it is usable. */
export function findFault(reply: ModelReply, isFirstRound: boolean): string | undefined {
  if (reply.calls.length > 0) return undefined;
  if (reply.finish === 'content-filter') return faults.refused;
  const text = reply.text.trim();
  if (reply.finish === 'length' && !text.includes('</codex_updates>')) {
    return text === '' && reply.reasoning.trim() !== '' ? faults.thoughtOnly : faults.cut;
  }
  // After its calls were answered, a model that has nothing to add may send an empty text.
  if (text === '' && isFirstRound) return faults.empty;
  return undefined;
}

export interface FailureStreak {
  /** Why the latest scenes were skipped; empty after a scene was read. */
  reason: string;
  count: number;
}

/** The run ends if this many scenes in a row are skipped for the same reason; one or two may be due to chance. */
const longestStreak = 3;
/** A model that answers in prose may begin to call tools again, so the run ends only after this many such scenes. */
const longestInProse = 5;

export function openFailureStreak(): FailureStreak {
  return { reason: '', count: 0 };
}

/** Counts a closed scene; `reason` is empty if the scene was read. */
export function recordClosed(streak: FailureStreak, reason: string): void {
  if (reason === '') streak.count = 0;
  else streak.count = reason === streak.reason ? streak.count + 1 : 1;
  streak.reason = reason;
}

/** The error that ends the run; undefined if the run may continue. */
export function findStreakError({ count, reason }: FailureStreak): ProviderError | undefined {
  if (reason === proseReason) return count < longestInProse ? undefined : buildProseError(count);
  if (count < longestStreak) return undefined;
  return new ProviderError({
    code: 'model.same-failure',
    happened: `${count} scenes in a row were skipped for the same reason, and none was read between them: ${reason}`,
    todo: `${suggestRemedy(reason)} "terrarium annotate retry" then reads the skipped scenes; --keep-going continues anyway.`,
    retryable: false,
  });
}

function buildProseError(scenes: number): ProviderError {
  return new ProviderError({
    code: 'model.calls-no-tools',
    happened: `The model answers in prose and calls no tools: ${scenes} scenes in a row were skipped.`,
    todo: 'Name a model that calls tools ("terrarium doctor" checks one) and go on; "terrarium annotate retry" then reads the skipped scenes. --keep-going continues in any case.',
    retryable: false,
  });
}
