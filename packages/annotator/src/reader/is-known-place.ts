// Tells whether a name is that of a well-known country, city, river or the like.

import { isListed } from './lexicon.ts';

/** The key is a normal form without a final s (`athen`, `new orlean`). */
export function isKnownPlace(key: string): boolean {
  const name = key.replaceAll(' ', '-');
  return isListed('knownPlaces', name) || isListed('knownPlaces', `${name}s`);
}
