// Refuses a reply that is all thinking: for whoever asks once and shows what comes, nothing is no answer.

import { ModelError } from '../base/errors.ts';
import type { LanguageModel, ModelReply } from './language-model.ts';
import { suggestCure } from './server-advice.ts';
import { isThoughtOut } from './thinking-remedies.ts';

/**
 * The model, whose `reply` throws `ModelError` `model.thought-out` where thinking took all of it. A reading judges such
 * replies itself; a talk, a game and maintenance would take the silence for what the model had to say.
 */
export function refuseThoughtOut(model: LanguageModel): LanguageModel {
  return {
    ...model,
    reply: async (request, options) => {
      const reply = await model.reply(request, options);
      if (!isThoughtOut(reply, request.maxOutputTokens)) return reply;
      throw await buildThoughtOutError(model, reply, options?.signal);
    },
  };
}

async function buildThoughtOutError(
  model: LanguageModel,
  { usage }: ModelReply,
  signal: AbortSignal | undefined,
): Promise<ModelError> {
  const server = await model.describeServer?.(signal);
  const tokens = usage.outputTokens === 'unknown' ? '' : ` (${usage.outputTokens} tokens)`;
  const advice = suggestCure('thinking', server?.kind ?? 'unknown');
  return new ModelError({
    code: 'model.thought-out',
    happened: `${model.id} used up its whole reply for thinking${tokens} and said nothing.`,
    todo: `${advice} Or allow longer replies with --max-output-tokens. "terrarium doctor" finds out what helps, and keeps it.`,
  });
}
