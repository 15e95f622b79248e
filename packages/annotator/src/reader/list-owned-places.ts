// Owned places: where a sentence has the name of an owner and then, with a capital too, what they own (`Hobb’s House`).

import { isListed } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/** `hobb house` for `Hobb’s House`, where the possessive ending is at the index; undefined for anything else. */
export function findOwned(tokens: readonly Token[], index: number): string | undefined {
  const [owner, mark, owned] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!/^['’]s$/.test(mark?.text ?? '') || owner?.isCapital !== true || owned?.isCapital !== true)
    return undefined;
  return `${owner.lower} ${owned.lower}`;
}

/** Every owner that is followed by a word for a place, once for each time that this occurs. */
export function listOwnedPlaces(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((_, index) => {
    const owned = findOwned(tokens, index);
    return owned !== undefined && isListed('placeWords', tokens[index + 1]?.lower ?? '') ? [owned] : [];
  });
}
