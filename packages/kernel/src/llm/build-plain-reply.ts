// Builds a reply for who answers without a language model: nothing was counted, and nothing was thought.

import type { ModelReply, ToolCall } from './language-model.ts';

export function buildPlainReply(text: string, calls: readonly ToolCall[]): ModelReply {
  return {
    text,
    reasoning: '',
    calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };
}
