// Tells whether a scene uses a name for a whole family (`the Ambersons`).

import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { isKnownPlace } from './is-known-place.ts';
import { isEnglish } from './lexicon.ts';

/**
 * Whether the name means a family, as `the Ambersons` does, rather than one person, as `Agnes` does, or a well-known
 * place.
 */
export function isFamily(scene: GatheredScene, candidate: Candidate): boolean {
  if (candidate.key.endsWith('s') || candidate.key.includes(' ') || isKnownPlace(candidate.key)) return false;
  // `the Lowlands` are a part of a country, but `the Hollands` may be a family.
  if (candidate.key.endsWith('land') && isEnglish(candidate.key)) return false;
  const plural = candidate.places.filter(({ mention }) => /s$/.test(mention.text));
  const several = plural.filter(({ sentence, mention }) =>
    /^(?:the|these|those|all|both|two|three)$/.test(
      scene.sentences[sentence]?.tokens[mention.head - 1]?.lower ?? '',
    ),
  );
  return plural.length * 2 > candidate.places.length && several.length * 2 > plural.length;
}
