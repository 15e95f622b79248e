// Sorts the names of a scene so that a single word comes after the names of two words for which it may be short.

import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { isEnglishWord, isListed } from './lexicon.ts';

/**
 * Names of two words come first, then single words, then longer names; in each of these groups, the frequent names come
 * first. Names with an epithet before another name come last. So short forms find their owner.
 */
export function sortForGrouping(
  candidates: readonly Candidate[],
  scene: GatheredScene,
): readonly Candidate[] {
  const fond = new Set(candidates.filter(({ key }) => isEpithetOf(key, scene)));
  return candidates.toSorted(
    (one, other) =>
      Number(fond.has(one)) - Number(fond.has(other)) || rankByLength(other) - rankByLength(one),
  );
}

/**
 * Whether a name consists of an epithet and a name that the scene also has alone: `Old Brannick` is sorted behind
 * Brannick, so that it is recognised as a name of Brannick.
 */
function isEpithetOf(key: string, { candidates }: GatheredScene): boolean {
  const [epithet = '', name = '', ...more] = key.split(' ');
  return more.length === 0 && isListed('epithets', epithet) && candidates.has(name) && !isEnglishWord(name);
}

/**
 * Ranks names of two words, not counting a title, before single words, and longer names last; among equals, frequent
 * names come first.
 */
function rankByLength(candidate: Candidate): number {
  const words = candidate.key.split(' ').length - (candidate.titles.size > 0 ? 1 : 0);
  const order = words > 2 ? 0 : words;
  return order * 10_000 + Math.min(candidate.places.length, 9_999);
}
