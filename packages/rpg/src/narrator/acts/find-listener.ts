// Finds the listener: whom the player's words are for.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findAbsent, findNamedPerson, findPerson, listNameWords } from '../find-referent.ts';
import { isGone, nameOf } from '../world.ts';

/** Where there is nobody of that name, or nobody at all, that is said. */
export function findListener(c: Chronicle): Entity | undefined {
  const { heard } = c.intent;
  const present = c.world.listPresent();
  const named = findNamedPerson(c, heard, present);
  const absent = named === undefined ? findAbsent(c, heard) : undefined;
  if (absent !== undefined && (present.length === 0 || isAddressed(heard, absent))) {
    c.narrate(isGone(absent) ? 'gone' : 'absent', { who: c.nameNoun(absent) });
    c.happened.isIdle = true;
    return undefined;
  }
  if (named === undefined && isStrangerNamed(c)) {
    c.narrate('nobody');
    c.happened.isIdle = true;
    return undefined;
  }
  const found = named ?? findPerson(c, heard);
  if (found === undefined) {
    c.narrate('nobody-at-all');
    c.happened.isIdle = true;
  }
  return found;
}

/** "ask Perkin for the key", where nobody of the story is called so. */
function isStrangerNamed(c: Chronicle): boolean {
  const asked =
    /\b(?:ask|tell|question|talk to|speak (?:to|with))\s+(\p{Lu}\p{L}+)/iu.exec(c.intent.raw)?.[1] ?? '';
  if (!/^\p{Lu}/u.test(asked) || /^(?:Him|Her|Them|The|About|Me|It)$/i.test(asked)) return false;
  return c.world.listOthers().every((one) => !nameOf(one).toLowerCase().includes(asked.toLowerCase()));
}

/** "ask Nell about Crake" is for Nell, "talk to Crake" for Crake. */
function isAddressed(heard: string, who: Entity): boolean {
  const [first] = heard.split(/ (?:about|of|for|what|where|why|how|who|if) /);
  return listNameWords(nameOf(who)).some(
    (word) => (first ?? '').includes(` ${word} `) || `${first ?? ''} `.includes(` ${word} `),
  );
}
