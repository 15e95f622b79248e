// Judges the count of prompt tokens in a reply: whether it counts the whole prompt or a part, or tells nothing.

import { estimateLeastTokens } from '../tokens/estimate-tokens.ts';
import type { Message, ModelReply, ModelRequest } from './language-model.ts';

/** The facts about a prompt that are needed to judge how much of it was read. */
export interface SentPrompt {
  /** The fewest tokens that the prompt can have (`estimateLeastRequest`). */
  readonly leastTokens: number;
  /** The window that the server says it has loaded; undefined if it does not say. */
  readonly loadedTokens: number | undefined;
  readonly maxOutputTokens: number;
}

export type PromptVerdict =
  | { readonly kind: 'sound' }
  /** The server reported nothing, or a number that no prompt can have. */
  | { readonly kind: 'unknown' }
  /** Only part of the prompt was read. If this is not certain, one more request in another form will show it. */
  | { readonly kind: 'cut'; readonly windowTokens: number; readonly isCertain: boolean };

type Judged = Pick<ModelReply, 'text' | 'reasoning' | 'calls' | 'finish' | 'usage'>;

/**
 * If the count is below this share of the least estimate, only a part was read. With twenty kinds of whole
 * texts the share was 1.0 and more. With half of a story, which is what Ollama leaves, it was 0.58 to 0.74.
 */
const wholeShare = 0.8;
/**
 * Shorter prompts are not judged, because the template's own words and oddities of the text weigh too much in
 * them.
 */
const shortestJudged = 800;
/** No server has a smaller window, so a smaller count means that cached tokens were not counted. */
const smallestCut = 400;
/** Guessed windows are rounded to multiples of this. */
const windowStep = 1024;
/** Windows that people choose by hand are multiples of this. */
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

/** Whether the reply is empty and was cut off after at most one token. */
function isChoked({ text, reasoning, calls, finish, usage }: Judged): boolean {
  if (finish !== 'length' || usage.outputTokens === 'unknown' || usage.outputTokens > 1) return false;
  return text.trim() === '' && reasoning.trim() === '' && calls.length === 0;
}

/**
 * Whether the prompt takes all but one token of the loaded window or, if this is unknown, of a window of a
 * usual size.
 */
function isWindowFull(promptTokens: number, loadedTokens: number | undefined): boolean {
  if (loadedTokens !== undefined) return promptTokens >= loadedTokens - 1;
  return (promptTokens + 1) % leastWindowStep === 0;
}

/** Estimates the window from the cut prompt: a server that cuts prompts keeps about half its window. */
function estimateFoundWindow(promptTokens: number, loadedTokens: number | undefined): number {
  const guessed = Math.max(1, Math.round((2 * promptTokens) / windowStep)) * windowStep;
  return loadedTokens === undefined ? guessed : Math.min(loadedTokens, guessed);
}

/**
 * The fewest tokens that a request can have. Leaves out parts that a server may not count: earlier thinking
 * and, if no tool may be called, tools, because some chat templates drop them; pictures, whose tokens are
 * unknown; and the words that a template adds.
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
 * The share of a tool's JSON that is counted: templates write declarations in their own forms, some far shorter than
 * JSON.
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
