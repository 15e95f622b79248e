// Renders for a prompt what must never be in a game that is being prepared, and what may happen only out of sight.

import type { Wish } from '../state/wish.ts';
import { renderBlock } from '../turn/context/render-data.ts';
import { renderWishParts } from '../turn/context/render-wish.ts';

export type Limits = Pick<Wish, 'lines' | 'veils'>;

/** The block, with a line break after it; empty if there are no limits. */
export function renderLimits(limits: Limits | undefined): string {
  const parts = limits === undefined ? [] : renderWishParts({ ...limits, wish: '' });
  return parts.length === 0 ? '' : `${renderBlock('limits', parts)}\n`;
}
