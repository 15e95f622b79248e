// Token counter: how many tokens a text takes in the model that is woken; an estimate where nobody says otherwise.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';

/** Counts without throwing, whatever the text holds; the count of a longer text is not smaller by more than a few. */
export interface TokenCounter {
  /** Names the tokenizer, for the record of a wake. */
  readonly id: string;
  /** Whole tokens of `text`; 0 for an empty one. */
  count(text: string): number;
}

export const estimatingCounter: TokenCounter = { id: 'estimate', count: estimateTokens };
