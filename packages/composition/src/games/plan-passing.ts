// Plans how a thing is handed over at a player's command, with its note and its count; the thing never exists twice.

import { UsageError } from '@terrarium/kernel/errors';
import { type Entity, playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { listInventoryFields } from '@terrarium/rpg/is-inventory';
import { isObject, type JsonObject } from '@terrarium/rpg/json';
import { matchName, normaliseName } from '@terrarium/rpg/match-name';
import { readSeveral } from '@terrarium/rpg/read-several';
import { readValue } from '@terrarium/rpg/read-value';
import type { CallBeside } from './execute-beside.ts';
import { listMet } from './list-met.ts';
import { nameOf } from './name-ids.ts';
import { requireHere } from './require-here.ts';
import { requireKnown } from './require-known.ts';

type Played = Pick<Game, 'state' | 'system' | 'listTurns'>;

/** A typed line in parts: how many, of what, and to or from whom. */
export interface Passing {
  readonly count: number | undefined;
  readonly name: string;
  readonly who: string | undefined;
}

export interface PlannedPassing {
  readonly calls: readonly CallBeside[];
  /** A sentence for the player about where the thing is afterwards. */
  readonly says: string;
}

/**
 * `/give rope` puts a thing on the player's sheet, taken from whoever has it here; `/give rope to Hob` hands over the
 * player's rope. If nobody here has such a thing, a new one is made.
 */
export function planGiving(game: Game, { count, name, who }: Passing): PlannedPassing {
  const player = requireKnown(game, '');
  const to = who === undefined ? player : requireHere(game, who);
  if (to.id !== player.id) {
    const passed = planPassing(game, { from: player, to, count, name });
    if (passed === undefined) refuseElsewhere(game, name);
    return passed ?? addNew(to, count, name);
  }
  const money = findCounted(game, player, name);
  if (money !== undefined)
    return count === undefined ? refuseUncounted(money, `/give 5 ${name}`) : addCounted(money, count);
  const holder = listHolders(game).find((one) => findHeld(game, one, name) !== undefined);
  return holder === undefined
    ? addNew(player, count, name)
    : requirePassed(game, { from: holder, to: player, count, name });
}

/**
 * `/take rope` takes up a rope that lies here, or else takes one off the player's sheet; with the name of the player's
 * own character after `from`, it always takes it off the sheet. `/take rope from Hob` puts Hob's rope on the player's
 * sheet.
 */
export function planTaking(game: Game, { count, name, who }: Passing): PlannedPassing {
  const player = requireKnown(game, '');
  const from = who === undefined ? player : requireHere(game, who);
  if (from.id !== player.id) return requirePassed(game, { from, to: player, count, name });
  const money = findCounted(game, player, name);
  if (money !== undefined)
    return count === undefined ? refuseUncounted(money, `/take 5 ${name}`) : addCounted(money, -count);
  const held = findHeld(game, player, name);
  // What lies here is taken first, so that nobody who means it loses a thing of their own.
  const ground = who === undefined ? findGround(game) : undefined;
  const takenUp = ground && planPassing(game, { from: ground, to: player, count, name });
  if (takenUp !== undefined) return takenUp;
  const quantity = count === undefined ? {} : { quantity: count };
  if (held?.entity === undefined)
    return { calls: [{ name: 'item_remove', arguments: { item: name, ...quantity } }], says: '' };
  const says = held.listed === undefined ? `${held.name}: you have it no longer.` : '';
  return { calls: [...listRemoved(held, player, count), setHolder(held.entity, '')], says };
}

/** Refuses to make a thing that somebody here already has. */
function refuseElsewhere(game: Played, name: string): void {
  const holder = listHolders(game).find((one) => findHeld(game, one, name) !== undefined);
  if (holder === undefined) return;
  throw new UsageError({
    code: 'play.not-held',
    happened: `You have no ${name}: it is with ${nameOf(holder, holder.id)}.`,
    todo: `Nothing was changed. /take ${name} from ${nameOf(holder, holder.id)} puts it on your sheet.`,
  });
}

interface Hands {
  readonly from: Entity;
  readonly to: Entity;
  readonly count: number | undefined;
  readonly name: string;
}

function requirePassed(game: Played, hands: Hands): PlannedPassing {
  const planned = planPassing(game, hands);
  if (planned !== undefined) return planned;
  throw new UsageError({
    code: 'play.not-held',
    happened: `${nameOf(hands.from, hands.from.id)} has no ${hands.name}.`,
    todo: 'Nothing was changed. If nobody has it, /give puts it on your sheet.',
  });
}

/**
 * Undefined if the giver has no such thing. Throws `UsageError` if the giver has too few, or if money is to be handed
 * over and the number is missing.
 */
function planPassing(game: Played, hands: Hands): PlannedPassing | undefined {
  const { from, to, count, name } = hands;
  const money = findCounted(game, from, name);
  if (money !== undefined) return planCounted(game, money, hands);
  const pile = planPile(game, hands);
  if (pile !== undefined) return pile;
  const held = findHeld(game, from, name);
  if (held === undefined) return undefined;
  const many = count ?? held.many;
  if (held.listed === undefined && many > held.many)
    return refuseFew({ path: '', label: held.name, has: held.many }, from);
  const says = describeHeld(held.name, many, to);
  const { listed, entity } = held;
  if (listed === undefined && entity !== undefined && many < held.many)
    return { calls: listDivided(game, { ...held, entity }, { from, to, many }), says };
  const quantity = listed === undefined || count === undefined ? {} : { quantity: count };
  const item = listed === undefined && entity !== undefined ? entity.id : held.name;
  const handed = { item, ...quantity, ...withTarget(from), to: to.id };
  return { calls: [{ name: 'item_remove', arguments: handed }], says };
}

interface Passed {
  readonly from: Entity;
  readonly to: Entity;
  readonly many: number;
}

/** If only some of several things are handed over, these become one new thing, and the rest become another. */
function listDivided(
  game: Played,
  held: Held & { readonly entity: Entity },
  { from, to, many }: Passed,
): readonly CallBeside[] {
  const about = String(held.entity.sheet['about'] ?? '');
  const thing = { name: held.name, about };
  return [
    setHolder(held.entity, ''),
    addTo(game, from, { ...thing, many: held.many - many }),
    addTo(game, to, { ...thing, many }),
  ];
}

interface Held {
  readonly name: string;
  /** The thing as an item in a list of a sheet. */
  readonly listed: JsonObject | undefined;
  /** The thing as an entity of its own. */
  readonly entity: Entity | undefined;
  readonly many: number;
}

function findHeld({ state, system }: Played, { id, type, sheet }: Entity, wanted: string): Held | undefined {
  const listed = listInventoryFields(system, type).flatMap(({ path, kind }) =>
    (kind.items?.(readValue(sheet, path) ?? kind.blank()) ?? []).filter(isObject),
  );
  const own = state.list('item').filter((item) => item.sheet['holder'] === id);
  const names = [...new Set([...listed.map(readName), ...own.map(readThing)])];
  const name = matchName(wanted, names) ?? matchName(wanted.replace(/s$/u, ''), names);
  if (name === undefined) return undefined;
  const isSame = (other: string) => normaliseName(other) === normaliseName(name);
  const found = listed.find((one) => isSame(readName(one)));
  const entity = own.find((one) => isSame(readThing(one)));
  const several = entity === undefined ? undefined : readSeveral(nameOf(entity, entity.id));
  const many = found === undefined ? (several?.many ?? 1) : countListed(found);
  return { name, listed: found, entity, many };
}

function readThing(thing: Entity): string {
  const name = nameOf(thing, thing.id);
  return readSeveral(name)?.name ?? name;
}

function readName(item: JsonObject): string {
  return String(item['name'] ?? item['id'] ?? '');
}

function countListed({ qty, quantity = qty }: JsonObject): number {
  return typeof quantity === 'number' ? quantity : 1;
}

/** Lists who may hold a thing that the player can get: the place itself, and the people who are here. */
function listHolders(game: Played): readonly Entity[] {
  const ground = findGround(game);
  const place = game.state.find(playerId)?.sheet['at'];
  const here = listMet(game).filter(({ sheet }) => sheet['at'] === place);
  return [...(ground === undefined ? [] : [ground]), ...here];
}

function findGround({ state }: Played): Entity | undefined {
  const place = state.find(playerId)?.sheet['at'];
  return typeof place === 'string' ? state.find(place as Entity['id']) : undefined;
}

function listRemoved({ name, listed }: Held, from: Entity, count: number | undefined): readonly CallBeside[] {
  if (listed === undefined) return [];
  const quantity = count === undefined ? {} : { quantity: count };
  return [{ name: 'item_remove', arguments: { item: name, ...quantity, ...withTarget(from) } }];
}

function withTarget({ id }: Entity): { readonly target?: string } {
  return id === playerId ? {} : { target: id };
}

function setHolder({ id }: Entity, holder: string): CallBeside {
  return { name: 'set', arguments: { path: 'holder', value: holder, target: id } };
}

interface Divided {
  readonly name: string;
  readonly about: string;
  readonly many: number;
}

/** If the receiver has no list, the number of things becomes part of the name. */
function addTo(game: Played, to: Entity, { name, about, many }: Divided): CallBeside {
  const isListed = many === 1 || to.id === playerId || hasList(game, to);
  const thing = isListed ? { name, ...(many === 1 ? {} : { quantity: many }) } : { name: `${many} ${name}` };
  const noted = about === '' ? {} : { about };
  return { name: 'item_add', arguments: { ...thing, ...noted, ...withTarget(to) } };
}

function hasList({ system }: Played, { type }: Entity): boolean {
  return listInventoryFields(system, type).length > 0;
}

function addNew(to: Entity, count: number | undefined, name: string): PlannedPassing {
  const quantity = count === undefined ? {} : { quantity: count };
  const call = { name: 'item_add', arguments: { name, ...quantity, ...withTarget(to) } };
  return { calls: [call], says: to.id === playerId ? '' : describeHeld(name, count, to) };
}

function describeHeld(name: string, count: number | undefined, to: Entity): string {
  const many = count === undefined || count === 1 ? name : `${name} ×${count}`;
  return `${many}: ${to.id === playerId ? 'you have' : `${nameOf(to, to.id)} has`} it now.`;
}

interface Counted {
  readonly path: string;
  readonly label: string;
  readonly has: number;
}

/** Finds something that a sheet only counts, such as coins, by the beginning of its label or the end of its path. */
function findCounted({ system }: Played, { type, sheet }: Entity, name: string): Counted | undefined {
  const wanted = normaliseName(name).replace(/s$/u, '');
  const fields = (system.sheets.get(type)?.fields ?? []).filter(
    ({ definition, kind, parts }) =>
      ['inventory', 'resources'].includes(definition.category) &&
      kind.items === undefined &&
      kind.adjust !== undefined &&
      definition.formula === undefined &&
      parts.filter((part) => part.kind === 'number').length === 1,
  );
  const found = fields.find(({ path, definition }) => {
    const [label, end] = [normaliseName(definition.label), normaliseName(path.split('.').at(-1) ?? '')];
    return [label, end].some((one) => one.replace(/s$/u, '') === wanted) || label.startsWith(`${wanted}-`);
  });
  if (found === undefined) return undefined;
  const has = readValue(sheet, found.path) ?? found.kind.blank();
  return { path: found.path, label: found.definition.label, has: Number(found.kind.read(has, '') ?? has) };
}

function addCounted({ path }: Counted, delta: number): PlannedPassing {
  return { calls: [{ name: 'adjust', arguments: { path, delta } }], says: '' };
}

/**
 * If the receiver's sheet does not count the money, they get it as a thing, such as “5 gold pieces”. If they
 * already have such a thing, it is replaced by a thing with the sum of both.
 */
function planCounted(game: Played, money: Counted, { from, to, count, name }: Hands): PlannedPassing {
  const example = from.id === playerId ? `/give 5 ${name} to somebody` : `/take 5 ${name} from somebody`;
  if (count === undefined) return refuseUncounted(money, example);
  if (money.has < count) return refuseFew(money, from);
  const says = describeHeld(money.label, count, to);
  const spent = { name: 'adjust', arguments: { path: money.path, delta: -count, ...withTarget(from) } };
  const theirs = findCounted(game, to, name);
  if (theirs !== undefined) {
    const gained = { name: 'adjust', arguments: { path: theirs.path, delta: count, ...withTarget(to) } };
    return { calls: [spent, gained], says };
  }
  const pile = findPile(game, to, money);
  return { calls: [spent, ...listPiled(pile, { money, to, many: (pile?.many ?? 0) + count })], says };
}

/**
 * Plans the way back, from a thing such as “5 gold pieces” to a count. Undefined if the receiver's sheet
 * counts nothing of this name, or the giver has no such thing.
 */
function planPile(game: Played, { from, to, count, name }: Hands): PlannedPassing | undefined {
  const money = findCounted(game, to, name);
  const pile = money === undefined ? undefined : findPile(game, from, money);
  if (money === undefined || pile === undefined) return undefined;
  const taken = count ?? pile.many;
  if (taken > pile.many) return refuseFew({ ...money, has: pile.many }, from);
  const left = listPiled(pile, { money, to: from, many: pile.many - taken });
  const gained = { name: 'adjust', arguments: { path: money.path, delta: taken, ...withTarget(to) } };
  return { calls: [...left, gained], says: describeHeld(money.label, taken, to) };
}

interface Pile {
  readonly thing: Entity;
  readonly many: number;
}

/** Finds money that somebody has as a thing with a number in its name, such as “5 gold pieces”. */
function findPile({ state }: Played, { id }: Entity, { label }: Counted): Pile | undefined {
  const own = state.list('item').filter(({ sheet }) => sheet['holder'] === id);
  const thing = own.find((one) => readThing(one) === label.toLowerCase());
  return thing && { thing, many: readSeveral(nameOf(thing, thing.id))?.many ?? 1 };
}

interface Piled {
  readonly money: Counted;
  readonly to: Entity;
  readonly many: number;
}

function listPiled(pile: Pile | undefined, { money, to, many }: Piled): readonly CallBeside[] {
  const name = `${many} ${money.label.toLowerCase()}`;
  const gone = pile === undefined ? [] : [setHolder(pile.thing, '')];
  return many === 0 ? gone : [...gone, { name: 'item_add', arguments: { name, ...withTarget(to) } }];
}

function refuseFew({ has, label }: Counted, from: Entity): never {
  throw new UsageError({
    code: 'play.not-held',
    happened: `${from.id === playerId ? 'You have' : `${nameOf(from, from.id)} has`} only ${has} (${label}).`,
    todo: 'Nothing was changed. Name a smaller number, such as /give 1 gold to somebody.',
  });
}

function refuseUncounted({ label }: Counted, example: string): never {
  throw new UsageError({
    code: 'play.not-held',
    happened: `${label}: the number is missing.`,
    todo: `Write the number first, such as ${example}.`,
  });
}
