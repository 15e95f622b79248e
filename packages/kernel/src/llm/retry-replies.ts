// Retries replies: a model that waits and asks again where time may mend a failure, as a reading does.

import type { Environment } from '../base/environment.ts';
import { ProviderError } from '../base/errors.ts';
import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions } from './language-model.ts';
import {
  type FailedRequest,
  type PlannedRetry,
  planRetry,
  type Retries,
  type ServerWatch,
} from './plan-retry.ts';

export interface RetryOptions extends Pick<Environment, 'clock' | 'chance'> {
  readonly retries: Retries;
  /** Told before each wait. */
  readonly onWait?: ((wait: PlannedRetry & { readonly reason: string }) => void) | undefined;
}

/** Of a reply that failed after some of its text was shown nothing is asked again: said twice it would be another. */
export function retryReplies(model: LanguageModel, options: RetryOptions): LanguageModel {
  const watch: ServerWatch = { hasAnswered: false, awaySinceMs: undefined };
  return {
    ...model,
    reply: (request, replyOptions) => ask({ ...options, model, watch }, request, replyOptions),
  };
}

interface Patient extends RetryOptions {
  readonly model: LanguageModel;
  readonly watch: ServerWatch;
}

async function ask(patient: Patient, request: ModelRequest, options: ReplyOptions = {}): Promise<ModelReply> {
  for (let attempt = 1; ; ) {
    const shown = watchText(options);
    try {
      const reply = await patient.model.reply(request, shown.options);
      Object.assign(patient.watch, { hasAnswered: true, awaySinceMs: undefined });
      return reply;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (shown.isShown() || !(error instanceof ProviderError)) throw error;
      attempt = await waitToAskAgain(patient, { error, attempt }, options.signal);
    }
  }
}

/** The number of the next attempt; rethrows what is not to be tried again. */
async function waitToAskAgain(
  patient: Patient,
  failed: FailedRequest,
  signal: AbortSignal | undefined,
): Promise<number> {
  const planned = planRetry(failed, patient.watch, patient);
  if (planned === undefined) throw failed.error;
  patient.onWait?.({ ...planned, reason: failed.error.happened });
  await patient.clock.sleep(planned.delayMs, signal);
  return planned.attempt;
}

/** Whether a text was shown of a reply, where somebody looks. */
function watchText({ onText, onRetract, ...options }: ReplyOptions) {
  const state = { isShown: false };
  if (onText === undefined) return { options: { ...options, onRetract }, isShown: () => false };
  const watched: ReplyOptions = {
    ...options,
    onText: (piece) => {
      state.isShown = true;
      onText(piece);
    },
    onRetract: () => {
      state.isShown = false;
      onRetract?.();
    },
  };
  return { options: watched, isShown: () => state.isShown };
}
