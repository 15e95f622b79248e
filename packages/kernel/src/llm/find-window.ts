// Finds the window of a model, and says what is assumed where nobody tells of it.

import type { LanguageModel } from './language-model.ts';

/** Tokens: what the servers people run at home load, or more. */
export const assumedWindow = 16_000;

/** Tokens of prompt and reply together, as the server says; else the assumed ones. Throws what the server throws. */
export async function findWindow(model: LanguageModel, signal?: AbortSignal): Promise<number> {
  return (await model.findContextTokens?.(signal)) ?? assumedWindow;
}
