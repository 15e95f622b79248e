// Records a model's replies under keys, and returns a recorded one when the same question is asked again.

import { ProviderError } from '../base/errors.ts';
import type { LanguageModel, ModelReply } from './language-model.ts';

/** The result of a request: a reply, or a refusal after which the run sends another request. */
export type RecordedReply = { readonly reply: ModelReply } | { readonly refused: RecordedRefusal };

export interface RecordedRefusal {
  readonly code: string;
  readonly happened: string;
  readonly todo: string;
}

export interface ReplyRecord {
  /** Returns the key of the next request. */
  readonly nameRequest: () => string;
  readonly find: (key: string) => RecordedReply | undefined;
  /** Records a reply. If undefined, no reply is recorded. */
  readonly record?: (key: string, recorded: RecordedReply) => void;
  readonly findCount: (text: string) => number | undefined;
  readonly recordCount?: (text: string, tokens: number) => void;
}

/** Codes of refusals that a run treats as an answer: it continues with another request. */
const answering: ReadonlySet<string> = new Set(['model.context-overflow', 'model.refuses-tools']);

/** Wraps the model. A request is not sent if its reply is recorded, and the tokens of a text are counted only once. */
export function withRecordedReplies(model: LanguageModel, replies: ReplyRecord): LanguageModel {
  return {
    ...model,
    async reply(request, options) {
      const key = replies.nameRequest();
      const known = replies.find(key);
      if (known !== undefined) return replayReply(known);
      try {
        const reply = await model.reply(request, options);
        replies.record?.(key, { reply });
        return reply;
      } catch (error) {
        if (error instanceof ProviderError && answering.has(error.code)) {
          const { code, happened, todo } = error;
          replies.record?.(key, { refused: { code, happened, todo } });
        }
        throw error;
      }
    },
    async countTokens(text, signal) {
      const known = replies.findCount(text);
      if (known !== undefined) return known;
      const tokens = await model.countTokens?.(text, signal);
      if (tokens !== undefined) replies.recordCount?.(text, tokens);
      return tokens;
    },
  };
}

function replayReply(known: RecordedReply): ModelReply {
  if ('reply' in known) return known.reply;
  throw new ProviderError({ ...known.refused, retryable: false });
}
