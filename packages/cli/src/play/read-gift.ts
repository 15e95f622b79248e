// Reads what is handed over: how many, of what, and to or from whom, such as `2 rope to Hob` or `Hob 2 rope`.

import type { Passing } from '@terrarium/composition/plan-passing';
import { findKnown } from '@terrarium/composition/require-known';
import type { Entity } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';

const persons: ReadonlySet<Entity['type']> = new Set(['npc', 'creature']);
/** A name with capitals before a number, such as `Nab 1 gold`, is somebody's, whether or not the player knows them. */
const somebody = /^(?<who>\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,5}) (?=\d{1,6} )/u;

/** Splits for instance `2 rope to Hob Tanner`; `before` is the word before the person's name. */
export function splitGift(text: string, before: 'to' | 'from'): Passing {
  const written = /^\d{1,6}(?=\s)/u.exec(text)?.[0];
  const count = written === undefined ? undefined : Number(written);
  const rest = text.slice(written?.length ?? 0).trim();
  const mark = ` ${before} `;
  const at = rest.toLowerCase().lastIndexOf(mark);
  if (at < 0) return { count, name: rest, who: undefined };
  return { count, name: rest.slice(0, at).trim(), who: rest.slice(at + mark.length).trim() };
}

/** Does the same as `splitGift`; without `to`, the person may come first, as in `Hob the rope`. */
export function readGift(game: Game, text: string): Passing {
  const gift = splitGift(text, 'to');
  const who = gift.who === undefined && gift.count === undefined ? findReceiver(game, text) : undefined;
  return who === undefined ? gift : { ...splitGift(text.slice(who.length).trim(), 'to'), who };
}

/**
 * The longest beginning that is the name of somebody whom the player knows; something has to follow it. In small
 * letters it is a name only before a number: `old rope` is a rope even if the player knows an Old Hale. If there is
 * none, a name with capitals before a number counts (`somebody`).
 */
function findReceiver(game: Game, text: string): string | undefined {
  const words = text.split(' ');
  const isName = (length: number) =>
    /^\p{Lu}/u.test(text) || (length < words.length - 1 && /^\d{1,6}$/u.test(words[length] ?? ''));
  for (let length = words.length - 1; length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ');
    if (isName(length) && findKnown(game, name, persons) !== undefined) return name;
  }
  return somebody.exec(text)?.groups?.['who'];
}
