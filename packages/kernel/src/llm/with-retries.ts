// With retries: a model that is asked again when time may mend what went wrong.

import type { Environment } from '../base/environment.ts';
import { ProviderError } from '../base/errors.ts';
import { computeBackoffMs } from './backoff.ts';
import type { LanguageModel, ModelReply } from './language-model.ts';

export interface RetryOptions {
  readonly environment: Pick<Environment, 'clock' | 'chance'>;
  /** Requests in all; 3 when absent. */
  readonly attempts?: number;
  /** The longest wait after the first failure; one second when absent. It doubles with each further one. */
  readonly baseDelayMs?: number;
  readonly onRetry?: (retry: ScheduledRetry) => void;
}

export interface ScheduledRetry {
  /** Which attempt failed: 1 for the first. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ProviderError;
}

/**
 * The same model with retries: exponential backoff with full jitter, `Retry-After` honoured, an abort at once. What is
 * not retryable, and the last failure, is thrown as it came.
 */
export function withRetries(model: LanguageModel, options: RetryOptions): LanguageModel {
  const { environment, attempts = 3, baseDelayMs = 1000, onRetry } = options;
  const { findContextTokens, countTokens } = model;
  return {
    id: model.id,
    async reply(request, replyOptions = {}): Promise<ModelReply> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await model.reply(request, replyOptions);
        } catch (error) {
          if (!(error instanceof ProviderError) || !error.retryable || attempt >= attempts) throw error;
          const failed = { attempt, baseDelayMs, retryAfterMs: error.retryAfterMs };
          const delayMs = computeBackoffMs(failed, environment.chance);
          onRetry?.({ attempt, delayMs, error });
          await environment.clock.sleep(delayMs, replyOptions.signal);
        }
      }
    },
    ...(findContextTokens === undefined ? {} : { findContextTokens: findContextTokens.bind(model) }),
    ...(countTokens === undefined ? {} : { countTokens: countTokens.bind(model) }),
  };
}
