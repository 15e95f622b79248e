// Sorts the names of a scene so that each comes behind those whose name it may be.

import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { isEnglishWord, isListed } from './lexicon.ts';

/** Longer and more frequent names first, so that short forms find their owner. */
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

/** `Old Brannick` comes after the Brannick whom the scene names too, and so finds whose name it is. */
function isEpithetOf(key: string, { candidates }: GatheredScene): boolean {
  const [epithet = '', name = '', ...more] = key.split(' ');
  return more.length === 0 && isListed('epithets', epithet) && candidates.has(name) && !isEnglishWord(name);
}

/** Names of two words, titles left out, before single ones; the rest (with link words) last. */
function rankByLength(candidate: Candidate): number {
  const words = candidate.key.split(' ').length - (candidate.titles.size > 0 ? 1 : 0);
  const order = words > 2 ? 0 : words;
  return order * 10_000 + Math.min(candidate.places.length, 9_999);
}
