// Owned places: finds the name of an owner with the capitalised word for what they own (`Hobb’s House`).

import { isListed } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/** Returns `hobb house` for `Hobb’s House`, if the possessive ending is at the index; otherwise undefined. */
export function findOwned(tokens: readonly Token[], index: number): string | undefined {
  const [owner, mark, owned] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!/^['’]s$/.test(mark?.text ?? '') || owner?.isCapital !== true || owned?.isCapital !== true)
    return undefined;
  return `${owner.lower} ${owned.lower}`;
}

/** Lists the pairs of an owner and a word for a place, such as `hobb house`, once for each occurrence. */
export function listOwnedPlaces(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((_, index) => {
    const owned = findOwned(tokens, index);
    return owned !== undefined && isListed('placeWords', tokens[index + 1]?.lower ?? '') ? [owned] : [];
  });
}
