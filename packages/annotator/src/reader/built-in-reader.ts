// The built-in reader: a model with no language model inside, which answers with tool calls by rules alone.
import {
  buildPlainReply,
  type LanguageModel,
  type Message,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
} from '@terrarium/kernel/language-model';
import { answerCuration } from './answer-curation.ts';
import { answerSummoned, isSummoned } from './answer-summoned.ts';
import { isEnglishProse } from './is-english-prose.ts';
import { parseSceneWindow, parseSentences } from './parse-scene-window.ts';
import { readScene } from './read-scene.ts';
import { retryCalls } from './retry-calls.ts';
import { isSummaryRequest, summariseWindow } from './summarise-window.ts';

/** Answer when there is nothing to record. */
const nothingNew = 'Nothing new.';
/** Answer to a scene in another language. */
const otherLanguage = 'Not read: not in English, and the built-in reader knows no other language.';

/**
 * Opens the built-in reader: deterministic, without state, a pure function of the messages it is sent. It answers a
 * scene with the calls that record it, a tool's result by mending what was refused, a curator's question with decisions,
 * and anything else with text.
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
  if (isSummoned(request.messages)) {
    const { text, calls } = answerSummoned(request.messages);
    return buildPlainReply(text, calls);
  }
  if (newest?.role === 'user' && isSummaryRequest(newest.content)) {
    return buildPlainReply(summariseWindow(request.messages, newest.content), []);
  }
  if (isForeignScene(newest)) return buildPlainReply(otherLanguage, []);
  const decisions = answerCuration(request.messages);
  if (decisions !== undefined) return buildPlainReply(decisions, []);
  const calls = request.toolChoice === 'none' ? [] : chooseCalls(request.messages, newest);
  return buildPlainReply(calls.length === 0 ? nothingNew : '', calls);
}

/** Rules made for English would find names in any text: none are better than wrong ones. */
function isForeignScene(newest: Message | undefined): boolean {
  if (newest?.role !== 'user' || !newest.content.includes('<story_passages')) return false;
  const sentences = parseSentences(newest.content);
  return !isEnglishProse(sentences.map((sentence) => sentence.text).join(' '));
}

function chooseCalls(messages: readonly Message[], newest: Message | undefined): readonly ToolCall[] {
  if (newest?.role === 'tool') return retryCalls(messages);
  if (newest?.role !== 'user' || !newest.content.includes('<story_passages')) return [];
  const prefix = hashText(newest.content);
  return readScene(parseSceneWindow(messages, newest.content)).map((call, index) => ({
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
