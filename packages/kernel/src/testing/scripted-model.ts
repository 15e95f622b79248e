// Scripted model: answers requests from a script, and fails on an unplanned request and on an unused step.

import { Bug } from '../base/errors.ts';
import type {
  FinishReason,
  LanguageModel,
  ModelReply,
  ModelRequest,
  ModelUsage,
  ReplyOptions,
  ToolCall,
} from '../llm/language-model.ts';

/** The parts of a reply that a test specifies. The rest is filled in. */
export interface ScriptedReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly finish?: FinishReason;
  readonly usage?: ModelUsage;
}

export interface ScriptedCall {
  /** By default, the calls are numbered over the whole script: `call-1`, `call-2`, … */
  readonly id?: string;
  readonly name: string;
  /** An object is written as JSON. A text is returned as it is, whether it is valid JSON or not. */
  readonly arguments: string | Readonly<Record<string, unknown>>;
}

/** A reply, an error to throw, or a function that makes one of them from the request. */
export type ScriptStep = ScriptedReply | Error | ((request: ModelRequest) => ScriptedReply | Error);

export interface ScriptedModel extends LanguageModel {
  /** The requests that the model got, in order. */
  readonly requests: readonly ModelRequest[];
  /** Throws unless every step of the script was used. */
  assertDone(): void;
}

export interface ScriptedModelOptions {
  readonly id?: string;
  readonly contextTokens?: number;
  readonly countTokens?: (text: string) => number;
}

const unknownUsage: ModelUsage = {
  promptTokens: 'unknown',
  cachedTokens: 'unknown',
  outputTokens: 'unknown',
};

/** A model that answers with `script`, one step for each request. */
export function buildScriptedModel(
  script: readonly ScriptStep[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  const nextCallId = buildCallIds();
  const { contextTokens, countTokens } = options;
  return {
    id: options.id ?? 'scripted:model',
    requests,
    async reply(request: ModelRequest, replyOptions: ReplyOptions = {}) {
      replyOptions.signal?.throwIfAborted();
      const step = script[requests.length];
      requests.push(request);
      if (step === undefined) {
        throw new Bug(
          `Unplanned call ${requests.length} of the model; the script has ${script.length} steps.`,
        );
      }
      const result = typeof step === 'function' ? step(request) : step;
      if (result instanceof Error) throw result;
      const reply = completeReply(result, nextCallId);
      if (reply.text !== '') replyOptions.onText?.(reply.text);
      return reply;
    },
    assertDone() {
      const unused = script.length - requests.length;
      if (unused > 0) throw new Bug(`${unused} of the script's ${script.length} steps were never used.`);
    },
    ...(contextTokens === undefined ? {} : { findContextTokens: async () => contextTokens }),
    ...(countTokens === undefined ? {} : { countTokens: async (text: string) => countTokens(text) }),
  };
}

function completeReply(scripted: ScriptedReply, nextCallId: () => string): ModelReply {
  const calls = (scripted.calls ?? []).map((call): ToolCall => {
    const raw = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
    return { id: call.id ?? nextCallId(), name: call.name, arguments: raw };
  });
  return {
    text: scripted.text ?? '',
    reasoning: scripted.reasoning ?? '',
    calls,
    finish: scripted.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
    usage: scripted.usage ?? unknownUsage,
  };
}

function buildCallIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `call-${count}`;
  };
}
