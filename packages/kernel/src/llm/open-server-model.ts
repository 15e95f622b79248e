// Opens a server's model as every command asks it: lost tool calls are rescued, cut prompts and lost replies noticed.

import { type AiSdkModelOptions, buildAiSdkModel } from './ai-sdk-model.ts';
import { guardModel } from './guard-model.ts';
import type { LanguageModel } from './language-model.ts';
import { openServerNotebook } from './server-notes.ts';
import { withRescuedCalls } from './with-rescued-calls.ts';

/** Throws `UsageError` as `buildAiSdkModel` does. What is found out about the server is kept in the person's own record. */
export async function openServerModel(options: AiSdkModelOptions): Promise<LanguageModel> {
  const asked = { model: options.model, baseUrl: options.baseUrl ?? '' };
  const kept = { asked, notebook: openServerNotebook() };
  return guardModel(withRescuedCalls(await buildAiSdkModel(options), kept), kept);
}
