// Builds the message that replays a reply, in the form it came in.

import type { AssistantMessage, ModelReply } from '@terrarium/kernel/language-model';
import { closingReply } from '../context/render-request.ts';

/** The reply as a message; an empty last word becomes the closing one, which servers accept. */
export function buildAssistantMessage(reply: ModelReply): AssistantMessage {
  const hasCalls = reply.calls.length > 0;
  return {
    role: 'assistant',
    content: hasCalls || reply.text.trim() !== '' ? reply.text : closingReply.content,
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(hasCalls ? { calls: reply.calls } : {}),
  };
}
