// Builds the log's messages for a reply: the reply itself, and a closing message if the reply ended with calls.

import type { AssistantMessage, ModelReply } from '@terrarium/kernel/language-model';
import type { ContextWindow } from '../context/context-window.ts';
import { closingReply } from '../context/render-request.ts';
import type { MessageWithStep } from './run.ts';

/** Returns a closing message, unless the last message is already a reply of the model that has no calls. */
export function closeExchange(window: ContextWindow): readonly MessageWithStep[] {
  const last = window.live.at(-1)?.message;
  const hasLastWord = last?.role === 'assistant' && (last.calls ?? []).length === 0;
  return hasLastWord ? [] : [{ message: closingReply }];
}

/**
 * Makes a message of the reply. Without calls, an empty reply is replaced by the closing message, because servers do
 * not accept an empty one.
 */
export function buildAssistantMessage(reply: ModelReply): AssistantMessage {
  const hasCalls = reply.calls.length > 0;
  return {
    role: 'assistant',
    content: hasCalls || reply.text.trim() !== '' ? reply.text : closingReply.content,
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(hasCalls ? { calls: reply.calls } : {}),
  };
}
