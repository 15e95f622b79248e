// Judges the count of prompt tokens that came with a reply: whether it is of the whole prompt, of a part of it, or tells nothing.

import { estimateLeastTokens } from '../tokens/estimate-tokens.ts';
import type { Message, ModelReply, ModelRequest } from './language-model.ts';

/** What must be known about a prompt to judge how much of it was read. */
export interface SentPrompt {
  /** The fewest tokens that the prompt can have (`estimateLeastRequest`). */
  readonly leastTokens: number;
  /** The window that the server says it has loaded, if it says so. */
  readonly loadedTokens: number | undefined;
  readonly maxOutputTokens: number;
}

export type PromptVerdict =
  | { readonly kind: 'sound' }
  /** Nothing was reported, or no number that can be a prompt's. */
  | { readonly kind: 'unknown' }
  /** Only part of the prompt was read; if that is not certain, one more request in another form shows it. */
  | { readonly kind: 'cut'; readonly windowTokens: number; readonly isCertain: boolean };

type Judged = Pick<ModelReply, 'text' | 'reasoning' | 'calls' | 'finish' | 'usage'>;

/**
 * A count below this share of the least estimate covers only a part. Whole texts of twenty kinds were at 1.0
 * and more; half of a story, as Ollama leaves it, is at 0.58 to 0.74.
 */
const wholeShare = 0.8;
/** In a shorter prompt, a template's own words and oddities of the text weigh too much to judge it. */
const shortestJudged = 800;
/** No server runs with a smaller window: a smaller count leaves out what was cached. */
const smallestCut = 400;
/** Windows are multiples of this. */
const windowStep = 1024;
/** Windows that people choose by hand are multiples of at least this. */
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

/** Whether the reply ended at its cap with at most one token in it. */
function isChoked({ text, reasoning, calls, finish, usage }: Judged): boolean {
  if (finish !== 'length' || usage.outputTokens === 'unknown' || usage.outputTokens > 1) return false;
  return text.trim() === '' && reasoning.trim() === '' && calls.length === 0;
}

/** Whether the count is all but one token of the loaded window or, if that is unknown, of a usual size of window. */
function isWindowFull(promptTokens: number, loadedTokens: number | undefined): boolean {
  if (loadedTokens !== undefined) return promptTokens >= loadedTokens - 1;
  return (promptTokens + 1) % leastWindowStep === 0;
}

/** A server that cuts a prompt leaves about half its window. */
function estimateFoundWindow(promptTokens: number, loadedTokens: number | undefined): number {
  const guessed = Math.max(1, Math.round((2 * promptTokens) / windowStep)) * windowStep;
  return loadedTokens === undefined ? guessed : Math.min(loadedTokens, guessed);
}

/**
 * Leaves out what a server perhaps does not count: earlier thinking, which chat templates drop, tools if none may be
 * called, which some drop, pictures, whose tokens nobody knows, and what a template puts around a message.
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

/** Templates write declarations in forms of their own, some far shorter than JSON. */
const leastToolShare = 0.6;

function estimateLeastMessage(message: Message): number {
  const content = estimateLeastTokens(message.content);
  if (message.role !== 'assistant') return content;
  return (message.calls ?? []).reduce(
    (sum, call) => sum + estimateLeastTokens(`${call.name} ${call.arguments}`),
    content,
  );
}
