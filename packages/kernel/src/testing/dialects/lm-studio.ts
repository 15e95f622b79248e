// The dialect of LM Studio: refuses a stream inside the stream, under status 200, as an event called `error`.
// Sources: lmstudio-ai/lmstudio-bug-tracker issues 546 and 237 (its words), 2322 (status 200), 2339 (an empty reply), 1024 (unloaded),
// 1592 (all in `reasoning_content`), 1620 (generation failed); nugget/thane-ai-agent pull 1395 (the event).

import { type Dialect, listModels } from './dialect.ts';
import { plain } from './plain.ts';

export const lmStudio: Dialect = {
  ...plain,
  usage: 'without-cache',
  streamError: 'event',
  refusesInStream: true,
  renderLongPrompt: ({ contextTokens, promptTokens }) => ({
    error: `Trying to keep the first ${promptTokens} tokens when context the overflows. However, the model is loaded with context length of only ${contextTokens} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.`,
  }),
  renderError: ({ message }) => ({ error: message }),
  routes: {
    'GET /v1/models': listModels,
    'GET /api/v0/models': ({ models, contextTokens }) => ({
      object: 'list',
      data: models.map((id) => ({
        id,
        state: 'loaded',
        max_context_length: contextTokens * 4,
        loaded_context_length: contextTokens,
      })),
    }),
  },
  faults: {
    unloaded: { kind: 'status', status: 400, message: 'Model is unloaded.' },
    'unloaded in the stream': { kind: 'error-in-stream', message: 'Model is unloaded.' },
    'generation failed': { kind: 'error-in-stream', message: 'Generation failed' },
    crashed: {
      kind: 'status',
      status: 400,
      message: 'The model has crashed without additional information. (Exit code: 18446744072635812000)',
    },
  },
};
