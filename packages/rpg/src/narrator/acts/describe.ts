// Describes: the place one is in, who is there, what lies about, which ways lead on.

import type { Entity } from '../../values/entity.ts';
import { hashText, shuffle } from '../chance.ts';
import type { Chronicle } from '../chronicle.ts';
import { weighName } from '../find-referent.ts';
import { grammar } from '../grammar.ts';
import { nameThing } from '../name-noun.ts';
import { renderNoun } from '../noun.ts';
import { cutPronouns } from '../read-pronouns.ts';
import { isSame, nameOf, readText, type Way } from '../world.ts';

export type PlaceKind = 'street' | 'inside' | 'underground' | 'wild' | 'anywhere';

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
  [
    'street',
    /street|row\b|lane|alley|market|square|yard|court|quay|dock|harbou?r|wharf|bridge|gate|city|town|village|quarter|ward\b|stair|steps/i,
  ],
];

export function findKind(c: Chronicle, place: Entity | undefined): PlaceKind {
  const known = c.findPlace(place)?.kind;
  if (known !== undefined) return known;
  const words = place === undefined ? '' : `${nameOf(place)} ${readText(place, 'about')}`;
  return kindWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'anywhere';
}

/** A sentence of what the senses meet here. */
export function saySense(c: Chronicle): boolean {
  const { here } = c.world;
  const place = c.findPlace(here);
  const own = place === undefined ? false : c.tellOne(place.senses, `sense/${place.name}`);
  return own || c.say(`sense-${findKind(c, here)}`);
}

export function sayBeat(c: Chronicle): boolean {
  if (c.happened.hasStirred) return false;
  c.happened.hasStirred = true;
  return c.say(`beat-${findKind(c, c.world.here)}`);
}

const hours = [
  [5, 'small-hours'],
  [9, 'early'],
  [12, 'morning'],
  [17, 'afternoon'],
  [19, 'evening'],
  [22, 'dusk'],
] as const;

export function sayHour(c: Chronicle): boolean {
  const hour = Math.floor(c.world.minutes / 60) % 24;
  const kind = `hour-${hours.find(([end]) => hour < end)?.[1] ?? 'night'}`;
  const isSaid = (grammar[kind] ?? []).some((line) => c.recent.slice(-4).some((text) => text.includes(line)));
  return !isSaid && c.say(kind);
}

export function describePlace(c: Chronicle, isNew: boolean): void {
  const { here } = c.world;
  const isPlain = here !== undefined && (c.findPlace(here)?.senses.length ?? 0) === 0;
  // What is written of a place of somebody's own goes before what could be said of any.
  const isTold = !isNew && isPlain && sayAbout(c, here);
  if (!isTold) saySense(c);
  if (isNew) saySense(c);
  if (isNew && isPlain) sayAbout(c, here);
  sayPresent(c);
  if (isNew || c.intent.kind === 'look') sayThings(c);
  if (isNew) sayWays(c);
}

/** What is written of a place, where that is more than its name. */
function sayAbout(c: Chronicle, here: Entity): boolean {
  const about = readText(here, 'about');
  const bare = about.replace(/^(?:An?|The) /, '').replace(/[.]$/, '');
  return about !== '' && !isSame(bare, nameOf(here)) && c.tell(endSentence(about));
}

/** Everyone who is here, two of them at length. */
export function sayPresent(c: Chronicle): void {
  const present = c.world.listPresent();
  if (present.length === 0) return;
  c.paragraph();
  for (const [index, one] of present.slice(0, 4).entries()) {
    const person = c.findPerson(one);
    if (index < 2 && sayMoved(c, one)) continue;
    const isTold =
      index < 2 && person !== undefined && c.tellOne([...person.look, ...person.idle], `look/${person.name}`);
    if (!isTold) c.say('present', { who: c.noun(one) });
  }
}

/** Somebody who has come here since, told when the player's character finds them; false for whoever belongs here. */
function sayMoved(c: Chronicle, one: Entity): boolean {
  const here = c.world.here === undefined ? '' : nameOf(c.world.here);
  const plan = c.findPerson(one)?.plans.find(({ to }) => isSame(to, here));
  if (plan === undefined || isSame(c.findPerson(one)?.at ?? '', here)) return false;
  return c.tell(plan.found) || sayIdle(c, one);
}

export function sayIdle(c: Chronicle, one: Entity): boolean {
  if (c.happened.hasStirred) return false;
  c.happened.hasStirred = true;
  const person = c.findPerson(one);
  const who = c.noun(one);
  if (c.world.mode === 'combat' && c.world.opponents.some(({ id }) => id === one.id))
    return c.say('idle-fight', { who });
  if (person !== undefined && c.tellOne(person.idle, `idle/${person.name}`, { who })) return true;
  return c.say(one.type === 'creature' ? 'idle-thing' : 'idle', { who });
}

export function sayThings(c: Chronicle): void {
  const lying = c.world.listLying().map(({ name }) => renderNoun(nameThing(name), 'a') ?? name);
  if (lying.length > 0) c.say('things', { things: joinWords(lying.slice(0, 4), 'and') });
}

export function sayWays(c: Chronicle): void {
  const open = shuffle(c.world.listOpenWays(), `${c.seed}/${c.turn}/ways`);
  const ways = open.map((way) => nameWayWithPlace(c, way));
  const [only] = ways;
  if (only !== undefined && ways.length === 1) c.say('way-on', { way: only });
  else if (ways.length > 1) c.say('ways', { ways: joinWords(ways.slice(0, 6), 'or') });
}

/** The ways on, unless they stood in one of the last turns. */
export function sayWaysAgain(c: Chronicle): void {
  const names = c.world.listOpenWays().map((way) => nameWay(c, way));
  const isKnown = c.recent.slice(-2).some((text) => names.every((name) => text.includes(name)));
  if (!isKnown || names.length === 0) sayWays(c);
}

/** With the place it leads to, where its own name says nothing of it. */
function nameWayWithPlace(c: Chronicle, way: Way): string {
  const name = nameWay(c, way);
  const place = c.world.find(way.to);
  if (place === undefined || weighName(` ${name.toLowerCase()} `, nameOf(place)) > 0) return name;
  return `${name} (${renderNoun(c.noun(place), 'the')})`;
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

/** What somebody is, to stand within a sentence. */
export function readAbout(one: Entity): string {
  const about = cutPronouns(readText(one, 'about')).replace(/[.]$/, '');
  return /^(?:An?|The|Somebody|Someone|One) /.test(about)
    ? about.charAt(0).toLowerCase() + about.slice(1)
    : about;
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
