// New threads: where the last one ended, a stranger, a place past the edge, and a thing that is wanted.

import { pick } from './chance.ts';
import type { Chronicle } from './chronicle.ts';
import { grammar, wordLists } from './grammar.ts';
import { nameBeing, namePlace, nameThing } from './name-noun.ts';
import { rollOracle } from './oracle.ts';
import type { Call, Script } from './script.ts';
import { isSame, nameOf } from './world.ts';

/** Makes a quest out of the oracles: who asks, where it is, what it is, who stands before it. */
export function* openThread(c: Chronicle): Script<void> {
  const { here } = c.world;
  if (here === undefined) return;
  const person = (yield* findNewName(c)) ?? 'Ansel Marlow';
  const place = yield* findNewPlace(c);
  const item = findFree(c, wordLists['treasure'] ?? [], ['item']) ?? 'sealed letter';
  const trade = pick(wordLists['trade'] ?? [], c.key('trade')) ?? 'tinker';
  const manner = pick(wordLists['manner'] ?? [], c.key('manner')) ?? 'with one pocket sewn shut';
  const way = findFreeWay(c);
  const asker = { name: person, about: `A ${trade} ${manner}.`, at: here.id, attitude: 'neutral' };
  const there = { ...place, exits: [{ to: here.id, name: way }] };
  const steps = [`Go to ${place.name}`, `Get the ${item}`, `Bring the ${item} to ${person}`];
  const about = `${person} wants the ${item} back; it is at ${place.name}.`;
  yield* c.act([
    { name: 'npc_create', arguments: asker },
    { name: 'place_create', arguments: there },
    { name: 'quest_update', arguments: { name: titleCase(`the ${item}`), about, status: 'open', steps } },
  ]);
  const made = c.world.findNamed(place.name, ['location'])?.id ?? here.id;
  yield* c.act([
    { name: 'item_add', arguments: { name: item, about: `It belongs to ${person}.`, target: made } },
    ...listGuards(c, made),
  ]);
  c.paragraph();
  c.say('new-quest-open', { who: nameBeing({ name: trade, type: 'npc' }), manner });
  const who = nameBeing({ name: person, type: 'npc' });
  c.say('new-quest-ask', { who, item: nameThing(item), place: namePlace(place.name), way });
}

/** Every other thread has somebody in the way. */
function listGuards(c: Chronicle, at: string): readonly Call[] {
  const name = pick(wordLists['foe-thing'] ?? [], c.key('foe'));
  if (name === undefined || c.turn % 2 === 0 || c.world.findNamed(name, ['creature']) !== undefined)
    return [];
  const values = c.hints.opponents?.threats?.['minor']?.set ?? {};
  return [{ name: 'npc_create', arguments: { name, type: 'creature', at, attitude: 'hostile', values } }];
}

function findFreeWay(c: Chronicle): string {
  const used = new Set(c.world.listWays().map(({ name }) => name));
  const free = (wordLists['road'] ?? []).filter((one) => !used.has(one));
  return pick(free, c.key('road')) ?? 'by the road';
}

function* findNewName(c: Chronicle): Script<string | undefined> {
  const said = yield* rollOracle(c, c.hints.names, 'who is it?');
  const name = said?.replace(/[.,;:][\s\S]*/, '').trim();
  const isNew = (one: string) => c.world.findNamed(one, ['npc', 'creature', 'character']) === undefined;
  if (name !== undefined && /^[\p{Lu}][\p{L}' -]{2,40}$/u.test(name) && isNew(name)) return name;
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = pick(wordLists['first-name'] ?? [], c.key('first')) ?? '';
    const last = pick(wordLists['last-name'] ?? [], c.key('last')) ?? '';
    if (isNew(`${first} ${last}`)) return `${first} ${last}`;
  }
  return undefined;
}

interface NewPlace {
  readonly name: string;
  readonly about: string;
}

/** "A toll bridge with two keepers" is the Toll Bridge, of which the rest is told. */
function* findNewPlace(c: Chronicle): Script<NewPlace> {
  const said = yield* rollOracle(c, c.hints.places, 'where is it?');
  const isNew = (one: string) => c.world.findNamed(one, ['location']) === undefined;
  const name = said === undefined ? '' : namePart(said);
  if (said !== undefined && name !== '' && isNew(name))
    return { name, about: `${said.replace(/[.]$/, '')}.` };
  const invented = Array.from({ length: 20 }, () => inventName(c)).find(isNew);
  const about = pick(grammar['new-about'] ?? [], c.key('about')) ?? 'Nobody has drawn it.';
  return { name: invented ?? `Gate ${c.turn}`, about };
}

function namePart(said: string): string {
  const bare = said.replace(/[.,;:][\s\S]*/, '').replace(/^(?:an?|the) /i, '');
  const clause = / (?:where|that|with|on|whose|without|held|covered|filled|kept|of|in|at|below|no) /;
  const noun = bare.split(clause)[0] ?? '';
  return noun === '' || noun.length > 30 ? '' : `The ${titleCase(noun)}`;
}

function inventName(c: Chronicle): string {
  const kind = pick(['street', 'inside', 'underground', 'wild'], c.key('kind')) ?? 'wild';
  const first = pick(wordLists['place-adjective'] ?? [], c.key('place')) ?? '';
  const last = pick(wordLists[`place-noun-${kind}`] ?? [], c.key('place')) ?? '';
  return `${first} ${last}`;
}

function findFree(c: Chronicle, names: readonly string[], types: readonly string[]): string | undefined {
  const known = types.flatMap((type) => c.world.list(type)).map((one) => nameOf(one));
  return pick(
    names.filter((name) => !known.some((one) => isSame(one, name))),
    c.key('free'),
  );
}

function titleCase(text: string): string {
  return text.replace(
    /(^|[ -])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
