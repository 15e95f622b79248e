// Probe context: what every probe of a model works with, and what the earlier probes learnt.

import type { Clock, Ids } from '../../base/environment.ts';
import type {
  LanguageModel,
  Message,
  ModelReply,
  ServerAccount,
  ServerKind,
  ToolDeclaration,
} from '../language-model.ts';

export interface ProbeOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The cap that a run would set. */
  readonly maxOutputTokens: number;
  /** Tokens a prompt may have; if a server does not say its window, one of about that length is tried. */
  readonly promptTokens?: number | undefined;
  readonly temperature: number;
  readonly extraBody: Readonly<Record<string, unknown>>;
  readonly summaryToolChoice: 'auto' | 'none';
  /** How long each reply may take, in milliseconds; what is asked beside the chat has limits of its own. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A reply, and how it came. */
export interface Asked {
  readonly reply: ModelReply;
  /** Pieces of text that came before the reply was whole; 0 if it was not streamed. */
  readonly pieces: number;
  /** Whether thinking was taken for the reply until it ended. */
  readonly wasRetracted: boolean;
  readonly seconds: number;
}

export interface ProbeQuestion {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolDeclaration[];
  readonly toolChoice?: 'auto' | 'none';
  readonly maxOutputTokens?: number;
}

export interface ProbeContext {
  readonly model: LanguageModel;
  readonly options: ProbeOptions;
  /** The first reply, once there is one. */
  opening: Asked | undefined;
  server: ServerAccount | undefined;
  /** Whether requests that list tools are answered at all. */
  takesTools: boolean;
  /** Asks a question that ends when it takes too long, or when the person stops the examination. */
  ask(question: ProbeQuestion): Promise<Asked>;
}

export function buildProbeContext(model: LanguageModel, options: ProbeOptions): ProbeContext {
  return {
    model,
    options,
    opening: undefined,
    server: undefined,
    takesTools: true,
    ask: async ({ messages, tools = [], toolChoice = 'auto', maxOutputTokens }) => {
      const { clock, temperature, extraBody, signal, timeoutMs } = options;
      const limit = AbortSignal.timeout(timeoutMs);
      const began = clock.monotonic();
      let pieces = 0;
      let wasRetracted = false;
      const reply = await model.reply(
        {
          messages,
          tools,
          toolChoice,
          maxOutputTokens: maxOutputTokens ?? options.maxOutputTokens,
          temperature,
          extraBody,
        },
        {
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
          onText: () => {
            pieces += 1;
          },
          onRetract: () => {
            wasRetracted = true;
          },
        },
      );
      return { reply, pieces, wasRetracted, seconds: (clock.monotonic() - began) / 1000 };
    },
  };
}

export function readServerKind(context: ProbeContext): ServerKind {
  return context.server?.kind ?? 'unknown';
}
