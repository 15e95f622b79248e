// Builds the error for a prompt that the server read only in part, with advice for this kind of server.

import { ProviderError } from '../base/errors.ts';
import type { ServerKind } from './language-model.ts';

export interface CutPrompt {
  readonly leastTokens: number;
  readonly countedTokens: number;
  /** The server's window in tokens, reported or estimated. */
  readonly windowTokens: number;
  readonly kind: ServerKind;
}

/** Usual sizes of windows, in tokens. The first one is large enough for requests with the default settings. */
const sizes = [32_768, 65_536, 131_072, 262_144];
/** In tokens. A smaller window has no room for instructions, a scene and a reply. */
const leastUsable = 4_096;
const promptShare = 0.6;
const replyShare = 0.25;

export function buildCutError(prompt: CutPrompt): ProviderError {
  const { leastTokens, windowTokens, kind } = prompt;
  const needed = sizes.find((size) => size > leastTokens * 1.5) ?? Math.ceil(leastTokens * 1.5);
  return new ProviderError({
    code: 'model.prompt-cut',
    happened: `The server read only part of the prompt and did not say so: ${describeCut(prompt)}. The reply does not count.`,
    todo: `${suggestWindow(kind, needed)}${suggestStayingBelow(windowTokens)}`,
    retryable: false,
  });
}

function describeCut({ leastTokens, countedTokens, windowTokens }: CutPrompt): string {
  if (countedTokens >= leastTokens)
    return `the prompt filled its window of about ${windowTokens} tokens, which left no room for a reply`;
  const sent = Math.floor(leastTokens / 100) * 100;
  return `it counted ${countedTokens} tokens although at least ${sent} were sent, so it has a window of about ${windowTokens}`;
}

function suggestStayingBelow(windowTokens: number): string {
  if (windowTokens < leastUsable) return '';
  const [prompt, reply] = [promptShare, replyShare].map((share) => Math.floor(windowTokens * share));
  return ` Or keep prompts below its window with --context-budget ${prompt} --max-output-tokens ${reply}.`;
}

/** Says how to give the server a larger window, and names the option of this kind of server. */
export function suggestWindow(kind: ServerKind, tokens: number): string {
  switch (kind) {
    case 'ollama':
      return `Set OLLAMA_CONTEXT_LENGTH=${tokens} for the Ollama server and restart it.`;
    case 'llama-cpp':
      return `Start llama-server with -c ${tokens} (slots share it: with -np 4 each has a quarter).`;
    case 'lm-studio':
      return `Load the model in LM Studio with a context length of ${tokens}.`;
    case 'koboldcpp':
      return `Start KoboldCpp with --contextsize ${tokens}.`;
    case 'vllm':
      return `Start vLLM with --max-model-len ${tokens}.`;
    case 'unknown':
      return `Load the model with a context of ${tokens} tokens (Ollama: OLLAMA_CONTEXT_LENGTH=${tokens}; llama.cpp: -c ${tokens}).`;
  }
}
