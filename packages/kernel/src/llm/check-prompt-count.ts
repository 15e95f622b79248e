// Judges the count of prompt tokens in a reply: whether it counts the whole prompt or a part, or tells nothing.

import { estimateLeastTokens } from '../tokens/estimate-tokens.ts';
import type { Message, ModelReply, ModelRequest } from './language-model.ts';

/** What must be known about a prompt to judge how much of it was read. */
export interface SentPrompt {
  /** The prompt has at least this many tokens (`estimateLeastRequest`). */
  readonly leastTokens: number;
  /** The window that the server says it has loaded; undefined if it does not say. */
  readonly loadedTokens: number | undefined;
  readonly maxOutputTokens: number;
}

export type PromptVerdict =
  | { readonly kind: 'sound' }
  /** The server reported no count, or a count that no prompt can have. */
  | { readonly kind: 'unknown' }
  /**
   * Only part of the prompt was read. If this is not certain, one more request in another form shows whether it is
   * true.
   */
  | { readonly kind: 'cut'; readonly windowTokens: number; readonly isCertain: boolean };

type Judged = Pick<ModelReply, 'text' | 'reasoning' | 'calls' | 'finish' | 'usage'>;

/**
 * If the count is below this share of the least estimate, only part of the prompt was read. Twenty kinds of text that
 * were read whole had shares of 1.0 and more. A story of which Ollama kept half had 0.58 to 0.74.
 */
const wholeShare = 0.8;
/**
 * Prompts with fewer tokens are not judged, because the template's own words and oddities of the text weigh too much
 * in them.
 */
const shortestJudged = 800;
/**
 * No server has a window that would cut a prompt to fewer tokens, so a smaller count means that cached tokens were not
 * counted.
 */
const smallestCut = 400;
/** Estimated windows are rounded to a multiple of this many tokens. */
const windowStep = 1024;
/** Windows that people choose by hand are multiples of this many tokens. */
const leastWindowStep = 256;

export function checkPromptCount(sent: SentPrompt, reply: Judged): PromptVerdict {
  const { promptTokens } = reply.usage;
  if (promptTokens === 'unknown' || !Number.isFinite(promptTokens) || promptTokens <= 0) {
    return { kind: 'unknown' };
  }
  const hasChoked = sent.maxOutputTokens > 1 && isChoked(reply);
  if (hasChoked && isWindowFull(promptTokens, sent.loadedTokens))
    return { kind: 'cut', windowTokens: promptTokens + 1, isCertain: true };
  const { leastTokens, loadedTokens } = sent;
  if (loadedTokens !== undefined && promptTokens <= loadedTokens && leastTokens > loadedTokens) {
    return { kind: 'cut', windowTokens: loadedTokens, isCertain: true };
  }
  if (leastTokens < shortestJudged || promptTokens >= leastTokens * wholeShare) return { kind: 'sound' };
  if (promptTokens < smallestCut) return { kind: 'unknown' };
  return { kind: 'cut', windowTokens: estimateFoundWindow(promptTokens, loadedTokens), isCertain: false };
}

/** Whether the reply is empty and was cut off after no more than one token. */
function isChoked({ text, reasoning, calls, finish, usage }: Judged): boolean {
  if (finish !== 'length' || usage.outputTokens === 'unknown' || usage.outputTokens > 1) return false;
  return text.trim() === '' && reasoning.trim() === '' && calls.length === 0;
}

/**
 * Whether the prompt leaves room for at most one token in the loaded window or, if that is unknown, in a window of a
 * usual size.
 */
function isWindowFull(promptTokens: number, loadedTokens: number | undefined): boolean {
  if (loadedTokens !== undefined) return promptTokens >= loadedTokens - 1;
  return (promptTokens + 1) % leastWindowStep === 0;
}

/** Estimates the window from the length of the cut prompt, which is about half the window. */
function estimateFoundWindow(promptTokens: number, loadedTokens: number | undefined): number {
  const guessed = Math.max(1, Math.round((2 * promptTokens) / windowStep)) * windowStep;
  return loadedTokens === undefined ? guessed : Math.min(loadedTokens, guessed);
}

/**
 * The request has at least this many tokens. Parts that a server may not count are left out: earlier thinking; the
 * tools if none may be called, because some chat templates drop them; pictures, whose tokens are unknown; and the
 * words that a template adds.
 */
export function estimateLeastRequest({ messages, tools, toolChoice }: ModelRequest): number {
  const said = messages.reduce((sum, message) => sum + estimateLeastMessage(message), 0);
  if (toolChoice === 'none') return said;
  return tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + estimateLeastTokens(`${name} ${description} ${JSON.stringify(parameters)}`) * leastToolShare,
    said,
  );
}

/**
 * This share of a tool's JSON is counted, because templates write tools in their own forms, some of them far shorter
 * than JSON.
 */
const leastToolShare = 0.6;

function estimateLeastMessage(message: Message): number {
  const content = estimateLeastTokens(message.content);
  if (message.role !== 'assistant') return content;
  return (message.calls ?? []).reduce(
    (sum, call) => sum + estimateLeastTokens(`${call.name} ${call.arguments}`),
    content,
  );
}
