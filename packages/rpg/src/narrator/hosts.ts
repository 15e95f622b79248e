// Hosts: tells whether somebody keeps an inn.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { smallWords } from './grammar.ts';
import { nameOf, readText } from './world.ts';

export function isHost(c: Chronicle, who: Entity): boolean {
  const role = c.findPerson(who)?.role ?? '';
  const { here } = c.world;
  const house = here === undefined ? '' : `${nameOf(here)} ${readText(here, 'about')}`;
  const isOfHouse = hasWord(house, [nameOf(who).split(' ').at(-1) ?? '']);
  return (
    hasWord(`${role} ${readText(who, 'about')}`, smallWords.host) ||
    (isOfHouse && hasWord(house, smallWords.host))
  );
}

export function hasWord(text: string, words: readonly string[]): boolean {
  const heard = text.toLowerCase().split(/[^\p{L}]+/u);
  return words.some((word) => heard.includes(word.toLowerCase()));
}
