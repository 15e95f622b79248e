// Describes: the place one is in, who is there, what lies about, which ways lead on.

import type { Entity } from '../../state/entity.ts';
import { hashText } from '../chance.ts';
import type { Chronicle } from '../chronicle.ts';
import { grammar } from '../grammar.ts';
import { nameThing } from '../name-noun.ts';
import { renderNoun } from '../noun.ts';
import { nameOf, readText, type Way } from '../world.ts';

export type PlaceKind = 'street' | 'inside' | 'underground' | 'wild';

const kindWords: readonly (readonly [PlaceKind, RegExp])[] = [
  [
    'underground',
    /cellar|cave|mine|crypt|drain|tunnel|vault|under|cistern|ossuary|sewer|conduit|gallery|sluice/i,
  ],
  [
    'inside',
    /inn\b|house|room|hall|shop|tavern|office|chapel|loft|kitchen|tower|library|temple|workshop|store|observatory|museum|theatre|hospital|station|archive/i,
  ],
  [
    'wild',
    /wood|forest|hill|moor|marsh|fen|river|coast|field|path|road|mountain|ford|tor\b|copse|strand|ridge/i,
  ],
];

export function findKind(c: Chronicle, place: Entity | undefined): PlaceKind {
  const known = c.findPlace(place)?.kind;
  if (known !== undefined) return known;
  const words = place === undefined ? '' : `${nameOf(place)} ${readText(place, 'about')}`;
  return kindWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'street';
}

/** A sentence of what the senses meet here. */
export function saySense(c: Chronicle): boolean {
  const { here } = c.world;
  const place = c.findPlace(here);
  const own = place === undefined ? false : c.tellOne(place.senses, `sense/${place.name}`);
  return own || c.say(`sense-${findKind(c, here)}`);
}

export function sayBeat(c: Chronicle): boolean {
  return c.say(`beat-${findKind(c, c.world.here)}`);
}

const hours = [
  [5, 'night'],
  [11, 'morning'],
  [17, 'afternoon'],
  [21, 'evening'],
] as const;

export function sayHour(c: Chronicle): boolean {
  const hour = Math.floor(c.world.minutes / 60) % 24;
  return c.say(`hour-${hours.find(([end]) => hour < end)?.[1] ?? 'night'}`);
}

export function describePlace(c: Chronicle, isNew: boolean): void {
  const { here } = c.world;
  saySense(c);
  if (isNew) saySense(c);
  const about = here === undefined ? '' : readText(here, 'about');
  if (isNew && about !== '' && (c.findPlace(here)?.senses.length ?? 0) === 0) c.tell(endSentence(about));
  sayPresent(c);
  sayThings(c);
  if (isNew) sayWays(c);
}

/** Everyone who is here, two of them at length. */
export function sayPresent(c: Chronicle): void {
  const present = c.world.listPresent();
  if (present.length === 0) return;
  c.paragraph();
  for (const [index, one] of present.slice(0, 4).entries()) {
    const person = c.findPerson(one);
    const isTold =
      index < 2 && person !== undefined && c.tellOne([...person.look, ...person.idle], `look/${person.name}`);
    if (!isTold) c.say('present', { who: c.noun(one) });
  }
}

export function sayIdle(c: Chronicle, one: Entity): boolean {
  const person = c.findPerson(one);
  const who = c.noun(one);
  if (person !== undefined && c.tellOne(person.idle, `idle/${person.name}`, { who })) return true;
  return c.say(one.type === 'creature' ? 'idle-thing' : 'idle', { who });
}

export function sayThings(c: Chronicle): void {
  const lying = c.world.listLying().map(({ name }) => renderNoun(nameThing(name), 'a') ?? name);
  if (lying.length > 0) c.say('things', { things: joinWords(lying.slice(0, 4), 'and') });
}

export function sayWays(c: Chronicle): void {
  const ways = c.world.listOpenWays().map((way) => nameWay(c, way));
  const [only] = ways;
  if (only !== undefined && ways.length === 1) c.say('way-on', { way: only });
  else if (ways.length > 1) c.say('ways', { ways: joinWords(ways.slice(0, 6), 'or') });
}

/** As in "you go …". */
export function nameWay(c: Chronicle, way: Way): string {
  const place = c.world.find(way.to);
  const to = place === undefined ? '' : (renderNoun(c.noun(place), 'the') ?? '');
  const isBare =
    way.name === '' || (place !== undefined && way.name.toLowerCase() === nameOf(place).toLowerCase());
  return isBare ? `to ${to}` : way.name;
}

export function joinWords(items: readonly string[], joiner: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${joiner} ${last}`;
}

export function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…"]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** The voice in which somebody speaks who has none of their own: always the same. */
export function findVoice(one: Entity): string {
  const voices = grammar['voices'] ?? [];
  return voices[hashText(one.id) % Math.max(1, voices.length)] ?? 'dry';
}
