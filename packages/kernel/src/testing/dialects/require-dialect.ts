// Lists the servers whose dialects are known, and finds the dialect of each.
import type { Dialect, ServerFlavour } from './dialect.ts';
import { llamaCpp } from './llama-cpp.ts';
import { ollama } from './ollama.ts';
import { koboldCpp, lmStudio, openRouter, plain, tabbyApi, vllm } from './openai-like.ts';

const dialects: Readonly<Record<ServerFlavour, Dialect>> = {
  'llama-cpp': llamaCpp,
  vllm,
  ollama,
  'lm-studio': lmStudio,
  koboldcpp: koboldCpp,
  tabbyapi: tabbyApi,
  openrouter: openRouter,
  plain,
};

export type Flavour = keyof typeof dialects;

/** Every server whose dialect is known; the plain one comes last. */
export const flavours = Object.keys(dialects) as readonly ServerFlavour[];

export function requireDialect(flavour: ServerFlavour): Dialect {
  return dialects[flavour];
}
