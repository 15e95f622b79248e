// The tool `reveal`: shows the player a secret that has come out in the story.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { cutTerms, readNotebook } from '../state/notebook.ts';
import { findSecret } from './notebook.ts';
import { revealSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';

/** Long enough for nearly every note, so that what the model may now tell is seldom cut off. */
const longestTold = 1_500;

const input = z.strictObject({ id: z.string().min(1).max(120) });

/**
 * Whether there was a note with this number that is no longer a secret. Numbers are given in order, so every number up
 * to the highest has been given.
 */
function isFormer({ state }: Workbench, id: string): boolean {
  const { secrets } = readNotebook(state);
  const number = readNumber(id);
  const isOpen = secrets.some((one) => !one.isRevealed && readNumber(one.id) === number);
  return !isOpen && secrets.some((one) => readNumber(one.id) >= number);
}

function readNumber(id: string): number {
  return Number(/^(?:secret:)?s?(\d{1,6})$/iu.exec(id.trim())?.[1] ?? Number.NaN);
}

export const reveal = buildTool<typeof input, Workbench>({
  name: 'reveal',
  description: 'Show the player a note of `<secret>`.',
  isWrite: true,
  input,
  run({ id }, bench) {
    const found = findSecret(bench, id);
    // This is not refused: the same reply has often revealed the secret already, so another reply could not improve
    // anything.
    if (!found.ok && isFormer(bench, id)) return { ok: true, say: found.say };
    if (!found.ok) return found;
    const { secret } = found;
    revealSecret(bench, secret);
    return { ok: true, say: `The player knows now: ${escapeLine(cutTerms(secret.text), longestTold)}` };
  },
});
