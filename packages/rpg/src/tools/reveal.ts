// Reveal: shows the player a secret that has come out in the story.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { cutTerms } from '../state/notebook.ts';
import { findSecret } from './notebook.ts';
import { revealSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';

/** Enough for a note whole: what the model may tell now must not end in its midst. */
const longestTold = 1_500;

const input = z.strictObject({ id: z.string().min(1).max(120) });

export const reveal = buildTool<typeof input, Workbench>({
  name: 'reveal',
  description: 'Show the player a note of `<secret>`.',
  isWrite: true,
  input,
  run({ id }, bench) {
    const found = findSecret(bench, id);
    if (!found.ok) return found;
    const { secret } = found;
    revealSecret(bench, secret);
    return { ok: true, say: `The player knows now: ${escapeLine(cutTerms(secret.text), longestTold)}` };
  },
});
