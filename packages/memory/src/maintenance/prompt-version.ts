// Prompt version: which texts maintenance asks a model with.

import { hashPrompt } from '@terrarium/kernel/hash-prompt';

/** Of the instructions, of how a batch is laid out, of what is asked once more, and of why something was refused. */
export const promptVersion = hashPrompt([
  new URL('../prompts/maintenance.md', import.meta.url),
  new URL('render-batch.ts', import.meta.url),
  new URL('render-repair.ts', import.meta.url),
  new URL('parse-operations.ts', import.meta.url),
  new URL('operation.ts', import.meta.url),
  new URL('apply-operation.ts', import.meta.url),
]);
