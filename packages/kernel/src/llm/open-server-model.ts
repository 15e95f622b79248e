// Opens a server's model for all commands: lost tool calls are rescued, and cut prompts and lost replies are noticed.

import { type AiSdkModelOptions, buildAiSdkModel } from './ai-sdk-model.ts';
import { guardModel } from './guard-model.ts';
import type { LanguageModel } from './language-model.ts';
import { openServerNotebook } from './server-notes.ts';
import { withRescuedCalls } from './with-rescued-calls.ts';

/**
 * Throws the same `UsageError` as `buildAiSdkModel`. What is found out about the server is stored in the person's own
 * notes.
 */
export async function openServerModel(options: AiSdkModelOptions): Promise<LanguageModel> {
  const asked = { model: options.model, baseUrl: options.baseUrl ?? '' };
  const kept = { asked, notebook: openServerNotebook() };
  return guardModel(withRescuedCalls(await buildAiSdkModel(options), kept), kept);
}
