// Finds the window of a model, or assumes a window if the server reports none.

import type { LanguageModel } from './language-model.ts';

/** In tokens: the smallest window that servers at home usually load. */
export const assumedWindow = 16_000;

/**
 * The tokens for prompt and reply together: what the server reports or, if it reports nothing, `assumedWindow`. Throws
 * the errors of `findContextTokens`.
 */
export async function findWindow(model: LanguageModel, signal?: AbortSignal): Promise<number> {
  return (await model.findContextTokens?.(signal)) ?? assumedWindow;
}
