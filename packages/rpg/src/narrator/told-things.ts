// Finds the thing that was mentioned last, for pronouns such as "it".

import type { Chronicle } from './chronicle.ts';
import type { Thing } from './world.ts';

/** A thing that was mentioned lately, if the object of the deed is only a pronoun, such as "it". */
export function findTold(c: Chronicle, things: readonly Thing[]): Thing | undefined {
  const isAlone = /^ (?:up )?(?:it|that|this|them)(?: up)? (?:again |back |up )?$/.test(c.intent.rest);
  return isAlone ? findLastTold(c, things) : undefined;
}

export function findLastTold(c: Chronicle, things: readonly Thing[]): Thing | undefined {
  const told = c.recent.slice(-3).join(' ').toLowerCase();
  return things.findLast(({ name }) => told.includes(name.toLowerCase()));
}

/** The thing that "it" means among those that the player's character carries: one that the last narrative mentioned. */
export function findToldOwn(c: Chronicle): Thing | undefined {
  if (!/ (?:it|them) /.test(c.intent.rest)) return undefined;
  const told = (c.recent.at(-1) ?? '').toLowerCase();
  return c.world.listHeldBy(c.world.player).findLast(({ name }) => told.includes(name.toLowerCase()));
}

/** The thing that "it" means among those that people here hold: one that was mentioned lately. */
export function findLent(c: Chronicle) {
  if (!/ (?:it|that|this|them) /.test(c.intent.heard)) return undefined;
  const told = c.recent.slice(-3).toReversed().join(' ').toLowerCase();
  for (const who of c.world.listPresent()) {
    const thing = c.world.listHeldBy(who).find(({ name }) => told.includes(name.toLowerCase()));
    if (thing !== undefined) return { who, thing };
  }
  return undefined;
}
