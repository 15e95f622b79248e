// Dialogue: what is next in a talk with a summoned reader, from what was said so far.

import type { AssistantMessage, Message, ModelReply, ToolCall } from '@terrarium/kernel/language-model';

/** Whose turn it is. */
export type Turn =
  | { readonly at: 'model'; readonly mayLook: boolean }
  | { readonly at: 'looking'; readonly calls: readonly ToolCall[] }
  | { readonly at: 'answered'; readonly text: string };

/** Replies to one question: the last one has to be an answer. */
const maxReplies = 4;
const maxAnswerCharacters = 6_000;

/** A pure function of the messages: the same after a kill. */
export function detectTurn(messages: readonly Message[]): Turn {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return { at: 'model', mayLook: countReplies(messages) < maxReplies - 1 };
  if (last.calls !== undefined) return { at: 'looking', calls: last.calls };
  return { at: 'answered', text: last.content.slice(0, maxAnswerCharacters).trim() };
}

function countReplies(messages: readonly Message[]): number {
  const asked = messages.findLastIndex((message) => message.role === 'user');
  return messages.slice(asked + 1).filter((message) => message.role === 'assistant').length;
}

/** The reply as the dialogue keeps it: calls count only while the reader may look things up. */
export function buildDialogueReply(reply: ModelReply, before: readonly Message[]): AssistantMessage {
  const turn = detectTurn(before);
  const looks = turn.at === 'model' && turn.mayLook && reply.calls.length > 0;
  return {
    role: 'assistant',
    content: reply.text,
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(looks ? { calls: reply.calls } : {}),
  };
}
