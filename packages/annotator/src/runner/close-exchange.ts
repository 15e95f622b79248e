// Completes the log around a reply: adds the reply as a message, and a closing message where the model sent none.

import type { AssistantMessage, ModelReply } from '@terrarium/kernel/language-model';
import type { ContextWindow } from '../context/context-window.ts';
import { closingReply } from '../context/render-request.ts';
import type { MessageWithStep } from './run.ts';

/** The closing message, unless the model's own last message is there already. */
export function closeExchange(window: ContextWindow): readonly MessageWithStep[] {
  const last = window.live.at(-1)?.message;
  const hasLastWord = last?.role === 'assistant' && (last.calls ?? []).length === 0;
  return hasLastWord ? [] : [{ message: closingReply }];
}

/** The reply as a message; an empty last message becomes the closing one, which servers accept. */
export function buildAssistantMessage(reply: ModelReply): AssistantMessage {
  const hasCalls = reply.calls.length > 0;
  return {
    role: 'assistant',
    content: hasCalls || reply.text.trim() !== '' ? reply.text : closingReply.content,
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(hasCalls ? { calls: reply.calls } : {}),
  };
}
