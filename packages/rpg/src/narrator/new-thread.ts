// Starts a new quest after the last one ended: somebody asks for a thing from a place that nobody has visited.

import type { Chronicle } from './chronicle.ts';
import { chooseOne } from './compose.ts';
import { grammar, wordLists } from './grammar.ts';
import { nameBeing, namePlace, nameThing } from './noun.ts';
import { rollOracle } from './roll-intent.ts';
import type { Call, Script } from './script.ts';
import { isSame, nameOf } from './world.ts';

/** Makes a quest out of tables and word lists: who asks, where the thing is, what it is, and who guards it. */
export function* startThread(c: Chronicle): Script<void> {
  const { here } = c.world;
  if (here === undefined) return;
  const person = (yield* findNewName(c)) ?? 'Ansel Marlow';
  const place = yield* drawNewPlace(c);
  const item = findFree(c, wordLists['treasure'] ?? [], ['item']) ?? 'sealed letter';
  const trade = chooseOne(wordLists['trade'] ?? [], c.takeKey('trade')) ?? 'tinker';
  const manner = chooseOne(wordLists['manner'] ?? [], c.takeKey('manner')) ?? 'with one pocket sewn shut';
  const way = chooseFreeWay(c);
  const asker = { name: person, about: `A ${trade} ${manner}.`, at: here.id, attitude: 'neutral' };
  const there = { ...place, exits: [{ to: here.id, name: way }] };
  const steps = [`Go to ${place.name}`, `Get the ${item}`, `Bring the ${item} to ${person}`];
  const about = `${person} wants the ${item} back; it is at ${place.name}.`;
  yield* c.execute([
    { name: 'npc_create', arguments: asker },
    { name: 'place_create', arguments: there },
    { name: 'quest_update', arguments: { name: toTitleCase(`the ${item}`), about, status: 'open', steps } },
  ]);
  const made = c.world.findNamed(place.name, ['location'])?.id ?? here.id;
  yield* c.execute([
    { name: 'item_add', arguments: { name: item, about: `It belongs to ${person}.`, target: made } },
    ...listGuards(c, made),
  ]);
  c.startParagraph();
  c.narrate('new-quest-open', { who: nameBeing({ name: trade, type: 'npc' }), manner });
  const who = nameBeing({ name: person, type: 'npc' });
  c.narrate('new-quest-ask', { who, item: nameThing(item), place: namePlace(place.name), way });
}

/**
 * In turns with an odd number, the call that puts a foe at the place; empty if the foe drawn is in the game already.
 */
function listGuards(c: Chronicle, at: string): readonly Call[] {
  const name = chooseOne(wordLists['foe-thing'] ?? [], c.takeKey('foe'));
  if (name === undefined || c.turn % 2 === 0 || c.world.findNamed(name, ['creature']) !== undefined)
    return [];
  const values = c.hints.opponents?.threats?.['minor']?.set ?? {};
  return [{ name: 'npc_create', arguments: { name, type: 'creature', at, attitude: 'hostile', values } }];
}

function chooseFreeWay(c: Chronicle): string {
  const used = new Set(c.world.listWays().map(({ name }) => name));
  const free = (wordLists['road'] ?? []).filter((one) => !used.has(one));
  return chooseOne(free, c.takeKey('road')) ?? 'by the road';
}

function* findNewName(c: Chronicle): Script<string | undefined> {
  const said = yield* rollOracle(c, c.hints.names, 'who is it?');
  const name = said?.replace(/[.,;:][\s\S]*/, '').trim();
  const isNew = (one: string) => c.world.findNamed(one, ['npc', 'creature', 'character']) === undefined;
  if (name !== undefined && /^[\p{Lu}][\p{L}' -]{2,40}$/u.test(name) && isNew(name)) return name;
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = chooseOne(wordLists['first-name'] ?? [], c.takeKey('first')) ?? '';
    const last = chooseOne(wordLists['last-name'] ?? [], c.takeKey('last')) ?? '';
    if (isNew(`${first} ${last}`)) return `${first} ${last}`;
  }
  return undefined;
}

interface NewPlace {
  readonly name: string;
  readonly about: string;
}

/**
 * Invents a place. The row "a toll bridge with two keepers" of a table becomes The Toll Bridge, described by the whole
 * row; without a usable row, the name is made from word lists.
 */
function* drawNewPlace(c: Chronicle): Script<NewPlace> {
  const said = yield* rollOracle(c, c.hints.places, 'where is it?');
  const isNew = (one: string) => c.world.findNamed(one, ['location']) === undefined;
  const name = said === undefined ? '' : namePart(said);
  if (said !== undefined && name !== '' && isNew(name))
    return { name, about: `${said.replace(/[.]$/, '')}.` };
  const invented = Array.from({ length: 20 }, () => drawName(c)).find(isNew);
  const about = chooseOne(grammar['new-about'] ?? [], c.takeKey('about')) ?? 'Nobody has drawn it.';
  return { name: invented ?? `Gate ${c.turn}`, about };
}

function namePart(said: string): string {
  const bare = said.replace(/[.,;:][\s\S]*/, '').replace(/^(?:an?|the) /i, '');
  const clause = / (?:where|that|with|on|whose|without|held|covered|filled|kept|of|in|at|below|no) /;
  const noun = bare.split(clause)[0] ?? '';
  return noun === '' || noun.length > 30 ? '' : `The ${toTitleCase(noun)}`;
}

function drawName(c: Chronicle): string {
  const kind = chooseOne(['street', 'inside', 'underground', 'wild'], c.takeKey('kind')) ?? 'wild';
  const first = chooseOne(wordLists['place-adjective'] ?? [], c.takeKey('place')) ?? '';
  const last = chooseOne(wordLists[`place-noun-${kind}`] ?? [], c.takeKey('place')) ?? '';
  return `${first} ${last}`;
}

function findFree(c: Chronicle, names: readonly string[], types: readonly string[]): string | undefined {
  const known = types.flatMap((type) => c.world.list(type)).map((one) => nameOf(one));
  return chooseOne(
    names.filter((name) => !known.some((one) => isSame(one, name))),
    c.takeKey('free'),
  );
}

function toTitleCase(text: string): string {
  return text.replace(
    /(^|[ -])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
