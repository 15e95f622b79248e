// Refuses a reply that consists only of thinking, since it contains no answer.

import { ModelError } from '../base/errors.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './language-model.ts';
import { suggestCure } from './server-advice.ts';
import { isThoughtOut } from './thinking-remedies.ts';

/** Throws `ModelError` `model.thought-out` if the reply contains only thinking. */
export async function refuseThoughtOut(
  model: LanguageModel,
  { request, reply }: { readonly request: ModelRequest; readonly reply: ModelReply },
  signal?: AbortSignal,
): Promise<void> {
  if (!isThoughtOut(reply, request.maxOutputTokens)) return;
  const { outputTokens } = reply.usage;
  const server = await model.describeServer?.(signal);
  const tokens = outputTokens === 'unknown' ? '' : ` (${outputTokens} tokens)`;
  const advice = suggestCure('thinking', server?.kind ?? 'unknown');
  throw new ModelError({
    code: 'model.thought-out',
    happened: `${model.id} used its whole reply for thinking${tokens} and said nothing.`,
    todo: `${advice} Or allow longer replies with --max-output-tokens. "terrarium doctor" finds out what helps and remembers it.`,
  });
}
