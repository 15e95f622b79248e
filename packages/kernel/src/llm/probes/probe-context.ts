// Probe context: what every probe of a model needs, and what earlier probes have found out.

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
  /** The token limit that a run would set for replies. */
  readonly maxOutputTokens: number;
  /**
   * A prompt may have this many tokens. If a server does not report its window, a prompt of about this length is
   * tried, but with at most 16,000 tokens.
   */
  readonly promptTokens?: number | undefined;
  readonly temperature: number;
  readonly extraBody: Readonly<Record<string, unknown>>;
  readonly summaryToolChoice: 'auto' | 'none';
  /** How long each reply may take, in milliseconds. Other questions to the server have their own time limits. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A reply, and how it arrived. */
export interface Asked {
  readonly reply: ModelReply;
  /** How many pieces of text arrived before the reply was complete; 0 if it was not streamed. */
  readonly pieces: number;
  /** Whether thinking was streamed as if it were the reply, until the end of the thinking showed the mistake. */
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
  /** The first reply; undefined until it has arrived. */
  opening: Asked | undefined;
  server: ServerAccount | undefined;
  /** Whether the server answers requests that list tools. */
  takesTools: boolean;
  /** Asks a question. Rejects if the answer takes too long, or if the person stops the examination. */
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
