// Reply record: what is kept of every reply, whatever it was for.

import type { FinishReason, ModelUsage } from '@terrarium/kernel/language-model';

export interface ReplyRecord {
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
  /** Estimated tokens of the request it answers, before calibration. */
  readonly estimatedTokens: number;
  /** Seconds from request to reply. */
  readonly seconds: number;
  readonly model: string;
  /** Of the texts it was asked with; absent in replies that are older than this is kept. */
  readonly promptVersion?: string | undefined;
}
