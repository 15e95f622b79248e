// Renders items that were not taken, each with what was wrong with it, for the model that wrote them.

import { escapeJson, escapeTags } from '@terrarium/kernel/foreign-text';
import type { RefusedItem } from './extracted-item.ts';

const mostShown = 12;

export function renderRefused(refused: readonly RefusedItem[]): string {
  return refused
    .slice(0, mostShown)
    .map(({ item, say }) => `- ${escapeJson(item)}\n  ${escapeTags(say)}`)
    .join('\n');
}
