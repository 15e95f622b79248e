// Tells whether a fragment is the lore of a character card.
import type { Fragment } from './fragment.ts';
import type { FragmentStore } from './fragment-store.ts';
import { renderKey } from './render-key.ts';

type Fragments = Pick<FragmentStore, 'findByKey' | 'isCompiled'>;

/** Lore was said by nobody; maintenance may have added to it since. */
export function isLore(fragments: Fragments, key: string): boolean {
  const fragment = fragments.findByKey(key);
  if (fragment === undefined) return false;
  return fragment.sources.length === 0 || (isNamedByKey(fragment) && !fragments.isCompiled(key));
}

/** Whether the shortest text of a fragment is no more than names, as that of lore is. */
export function hasNamesAlone(fragments: Fragments, key: string): boolean {
  const fragment = fragments.findByKey(key);
  return fragment !== undefined && isNamedByKey(fragment) && isLore(fragments, key);
}

/** Whether the first name in the shortest text gave the fragment its key, which may end with a number. */
function isNamedByKey({ key, ambient }: Pick<Fragment, 'key' | 'ambient'>): boolean {
  const stem = ambient
    .split(', ')
    .map(renderKey)
    .find((one) => one !== '');
  return stem !== undefined && key.startsWith(stem) && /^(?:-\d+)?$/u.test(key.slice(stem.length));
}
