// Thinking habit: whether the replies of a model begin in the middle of thinking, as somebody said or as the last one showed.

import type { ReceivedReply } from './ai-sdk-reply.ts';
import { isBegunInThinking } from './split-thinking.ts';

export interface ThinkingHabit {
  readonly opens: boolean;
  record(received: Pick<ReceivedReply, 'text' | 'finish'>): void;
}

/** What is said is not learnt otherwise. */
export function buildThinkingHabit(said: boolean | undefined): ThinkingHabit {
  let opens = said ?? false;
  return {
    get opens() {
      return opens;
    },
    record({ text, finish }) {
      // A text that is not there, or not whole, tells nothing.
      if (said !== undefined || text.trim() === '') return;
      if (isBegunInThinking(text)) opens = true;
      else if (finish.unified !== 'length') opens = false;
    },
  };
}
