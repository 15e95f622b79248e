// Prompt version: which texts a turn was told with.

import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import { gameTools } from '../tools/game-tools.ts';

/** Of the instructions, of all that is asked in a turn, of how the prompt is laid out, of what the audit says, of the tools. */
export const promptVersion = hashPrompt(
  [
    new URL('./prompts/', import.meta.url),
    new URL('./context/', import.meta.url),
    new URL('./audit/', import.meta.url),
  ],
  gameTools.map(({ declaration }) => declaration),
);
