// Matching: which of the active items a modifier means, by the words both share.

import type { WorkingItem } from './item.ts';
import { listWords, measureOverlap, normalise } from './normal-form.ts';

/** Less than this in common is no match. */
const leastOverlap = 0.15;

export type Match =
  | { readonly outcome: 'found'; readonly item: WorkingItem }
  | { readonly outcome: 'missed' }
  | { readonly outcome: 'tied'; readonly items: readonly WorkingItem[] };

/** The best match; several that are equally good are a tie, for which nobody guesses. */
export function chooseItem(words: string, items: readonly WorkingItem[]): Match {
  const wanted = listWords(normalise(words));
  const weighed = items.map((item) => ({
    item,
    overlap: measureOverlap(wanted, listWords(item.normalForm)),
  }));
  const best = weighed.reduce((most, { overlap }) => Math.max(most, overlap), 0);
  if (best < leastOverlap) return { outcome: 'missed' };
  const [first, ...others] = weighed.filter(({ overlap }) => overlap === best).map(({ item }) => item);
  if (first === undefined) return { outcome: 'missed' };
  return others.length === 0
    ? { outcome: 'found', item: first }
    : { outcome: 'tied', items: [first, ...others] };
}
