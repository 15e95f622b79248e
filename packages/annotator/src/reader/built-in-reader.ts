// The built-in reader: a model with no language model inside, which answers with tool calls by rules alone.

import type {
  LanguageModel,
  Message,
  ModelReply,
  ModelRequest,
  ToolCall,
} from '@terrarium/kernel/language-model';
import { readScene } from './read-scene.ts';
import { readSceneWindow } from './read-window.ts';

/** Answer when there is nothing to record. */
const nothingNew = 'Nothing new.';

/**
 * Opens the built-in reader: deterministic, without state, a pure function of the messages it is sent. It answers a
 * scene with the calls that record it, a tool's result by mending what was refused, and anything else with text.
 */
export function openBuiltInReader(): LanguageModel {
  return {
    id: 'builtin:reader',
    reply: async (request, options) => {
      options?.signal?.throwIfAborted();
      return answer(request);
    },
  };
}

function answer(request: ModelRequest): ModelReply {
  const newest = request.messages.at(-1);
  if (newest?.role !== 'user' || request.toolChoice === 'none') return buildReply(nothingNew, []);
  if (!newest.content.includes('<story_passages')) return buildReply(nothingNew, []);
  const calls = readScene(readSceneWindow(request.messages, newest.content));
  return buildReply(calls.length === 0 ? nothingNew : '', nameCalls(request.messages, calls));
}

function nameCalls(messages: readonly Message[], calls: ReturnType<typeof readScene>): readonly ToolCall[] {
  const prefix = hashText(messages.at(-1)?.content ?? '');
  return calls.map((call, index) => ({
    id: `call_${prefix}_${index}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
}

/** FNV-1a, 32 bits: call ids differ between scenes and are the same whenever the same scene is read. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

function buildReply(text: string, calls: readonly ToolCall[]): ModelReply {
  return {
    text,
    reasoning: '',
    calls,
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };
}
