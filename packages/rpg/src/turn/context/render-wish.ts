// Renders the player's wish for the constant part of a prompt: word for word, and cut only if it is too long.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Wish } from '../../state/wish.ts';
import { cutText, renderBlock, renderText } from './render-data.ts';

/** A wish of up to this many tokens is in every prompt, uncut. */
export const mostWishTokens = 600;

/** What must never be in the game comes first, and is cut last. */
export function renderWish(wish: Wish): string {
  return renderBlock('wish', renderWishParts(wish));
}

/** Whether the wish is longer than what a prompt shows of it. */
export function isWishCut({ lines, veils, wish }: Wish): boolean {
  return [lines, veils, wish].reduce((sum, text) => sum + estimateTokens(text.trim()), 0) > mostWishTokens;
}

/** One line for each part of the wish that is given. */
export function renderWishParts({ lines, veils, wish }: Wish): readonly string[] {
  const parts = [
    ['never in this game', lines],
    ['only out of sight', veils],
    ['wanted', wish],
  ] as const;
  let left = mostWishTokens;
  return parts.flatMap(([name, text]) => {
    const shown = cutText(text.trim(), left);
    left = Math.max(0, left - estimateTokens(shown));
    return text.trim() === '' ? [] : [`${name}: ${renderText(shown)}`];
  });
}
