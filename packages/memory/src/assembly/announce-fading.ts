// Announces pins that are about to fade, also those that found no room: nothing that was pinned goes without a word.

import { renderItemContent } from '../render/render-item.ts';
import type { WakeLine } from '../wake/wake-package.ts';
import { cutText } from './cut-text.ts';
import type { WeightedItem } from './rank-items.ts';
import type { Waking } from './waking.ts';

/** Kept free for the announcement where there is any. */
export const announcementTokens = 100;
const pinsNamed = 4;
const charactersNamed = 80;

/** One line for all of `fading`, the weakest named first; none where there are none. */
export function announceFading(
  fading: readonly WeightedItem[],
  { stores, tokens }: Waking,
): readonly WakeLine[] {
  if (fading.length === 0) return [];
  const weakest = fading.slice(-pinsNamed).reverse();
  const contents = stores.items.readContents(weakest.map(({ item }) => item.id));
  const named = [...contents.values()].map(renderShort);
  const others = fading.length - named.length;
  const line = `\n- pins about to fade unless taken up again: ${named.join('; ')}${others > 0 ? `; and ${others} more` : ''}`;
  const { text } = cutText(line, { maximum: announcementTokens - 10, mark: ' …', tokens });
  return text === '' ? [] : [{ text: text.slice(1), isSecret: false }];
}

function renderShort(item: { readonly content: string }): string {
  const [line = ''] = renderItemContent({ content: item.content.slice(0, 4 * charactersNamed) }).split('\n');
  return `"${line.length > charactersNamed ? `${line.slice(0, charactersNamed).toWellFormed().trimEnd()}…` : line}"`;
}
