// Stands in for a server's prompt cache: counts a prompt's tokens, and how many of them are not in a cached prefix.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { WireMessage, WireRequest } from './fake-wire.ts';

export interface PromptCount {
  readonly promptTokens: number;
  /** How many tokens come after the prefix that the prompt shares with the prompt that was remembered last. */
  readonly freshTokens: number;
  /** The length, in tokens, of the longest prefix that the prompt shares with a remembered prompt. */
  readonly cachedTokens: number;
}

export interface PromptCacheOptions {
  /** The server remembers this many earlier prompts. */
  readonly slots: number;
  /** Whether to render only the thinking after the user's last message, as the templates of several models do. */
  readonly dropsOlderReasoning: boolean;
  /** Whether to leave the tools out of the prompt if none may be called, as vLLM does with an option. */
  readonly dropsToolsUnderNone: boolean;
}

export interface PromptCache {
  /** Counts a prompt, and compares it with remembered prompts. */
  count(request: WireRequest): PromptCount;
  /** Remembers the prompt that was counted last. Call it if the server really computed this prompt. */
  record(): void;
}

/** At most this many token counts of texts are kept. In a long run, every request contains the same messages again. */
const countsKept = 20_000;

const counts = new Map<string, number>();

/** The tokens of a text with the tokenizer o200k. The counts are cached. */
export function countFakeTokens(text: string): number {
  const known = counts.get(text);
  if (known !== undefined) return known;
  const tokens = countTokens(text, { allowedSpecial: 'all' });
  if (counts.size >= countsKept) counts.clear();
  counts.set(text, tokens);
  return tokens;
}

type Segments = readonly string[];

export function buildPromptCache(options: PromptCacheOptions): PromptCache {
  const remembered: Segments[] = [];
  let newest: Segments = [];
  return {
    count(request) {
      newest = renderSegments(request, options);
      const promptTokens = newest.reduce((sum, segment) => sum + countFakeTokens(segment), 0);
      const shared = remembered.map((earlier) => countShared(earlier, newest));
      return {
        promptTokens,
        freshTokens: promptTokens - (shared.at(-1) ?? 0),
        cachedTokens: Math.max(0, ...shared),
      };
    },
    record() {
      remembered.push(newest);
      if (remembered.length > options.slots) remembered.shift();
    },
  };
}

/** The prompt as a chat template would render it, cut at its special tokens. */
function renderSegments(request: WireRequest, options: PromptCacheOptions): Segments {
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
  const hasTools =
    request.tools !== undefined && !(options.dropsToolsUnderNone && request.tool_choice === 'none');
  const tools = hasTools ? [`<tools>${JSON.stringify(request.tools)}</tools>\n`] : [];
  const messages = request.messages.map((message, index) =>
    renderMessage(message, !options.dropsOlderReasoning || index > lastUser),
  );
  return [...tools, ...messages, '<|im_start|>assistant\n'];
}

function renderMessage(message: WireMessage, hasReasoning: boolean): string {
  const reasoning = hasReasoning ? (message.reasoning_content ?? '') : '';
  const content =
    typeof message.content === 'string' ? message.content : JSON.stringify(message.content ?? '');
  const calls = (message.tool_calls ?? []).map(
    (call) => `${call.function.name} ${call.function.arguments ?? ''}`,
  );
  return `<|im_start|>${message.role}\n${reasoning}${content}${calls.join('\n')}<|im_end|>\n`;
}

function countShared(earlier: Segments, later: Segments): number {
  let tokens = 0;
  for (const [index, segment] of later.entries()) {
    const other = earlier[index];
    if (other === segment) {
      tokens += countFakeTokens(segment);
      continue;
    }
    return other === undefined ? tokens : tokens + countFakeTokens(extractCommonPrefix(other, segment));
  }
  return tokens;
}

function extractCommonPrefix(left: string, right: string): string {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return left.slice(0, length);
}
