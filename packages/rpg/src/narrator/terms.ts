// Finds the person here whose agreement the story waits for, if the player's words offer terms.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { listCurrentSteps } from './quest-steps.ts';
import { isSame, nameOf } from './world.ts';

const offer =
  / (?:promise|vow|pledge|give (?:you|it) my word|(?:i|we|somebody|someone|one of us) (?:\S+ )?(?:will|ll|shall|would) (?:\S+ )?(?:come|be back|return|visit|sit with|stay with|be expected)|(?:let|set|wish) (?:\S+ ){1,3}(?:go|free)) /;

/** Somebody here whose agreement the story waits for; undefined if there is nobody, or the words offer no terms. */
export function findPartner(c: Chronicle): Entity | undefined {
  const { raw } = c.intent;
  const heard = ` ${raw.toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `;
  if (raw.includes('?') || !offer.test(heard)) return undefined;
  const awaited = listCurrentSteps(c).filter(({ on }) => on === 'settle');
  return c.world.listPresent().find((one) => awaited.some(({ what }) => isSame(what ?? '', nameOf(one))));
}
