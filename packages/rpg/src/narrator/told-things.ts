// Finds the thing that was mentioned last, for pronouns such as "it".

import type { Chronicle } from './chronicle.ts';
import type { Thing } from './world.ts';

/** The thing that was mentioned last, if the object of the deed is only a pronoun, such as "it". */
export function findTold(c: Chronicle, things: readonly Thing[]): Thing | undefined {
  const isAlone = /^ (?:up )?(?:it|that|this|them)(?: up)? (?:again |back |up )?$/.test(c.intent.rest);
  return isAlone ? findLastTold(c, things) : undefined;
}

export function findLastTold(c: Chronicle, things: readonly Thing[]): Thing | undefined {
  return findLastNamed(
    c.recent.slice(-3),
    things.map((thing) => ({ thing })),
  )?.thing;
}

/** The thing that "it" means among those that the player's character carries: the one mentioned last. */
export function findToldOwn(c: Chronicle): Thing | undefined {
  if (!/ (?:it|them) /.test(c.intent.rest)) return undefined;
  const own = c.world.listHeldBy(c.world.player).map((thing) => ({ thing }));
  return findLastNamed(c.recent.slice(-1), own)?.thing;
}

/** The thing that "it" means among those that people here hold: the one mentioned last. */
export function findLent(c: Chronicle) {
  if (!/ (?:it|that|this|them) /.test(c.intent.heard)) return undefined;
  const held = c.world
    .listPresent()
    .flatMap((who) => c.world.listHeldBy(who).map((thing) => ({ who, thing })));
  return findLastNamed(c.recent.slice(-3), held);
}

/** The choice whose thing these texts name last; of names that end at the same word, the longest. */
function findLastNamed<Choice extends { readonly thing: Thing }>(
  told: readonly string[],
  choices: readonly Choice[],
): Choice | undefined {
  const text = told.join(' ').toLowerCase();
  const named = choices.flatMap((choice) => {
    const name = choice.thing.name.toLowerCase();
    const at = text.lastIndexOf(name);
    return at < 0 ? [] : [{ choice, end: at + name.length, length: name.length }];
  });
  return named.toSorted((one, other) => other.end - one.end || other.length - one.length)[0]?.choice;
}
