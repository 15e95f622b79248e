// Known place: whether everybody knows the name as that of a country, a city, a river or the like.

import { isListed } from './lexicon.ts';

/** The normal form of a name has lost its last s (`athen`, `new orlean`). */
export function isKnownPlace(key: string): boolean {
  const name = key.replaceAll(' ', '-');
  return isListed('knownPlaces', name) || isListed('knownPlaces', `${name}s`);
}
