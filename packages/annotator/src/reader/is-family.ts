// Family: whether a scene uses a name for all of a family (`the Ambersons`).

import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { isKnownPlace } from './is-known-place.ts';

/** `the Ambersons` are a family: unlike `Agnes`, the name is not one person's, nor one that everybody knows as a place. */
export function isFamily(scene: GatheredScene, candidate: Candidate): boolean {
  if (candidate.key.endsWith('s') || candidate.key.includes(' ') || isKnownPlace(candidate.key)) return false;
  const plural = candidate.places.filter(({ mention }) => /s$/.test(mention.text));
  const several = plural.filter(({ sentence, mention }) =>
    /^(?:the|these|those|all|both|two|three)$/.test(
      scene.sentences[sentence]?.tokens[mention.head - 1]?.lower ?? '',
    ),
  );
  return plural.length * 2 > candidate.places.length && several.length * 2 > plural.length;
}
