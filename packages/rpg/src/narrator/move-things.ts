// Moves things from one holder to another, on their sheets as well as among the entities.

import { listInventoryFields } from '../system/is-inventory.ts';
import type { System } from '../system/system.ts';
import { type Entity, playerId } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { joinWords } from './describe.ts';
import { renderNoun } from './noun.ts';
import type { Call, Script } from './script.ts';
import { readText, type Thing } from './world.ts';

/** Gives the player's character everything that somebody holds, and tells so. */
export function* moveThings(c: Chronicle, from: Entity): Script<void> {
  const things = c.world.listHeldBy(from);
  if (things.length === 0) return;
  yield* c.execute(things.flatMap((thing) => listPassing(c, thing, playerId)));
  const named = things.map(({ name }) => renderNoun(c.nameItem(name), 'the') ?? name);
  c.narrateText(`You are left with ${joinWords(named, 'and')}.`);
}

export function* moveThing(c: Chronicle, thing: Thing, to: string): Script<void> {
  yield* c.execute(listPassing(c, thing, to));
}

/** Gives the player's character a thing: the one of this name that lies here or that nobody has, or else a new one. */
export function* createThing(c: Chronicle, thing: Pick<Thing, 'name' | 'about'>): Script<void> {
  yield* c.execute(listBringing(c, thing));
}

export function listBringing(c: Chronicle, thing: Pick<Thing, 'name' | 'about'>): readonly Call[] {
  const { here } = c.world;
  const known = c.world.findNamed(thing.name, ['item']);
  if (known !== undefined && (readText(known, 'holder') === '' || readText(known, 'holder') === here?.id)) {
    const held = { path: 'holder', value: playerId, target: known.id };
    return [{ name: 'set', arguments: held }, ...listOnSheet(c, thing.name)];
  }
  const described = { name: thing.name, ...(thing.about === '' ? {} : { about: thing.about }) };
  return [
    { name: 'item_add', arguments: { ...described, target: here?.id ?? playerId } },
    { name: 'set', arguments: { path: 'holder', value: playerId, target: thing.name } },
    ...listOnSheet(c, thing.name),
  ];
}

/**
 * Puts a note with these words into the hands of the player's character. An existing note of this name gets the new
 * words.
 */
export function* writeNote(c: Chronicle, { name, about }: Pick<Thing, 'name' | 'about'>): Script<void> {
  const known = c.world.findNamed(name, ['item']);
  const reworded = known && { path: 'about', value: about, target: known.id };
  const isHeld = c.world.hasThing(name);
  yield* c.execute([
    ...(reworded === undefined ? [] : [{ name: 'set', arguments: reworded }]),
    ...(isHeld ? [] : listBringing(c, { name, about })),
  ]);
}

/** The calls that pass a thing on to somebody or to a place, also on the sheets that list it. */
export function listPassing(
  c: Chronicle,
  { name, about, entity, listedOn }: Thing,
  to: string,
): readonly Call[] {
  const isGained = to === playerId;
  const isListed = !isGained && hasInventory(c.system);
  const lost: Call[] = isListed ? [{ name: 'item_remove', arguments: { item: name, quantity: 1 } }] : [];
  if (entity === undefined) {
    const isTheirs = listedOn !== undefined && listedOn !== playerId;
    const gone = isTheirs
      ? [{ name: 'item_remove', arguments: { item: name, quantity: 1, target: listedOn } }]
      : lost;
    const described = isGained || about === '' ? {} : { about };
    return [...gone, { name: 'item_add', arguments: { name, ...described, target: to } }];
  }
  const held = { name: 'set', arguments: { path: 'holder', value: to, target: entity.id } };
  const isTheirs = listedOn !== undefined && listedOn !== playerId;
  if (isTheirs) lost.push({ name: 'item_remove', arguments: { item: name, quantity: 1, target: listedOn } });
  return [...lost, held, ...(isGained ? listOnSheet(c, name) : [])];
}

/** The calls that remove a thing because it was eaten or drunk. */
export function listConsuming(c: Chronicle, { name, entity, listedOn }: Thing): readonly Call[] {
  const isListed = hasInventory(c.system) && listedOn === playerId;
  const gone = { path: 'holder', value: '', target: entity?.id ?? '' };
  return [
    ...(isListed ? [{ name: 'item_remove', arguments: { item: name, quantity: 1 } }] : []),
    ...(entity === undefined ? [] : [{ name: 'set', arguments: gone }]),
  ];
}

function listOnSheet(c: Chronicle, name: string): readonly Call[] {
  return hasInventory(c.system) ? [{ name: 'item_add', arguments: { name } }] : [];
}

export function hasInventory(system: System, type = 'character'): boolean {
  return listInventoryFields(system, type).length > 0;
}
