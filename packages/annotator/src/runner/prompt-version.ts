// Prompt version: identifies the texts of a reader's prompts; every run, reply and revision stores it.

import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import { annotatorTools } from '../tools/annotator-tools.ts';

/**
 * Digest of the instructions, of everything that is asked during reading, of the page about tagged updates, and of the
 * tools.
 */
export const promptVersion = hashPrompt(
  [
    new URL('../prompts/', import.meta.url),
    new URL('../context/render-request.ts', import.meta.url),
    new URL('../curator/render-curation.ts', import.meta.url),
    new URL('../curator/parse-decisions.ts', import.meta.url),
  ],
  annotatorTools.map(({ declaration }) => declaration),
);
