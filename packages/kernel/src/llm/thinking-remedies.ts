// Finds ways to get an answer from a model that would think until its reply is cut off.

import type { ModelReply, ModelRequest, ServerKind } from './language-model.ts';
import type { ServerNotes, ThinkingSwitch } from './server-notes.ts';

/** What is changed in a request: more tokens for the reply, less thinking, or both. */
export type Remedy = Pick<ServerNotes, 'replyCap' | 'thinkingSwitch'>;

/** The body fields of each switch, taken from the servers' own documents and issue trackers. */
const switchBodies: Readonly<Record<ThinkingSwitch, Readonly<Record<string, unknown>>>> = {
  // For vLLM, SGLang, llama.cpp with --jinja and LM Studio: chat templates of Qwen 3, DeepSeek, GLM and others.
  'chat-template': { chat_template_kwargs: { enable_thinking: false } },
  // For Ollama under /v1 (ollama/ollama 14820), and for hosted models.
  'reasoning-effort-none': { reasoning_effort: 'none' },
  // For models whose thinking cannot be turned off, such as gpt-oss.
  'reasoning-effort-low': { reasoning_effort: 'low' },
};

/** Body fields with which a person has already set how much the model should think. */
const saidFields = ['chat_template_kwargs', 'reasoning_effort', 'reasoning', 'think', 'thinking'];

/** The token limit is raised by at most this factor: a reply that has not ended by then will hardly ever end. */
const capFactor = 4;
/** Stored in place of a token limit that the server refused, so that no larger one is tried. */
export const refusedCap = 1;
/** If the token limit cannot be raised by at least this factor, another request is not worth it. */
const leastGain = 1.5;

/** Whether the reply reached its token limit while the model was still thinking: it contains no text and no call. */
export function isThoughtOut(reply: ModelReply, maxOutputTokens: number): boolean {
  const { text, reasoning, calls, finish, usage } = reply;
  if (finish !== 'length' || text.trim() !== '' || calls.length > 0) return false;
  const isSpent = usage.outputTokens !== 'unknown' && usage.outputTokens >= maxOutputTokens * 0.9;
  return reasoning.trim() !== '' || isSpent;
}

export interface Thought {
  /** The request that was sent, with the remedy applied. */
  readonly request: ModelRequest;
  /** How many tokens the caller allowed for the reply, before any remedy. */
  readonly wantedTokens: number;
  readonly remedy: Remedy;
  readonly kind: ServerKind;
  /** How many tokens the prompt leaves free in the window; undefined if the window is unknown. */
  readonly roomTokens: number | undefined;
}

/** The remedy to try next; undefined if none is left. */
export function findNextRemedy(thought: Thought): Remedy | undefined {
  const { request, remedy, kind } = thought;
  const replyCap = findLargerCap(thought);
  if (replyCap !== undefined) return { ...remedy, replyCap };
  const isSaid = saidFields.some((field) => request.extraBody?.[field] !== undefined);
  if (remedy.thinkingSwitch === undefined) {
    if (isSaid) return undefined;
    return { ...remedy, thinkingSwitch: kind === 'ollama' ? 'reasoning-effort-none' : 'chat-template' };
  }
  if (remedy.thinkingSwitch === 'reasoning-effort-low') return undefined;
  return { ...remedy, thinkingSwitch: 'reasoning-effort-low' };
}

/**
 * The stored token limit may have been found for short replies, and may be too small for a caller that wants longer
 * ones.
 */
function findLargerCap({ request, wantedTokens, remedy, roomTokens }: Thought): number | undefined {
  const { replyCap } = remedy;
  const isTried = replyCap !== undefined && (replyCap === refusedCap || replyCap >= wantedTokens * leastGain);
  const larger = Math.min(wantedTokens * capFactor, roomTokens ?? Number.POSITIVE_INFINITY);
  return isTried || larger < request.maxOutputTokens * leastGain ? undefined : larger;
}

/**
 * The last remedy that an earlier process tried in vain. Undefined if that process tried every remedy; they are then
 * tried again, because the model or its server may have changed.
 */
export function findTriedBefore({ triedInVain }: ServerNotes): Remedy | undefined {
  return triedInVain?.thinkingSwitch === 'reasoning-effort-low' ? undefined : triedInVain;
}

/** A person's own settings about thinking stay, and a raised token limit never exceeds the room left in the window. */
export function applyRemedy(
  request: ModelRequest,
  remedy: Remedy,
  roomTokens = Number.POSITIVE_INFINITY,
): ModelRequest {
  const { replyCap = 0, thinkingSwitch } = remedy;
  const maxOutputTokens = Math.max(request.maxOutputTokens, Math.min(replyCap, roomTokens));
  const isSaid = saidFields.some((field) => request.extraBody?.[field] !== undefined);
  if (thinkingSwitch === undefined || isSaid) return { ...request, maxOutputTokens };
  return {
    ...request,
    maxOutputTokens,
    extraBody: { ...request.extraBody, ...switchBodies[thinkingSwitch] },
  };
}

/** Describes the remedy that helped, in words; empty if none was needed. */
export function renderRemedy({ replyCap, thinkingSwitch }: Remedy): string {
  const cap = replyCap === undefined ? undefined : `replies of up to ${replyCap} tokens`;
  const off = thinkingSwitch === undefined ? undefined : switchWords[thinkingSwitch];
  return [cap, off].filter((part) => part !== undefined).join(' and ');
}

const switchWords: Readonly<Record<ThinkingSwitch, string>> = {
  'chat-template': 'thinking switched off (chat_template_kwargs)',
  'reasoning-effort-none': 'thinking switched off (reasoning_effort: none)',
  'reasoning-effort-low': 'less thinking (reasoning_effort: low)',
};
