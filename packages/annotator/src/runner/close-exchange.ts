// Closes an exchange: the log gets a last word where the model had none, so that roles alternate.

import type { ContextWindow } from '../context/context-window.ts';
import { closingReply } from '../context/render-request.ts';
import type { MessageWithStep } from './run.ts';

/** The closing message, unless the model's own last word stands there already. */
export function closeExchange(window: ContextWindow): readonly MessageWithStep[] {
  const last = window.live.at(-1)?.message;
  const hasLastWord = last?.role === 'assistant' && (last.calls ?? []).length === 0;
  return hasLastWord ? [] : [{ message: closingReply }];
}
