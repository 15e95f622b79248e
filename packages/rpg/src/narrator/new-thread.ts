// New threads: where the last one ended, a stranger, a place past the edge, and a thing that is wanted.

import { nameWay } from './acts/describe.ts';
import { pick } from './chance.ts';
import type { Chronicle } from './chronicle.ts';
import { wordLists } from './grammar.ts';
import { nameBeing, namePlace, nameThing } from './name-noun.ts';
import { rollOracle } from './oracle.ts';
import type { Script } from './script.ts';
import { isSame, nameOf } from './world.ts';

/** Makes a quest out of the oracles: who asks, where it is, what it is. */
export function* openThread(c: Chronicle): Script<void> {
  const { here } = c.world;
  if (here === undefined) return;
  const person = (yield* findNewName(c)) ?? 'Ansel Marlow';
  const place = (yield* findNewPlace(c)) ?? 'Hollow Gate';
  const item = findFree(c, wordLists['treasure'] ?? [], ['item']) ?? 'sealed letter';
  const trade = pick(wordLists['trade'] ?? [], c.key('trade')) ?? 'tinker';
  const manner = pick(wordLists['manner'] ?? [], c.key('manner')) ?? 'with one pocket sewn shut';
  const steps = [`Go to ${place}`, `Get the ${item}`, `Bring the ${item} to ${person}`];
  const about = `${person} wants the ${item} back; it is at ${place}.`;
  const way = { to: here.id, name: `by the way to ${place}` };
  yield* c.act([
    {
      name: 'npc_create',
      arguments: { name: person, about: `A ${trade} ${manner}.`, at: here.id, attitude: 'neutral' },
    },
    {
      name: 'place_create',
      arguments: { name: place, about: 'Past the edge of what anybody here has drawn.', exits: [way] },
    },
  ]);
  const made = c.world.findNamed(place, ['location']);
  yield* c.act([
    {
      name: 'item_add',
      arguments: { name: item, about: `It belongs to ${person}.`, target: made?.id ?? here.id },
    },
    { name: 'quest_update', arguments: { name: `The ${titleCase(item)}`, about, status: 'open', steps } },
  ]);
  c.paragraph();
  const stranger = { who: nameBeing(trade, 'npc', undefined), manner };
  c.say('new-quest-open', stranger);
  const route = c.world.listOpenWays().find(({ to }) => to === made?.id);
  const slots = {
    who: nameBeing(person, 'npc', undefined),
    item: nameThing(item),
    place: namePlace(place),
    way: route === undefined ? `to ${place}` : nameWay(c, route),
  };
  c.say('new-quest-ask', slots);
}

function* findNewName(c: Chronicle): Script<string | undefined> {
  const said = yield* rollOracle(c, c.hints.names, 'who is it?');
  const name = said?.replace(/[.,;:].*$/, '').trim();
  const isNew = (one: string) => c.world.findNamed(one, ['npc', 'creature', 'character']) === undefined;
  if (name !== undefined && /^[\p{Lu}][\p{L}' -]{2,40}$/u.test(name) && isNew(name)) return name;
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = pick(wordLists['first-name'] ?? [], c.key('first')) ?? '';
    const last = pick(wordLists['last-name'] ?? [], c.key('last')) ?? '';
    if (isNew(`${first} ${last}`)) return `${first} ${last}`;
  }
  return undefined;
}

function* findNewPlace(c: Chronicle): Script<string | undefined> {
  const said = yield* rollOracle(c, c.hints.places, 'where is it?');
  const isNew = (one: string) => c.world.findNamed(one, ['location']) === undefined;
  const name = said?.replace(/[.,;:].*$/, '').trim();
  if (name !== undefined && name.length <= 48 && isNew(name)) return name;
  const kind = pick(['street', 'inside', 'underground', 'wild'], c.key('kind')) ?? 'wild';
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = pick(wordLists['place-adjective'] ?? [], c.key('place')) ?? '';
    const last = pick(wordLists[`place-noun-${kind}`] ?? [], c.key('place')) ?? '';
    if (isNew(`${first} ${last}`)) return `${first} ${last}`;
  }
  return undefined;
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
