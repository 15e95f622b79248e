// Finds the person, thing or way that the player's words name or describe.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { smallWords } from './grammar.ts';
import { menWords, somebodyWords, womenWords } from './somebody-words.ts';
import { isSame, nameOf, type Thing, type Way, type World } from './world.ts';

const bareWords = new Set('the and for with from into out old his her back'.split(' '));

export function listNameWords(name: string): readonly string[] {
  return name
    .toLowerCase()
    .replace(/'s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !bareWords.has(word));
}

/** How clearly a text mentions a name: 0 if it does not mention the name; the whole name scores more than one of its words. */
export function scoreName(heard: string, name: string): number {
  const whole = ` ${name
    .toLowerCase()
    .replace(/'s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  if (heard.includes(whole)) return 10 + whole.length;
  const nameWords = listNameWords(name);
  const found = nameWords.filter((word) => heard.includes(` ${word} `) || heard.includes(` ${word}s `));
  return found.length === 0 ? 0 : 2 + found.length;
}

function findBest<T>(items: readonly T[], weigh: (item: T) => number): T | undefined {
  let best: T | undefined;
  let most = 0;
  for (const item of items) {
    const weight = weigh(item);
    if (weight > most) {
      most = weight;
      best = item;
    }
  }
  return best;
}

/** The person among `among` whom the words name or describe most clearly; undefined if they mean none. */
export function findNamedPerson(c: Chronicle, heard: string, among: readonly Entity[]): Entity | undefined {
  return findBest(among, (entity) => {
    const person = c.findPerson(entity);
    const role = person?.role?.replace(/^the /, '') ?? '';
    const last = role.split(' ').at(-1) ?? '';
    const byRole = role !== '' && heard.includes(somebodyAlone.has(last) ? ` ${role} ` : ` ${last} `) ? 2 : 0;
    return Math.max(scoreName(heard, nameOf(entity)), byRole, scoreLook(c, heard, entity));
  });
}

/**
 * If a role ends with one of these words, this word is not enough to mean the person: "the man" need not be the blind
 * man.
 */
const somebodyAlone = new Set(['man', 'woman', 'person', 'one', 'stranger']);
const somebody = new RegExp(` (?:old |young )?(${somebodyWords}|one) `);
const male = new Set(menWords);
const female = new Set(womenWords);

/**
 * Scores how well the words describe somebody without a name: "the old fellow on the settle" fits a man whose look
 * mentions a settle.
 */
function scoreLook(c: Chronicle, heard: string, entity: Entity): number {
  const [, word = ''] = somebody.exec(heard) ?? [];
  const person = c.findPerson(entity);
  if (word === '' || person === undefined || entity.type !== 'npc') return 0;
  const { gender } = c.nameNoun(entity);
  if ((male.has(word) && gender === 'she') || (female.has(word) && gender === 'he')) return 0;
  const text = ` ${[entity.sheet['about'], ...person.look, ...person.idle]
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')} `;
  const isOld =
    heard.includes(` old ${word} `) && ` ${person.role ?? ''} ${entity.sheet['about']} `.includes(' old ');
  if (isOld) return 2;
  const behind = heard.slice(heard.indexOf(` ${word} `) + word.length + 1);
  const said = / (?:with|on|by|in|at|near|who) (?:\S+ ){1,5}/.exec(behind)?.[0].trim().split(' ') ?? [];
  const shared = said.filter(
    (one) => one.length > 3 && !smallWords.stop.includes(one) && text.includes(` ${one} `),
  );
  return shared.length > 0 ? 1 + shared.length : 0;
}

/** Whether the words describe somebody without naming them, as "the small woman" does. */
export function isSomebody(heard: string): boolean {
  return somebody.test(heard) && !/ (?:one|person|figure) /.test(heard);
}

const anybody =
  / (?:everyone|everybody|anyone|anybody|someone|somebody|whoever|people|them|him|her|all|first|nearest) /;

/** Whether the words mean somebody here without naming them: "the nearest person", "everybody", "her". */
export function isPersonMeant(c: Chronicle, heard: string): boolean {
  return (anybody.test(heard) || somebody.test(heard)) && c.world.listPresent().length > 0;
}

/**
 * The only person among `among` who fits a word such as "man" or "woman" in the words; undefined if several do, or
 * none.
 */
export function findOnlySuch(c: Chronicle, heard: string, among: readonly Entity[]): Entity | undefined {
  const such = listSuch(c, heard, among);
  return such.length === 1 ? such[0] : undefined;
}

function listSuch(c: Chronicle, heard: string, among: readonly Entity[]): readonly Entity[] {
  const [, word = ''] = somebody.exec(heard) ?? [];
  if (!male.has(word) && !female.has(word)) return [];
  const sex = male.has(word) ? 'he' : 'she';
  return among.filter((one) => one.type === 'npc' && c.nameNoun(one).gender === sex);
}

/**
 * The person here whom the words name or mean by a pronoun. Without a name or pronoun, it is whoever spoke or was named
 * last.
 */
export function findPerson(c: Chronicle, heard: string): Entity | undefined {
  const present = c.world.listPresent();
  const named = findNamedPerson(c, heard, present);
  if (named !== undefined) return named;
  const addressed = present.find(({ id }) => id === c.addressed);
  const pronoun = readPronoun(heard);
  if (addressed !== undefined && pronoun !== undefined && c.nameNoun(addressed).gender === pronoun)
    return addressed;
  const people = present.filter(({ type }) => type === 'npc');
  return findImplied(c, heard, people.length > 0 ? people : present);
}

/** How many narratives back a pronoun may reach. */
const mostBack = 3;

/**
 * The person among `among` whom words without a name mean; if there is only one, it is this one. Of several, a pronoun
 * means the only one whom it fits, or of these the one named last; undefined if there is none. Without a pronoun, it is
 * whoever spoke or was named last, or else the first one.
 */
export function findImplied(c: Chronicle, heard: string, among: readonly Entity[]): Entity | undefined {
  const pronoun = among.length > 1 ? readPronoun(heard) : undefined;
  if (pronoun === undefined)
    return findLastSpeaker(c, among) ?? findLastNamed(c, among, c.recent.at(-1)) ?? among[0];
  const meant = listMeant(c, pronoun, among);
  const recent = c.recent.slice(-mostBack).toReversed();
  for (const told of meant.length > 1 ? recent : []) {
    const last = findLastNamed(c, meant, told);
    if (last !== undefined) return last;
  }
  return meant.length === 1 ? meant[0] : undefined;
}

/**
 * Who among these people spoke last: the one whose name stands beside a quotation later than any other, in this
 * narrative or one of the last two.
 */
export function findLastSpeaker(c: Chronicle, among: readonly Entity[]): Entity | undefined {
  for (const told of [...c.recent.slice(-2), c.text].toReversed()) {
    const spoken = told.split(/(?<=[.!?…]["”]?)\s+/u).filter((sentence) => /["“”]/u.test(sentence));
    for (const sentence of spoken.toReversed()) {
      const who = findLastNamed(c, among, sentence.replace(/["“][^"“”]*(?:["”]|$)/gu, ' '));
      if (who !== undefined) return who;
    }
  }
  return undefined;
}

/** Whether several people are here, and it is unclear which one a pronoun or a word such as "woman" means. */
export function isUnclear(c: Chronicle, heard: string): boolean {
  const present = c.world.listPresent();
  if (present.length < 2) return false;
  if (readPronoun(heard) !== undefined && findPerson(c, heard) === undefined) return true;
  return listSuch(c, heard, present).length > 1 && findNamedPerson(c, heard, present) === undefined;
}

function findLastNamed(c: Chronicle, among: readonly Entity[], told = ''): Entity | undefined {
  const text = normaliseTold(told);
  return findBest(among, (entity) => {
    const noun = c.nameNoun(entity);
    const names = [noun.name, noun.short ?? noun.name, noun.role ?? noun.name].map((name) =>
      text.lastIndexOf(normaliseTold(name)),
    );
    return 1 + Math.max(...names);
  });
}

/** The words alone, each with a blank before and after it, so that "Wat" is not found in "water". */
function normaliseTold(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/['’]s\b/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return ` ${words.trim()} `;
}

/** The pronoun for a man or for a woman in the words; undefined if they have neither or both. */
function readPronoun(heard: string): 'he' | 'she' | undefined {
  const [isHe, isShe] = [/ (?:he|him|his|himself) /.test(heard), / (?:she|hers?|herself) /.test(heard)];
  if (isHe === isShe) return undefined;
  return isHe ? 'he' : 'she';
}

/** The people with this pronoun; if there are none, those who are called "they" or "it". */
function listMeant(c: Chronicle, pronoun: string, among: readonly Entity[]): readonly Entity[] {
  const list = (...kinds: readonly string[]) => among.filter((one) => kinds.includes(c.nameNoun(one).gender));
  const sure = list(pronoun);
  return sure.length > 0 ? sure : list('they', 'it');
}

/** The person whom the words name or mean by a role, among those who are elsewhere or gone. */
export function findAbsent(c: Chronicle, heard: string): Entity | undefined {
  const { here } = c.world;
  const elsewhere = c.world
    .listOthers()
    .filter(({ sheet }) => sheet['at'] !== here?.id || sheet['is_gone'] === true);
  return findBest(elsewhere, (entity) => {
    const role = c.findPerson(entity)?.role?.split(' ').at(-1) ?? '';
    const texts = [...(c.findPerson(entity)?.idle ?? []), ...(c.findPerson(entity)?.look ?? [])]
      .join(' ')
      .toLowerCase();
    const called = / the (girl|boy|woman|man|miner|priest|soldier) /.exec(heard)?.[1];
    const isCalled =
      called !== undefined &&
      texts.includes(`the ${called}`) &&
      isNamedIn([...c.recent, c.text], nameOf(entity));
    const byRole = isCalled || (role !== '' && heard.includes(` the ${role} `)) ? 1 : 0;
    const weight = Math.max(0, scoreName(heard, nameOf(entity)), byRole);
    // Of two people who are named equally clearly, the one named first is meant: in "whisper to Issy that Crake lies" it is Issy.
    return weight === 0 ? 0 : weight - measureMention(heard, nameOf(entity)) / longestHeard;
  });
}

const longestHeard = 10_000;

/** How far into the words a name is first mentioned. */
function measureMention(heard: string, name: string): number {
  const places = listNameWords(name).map((word) => heard.indexOf(` ${word}`));
  return Math.min(...places.filter((at) => at >= 0), heard.length);
}

/**
 * Whether any word of the name is in the texts. A player who uses no name can mean only somebody whom the narrative
 * has mentioned.
 */
export function isNamedIn(texts: readonly string[], name: string): boolean {
  const told = new Set(normaliseTold(texts.join(' ')).split(' '));
  return listNameWords(name).some((word) => told.has(word));
}

export function findThing(heard: string, things: readonly Thing[]): Thing | undefined {
  return findBest(things, ({ name }) => scoreName(heard, name));
}

export function findWay(c: Chronicle, heard: string, ways: readonly Way[]): Way | undefined {
  return findBest(ways, (way) => {
    const place = c.world.find(way.to);
    const byPlace = place === undefined ? 0 : scorePlace(heard, nameOf(place));
    const weight = Math.max(byPlace, scoreWay(heard, way.name));
    // If two ways fit equally well, the one to a place not visited yet is more likely meant.
    return weight === 0 || place?.sheet['is_visited'] === true ? weight : weight + 0.5;
  });
}

/** "The lamp" does not mean the Lamp Office: a part of a name counts only if the last word of the name is heard. */
function scorePlace(heard: string, name: string): number {
  const weight = scoreName(heard, name);
  const last = listNameWords(name).at(-1) ?? '';
  return weight > 10 || heard.includes(` ${last} `) || heard.includes(` ${last}s `) ? weight : 0;
}

const firmDirections = new Set(['north', 'south', 'east', 'west', 'up', 'down', 'out', 'in']);

function scoreWay(heard: string, name: string): number {
  const spoken = ` ${name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  if (spoken.trim() !== '' && heard.includes(spoken)) return 40;
  const nameWords = listNameWords(name).filter((word) => heard.includes(` ${word} `));
  const directions = smallWords.directions.filter(
    (word) => heard.includes(` ${word} `) && spoken.includes(` ${word} `),
  );
  // "through" and "over" alone do not say which way is meant.
  const isTold = nameWords.length > 0 || directions.some((word) => firmDirections.has(word));
  return isTold ? directions.length + 2 * nameWords.length : 0;
}

/** The first way of a shortest route to a place, by ways that are not hidden. */
export function findRoute({ world }: Chronicle, to: string): Way | undefined {
  const { here } = world;
  return here === undefined ? undefined : findRouteFrom(world, { start: here.id, to });
}

/**
 * The ways of a shortest route to a place, by ways that are not hidden and that fit `isPassable`; empty if there is
 * none.
 */
export function findRoutePath(world: World, to: string, isPassable?: IsPassable): readonly Way[] {
  const path: Way[] = [];
  for (let from = world.here?.id; from !== undefined && from !== to; ) {
    const way = findRouteFrom(world, { start: from, to, isPassable });
    if (way === undefined) return [];
    path.push(way);
    from = way.to;
  }
  return path;
}

type IsPassable = (way: Way) => boolean;

interface Route {
  readonly start: string;
  readonly to: string;
  readonly isPassable?: IsPassable | undefined;
}

export function findRouteFrom(world: World, { start, to, isPassable = () => true }: Route): Way | undefined {
  if (start === to) return undefined;
  const first = new Map<string, Way | undefined>([[start, undefined]]);
  const pending = [start];
  for (let id = pending.shift(); id !== undefined && !first.has(to); id = pending.shift()) {
    const from = id;
    const fresh = world.listOpenWays(world.find(from)).filter((way) => isPassable(way) && !first.has(way.to));
    for (const way of fresh) first.set(way.to, first.get(from) ?? way);
    pending.push(...fresh.map((way) => way.to));
  }
  return first.get(to);
}

export function findPlaceNamed(c: Chronicle, name: string): Entity | undefined {
  return c.world.list('location').find((place) => isSame(nameOf(place), name));
}
