// Score: how present a thing is in mind at a moment; pure arithmetic, without clock or store.

import { explainScore } from './explain-score.ts';
import type { DecayProfile } from './profile.ts';
import type { Moment, ScoredThing } from './scored-thing.ts';

/** From 0 (gone) to 1 (just now). Under the profile's threshold a thing is no candidate for being woken with. */
export function score(thing: ScoredThing, moment: Moment, profile: DecayProfile): number {
  return explainScore(thing, moment, profile).score;
}
