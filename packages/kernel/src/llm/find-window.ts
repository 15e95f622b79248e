// Finds the window of a model, or assumes one if the server reports none.

import type { LanguageModel } from './language-model.ts';

/** In tokens: what servers that people run at home load at least. */
export const assumedWindow = 16_000;

/** Tokens of prompt and reply together: as the server says, or else as assumed. Throws what the server throws. */
export async function findWindow(model: LanguageModel, signal?: AbortSignal): Promise<number> {
  return (await model.findContextTokens?.(signal)) ?? assumedWindow;
}
