// Thinking remedies: ways to get an answer from a model that would think until its reply is cut off.

import type { ModelReply, ModelRequest, ServerKind } from './language-model.ts';
import type { ServerNotes, ThinkingSwitch } from './server-notes.ts';

/** What a request gets besides what its asker wants: more room for the reply, less thinking, or both. */
export type Remedy = Pick<ServerNotes, 'replyCap' | 'thinkingSwitch'>;

/** The switches, from the servers' own documents and issue trackers. */
const switchBodies: Readonly<Record<ThinkingSwitch, Readonly<Record<string, unknown>>>> = {
  // vLLM, SGLang, llama.cpp with --jinja, LM Studio: chat templates of Qwen 3, DeepSeek, GLM and others.
  'chat-template': { chat_template_kwargs: { enable_thinking: false } },
  // Ollama under /v1 (ollama/ollama 14820), and hosted models.
  'reasoning-effort-none': { reasoning_effort: 'none' },
  // Models that cannot do without thinking, such as gpt-oss.
  'reasoning-effort-low': { reasoning_effort: 'low' },
};

/** Body fields with which a person has already said how much is to be thought. */
const saidFields = ['chat_template_kwargs', 'reasoning_effort', 'reasoning', 'think', 'thinking'];

/** A reply that went on at four times its cap will hardly ever end. */
const capFactor = 4;
/** Noted in place of a cap that the server refused: no larger one is tried. */
export const refusedCap = 1;
/** A cap that is raised by less than this factor is not worth another request. */
const leastGain = 1.5;

/** Whether the reply reached its cap while it was still thinking: nothing was said, and no tool was called. */
export function isThoughtOut(reply: ModelReply, maxOutputTokens: number): boolean {
  const { text, reasoning, calls, finish, usage } = reply;
  if (finish !== 'length' || text.trim() !== '' || calls.length > 0) return false;
  const isSpent = usage.outputTokens !== 'unknown' && usage.outputTokens >= maxOutputTokens * 0.9;
  return reasoning.trim() !== '' || isSpent;
}

export interface Thought {
  /** The request that was sent, including the remedy. */
  readonly request: ModelRequest;
  /** How many tokens the caller allowed for the reply, before any remedy. */
  readonly wantedTokens: number;
  readonly remedy: Remedy;
  readonly kind: ServerKind;
  /** Tokens of the window that the prompt leaves; undefined if the window is not known. */
  readonly roomTokens: number | undefined;
}

/** What to try next; undefined if nothing is left. */
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

/** A cap that was found for short replies may still be too small for a caller that wants longer ones. */
function findLargerCap({ request, wantedTokens, remedy, roomTokens }: Thought): number | undefined {
  const { replyCap } = remedy;
  const isTried = replyCap !== undefined && (replyCap === refusedCap || replyCap >= wantedTokens * leastGain);
  const larger = Math.min(wantedTokens * capFactor, roomTokens ?? Number.POSITIVE_INFINITY);
  return isTried || larger < request.maxOutputTokens * leastGain ? undefined : larger;
}

/**
 * The remedy that an earlier process tried last, in vain; undefined if it had tried them all, since the model or its
 * server may have changed in the meantime.
 */
export function findTriedBefore({ triedInVain }: ServerNotes): Remedy | undefined {
  return triedInVain?.thinkingSwitch === 'reasoning-effort-low' ? undefined : triedInVain;
}

/**
 * The request with a remedy. What a person has set about thinking stays as it is, and a raised cap is never larger than
 * the room that the window leaves.
 */
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

/** What was found to help, in words; empty if nothing was needed. */
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
