// The tool `item_add`: puts a thing into somebody's list, lays it down at a place, or takes up what lies there.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isInventory } from '../system/is-inventory.ts';
import { type Entity, type EntityId, type GameState, playerId } from '../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { longestText, name, target } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { findSame, listLying, listUnheld, setHolder } from './lying-things.ts';
import { normaliseName } from './match-name.ts';
import { findThingNamed } from './moves/things.ts';
import { readInput } from './read-input.ts';
import { readListed } from './read-listed.ts';
import { readSeveral } from './read-several.ts';
import { nameOf, readName, resolveTarget } from './resolve-target.ts';
import { addUses } from './rolling/item-uses.ts';
import { setHouseField } from './scene.ts';
import { nameFound, revealFound } from './secrets.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { type Place, readField, resolvePlace, resolvePlaceOf, writeField } from './write-field.ts';

const input = z.strictObject({
  name,
  quantity: z.number().min(0.01).max(1_000_000).optional(),
  list: z.string().min(1).max(200).optional(),
  target,
  about: z.string().max(longestText).optional(),
  details: z.record(z.string().max(80), z.unknown()).optional(),
});

export const itemAdd = buildTool<typeof input, Workbench>({
  name: 'item_add',
  description: 'Add an item, lay it at a place, or take up what lies here. details: further fields.',
  isWrite: true,
  input,
  run(given, bench) {
    const answer = addNamed(bench, { ...given, name: nameFound(bench, given.name) });
    // Something that is on the list already may be given the uses that the last roll made.
    const place = given.list === undefined ? undefined : resolvePlace(bench, given.target, given.list);
    const gives = place?.ok === true ? addUses(bench, place, given.name) : [];
    if (!answer.ok) return gives.length === 0 ? answer : { ok: true, say: gives.join('\n') };
    revealFound(bench, given.name);
    return { ok: true, say: [`${answer.say}${describeOwn(bench, given)}`, ...gives].join('\n') };
  },
});

/** Reminds the model that a thing handed over is still on the player's sheet, unless it was removed from the sheet too. */
function describeOwn(bench: Workbench, { name, target }: z.output<typeof input>): string {
  const player = bench.state.find(playerId);
  const found = resolveTarget(bench.state, target);
  if (player === undefined || !found.ok || found.entity.id === playerId) return '';
  const lists = listInventories(bench, player);
  const items = lists.flatMap(({ field, value }) => field.kind.items?.(value) ?? []);
  const wanted = normaliseName(name);
  const own = items.map(readListed).find((one) => normaliseName(one) === wanted);
  if (own === undefined || isRemoved(bench, wanted)) return '';
  return `\n"${escapeLine(own, 80)}" is on the player's sheet still: item_remove takes it off, if it is the same one.`;
}

/**
 * Whether a thing of this name was taken off a list in this turn. If so, a thing of this name that is still on a list
 * is a different one.
 */
function isRemoved({ past }: Workbench, wanted: string): boolean {
  return (past[0]?.actions ?? []).some(
    ({ tool, ok, patches }) =>
      tool === 'item_remove' && ok && patches.some(({ before }) => hasNamed(before, wanted)),
  );
}

/** Whether a stored list, in either form of lists, has an item of this name. */
function hasNamed(list: Json | undefined, wanted: string): boolean {
  const items = isObject(list) ? list['items'] : list;
  return Array.isArray(items) && items.some((one: Json) => normaliseName(readListed(one)) === wanted);
}

function addNamed(
  bench: Workbench,
  { name, quantity, list, target, about, details = {} }: z.output<typeof input>,
): ToolAnswer {
  const found = resolveTarget(bench.state, target);
  if (!found.ok) return found;
  const place =
    list === undefined ? listInventories(bench, found.entity)[0] : resolvePlaceOf(bench, found.entity, list);
  const beside = findBeside(bench.state, found.entity, { name, quantity });
  if (place === undefined) {
    const named = quantity === undefined || quantity === 1 ? name : `${quantity} ${name}`;
    return moveThing(bench, found.entity, { name: named, about, beside: beside?.thing });
  }
  if (!place.ok) return place;
  if (list === undefined && beside !== undefined) return takeUp(bench, place, { ...beside, about, details });
  return addGiven(bench, place, { name, quantity, about, details });
}

interface GivenItem {
  readonly name: string;
  readonly quantity?: number | undefined;
  readonly about: string | undefined;
  /** The description that the thing had where it lay; it stays with the thing if the list has no room for it. */
  readonly own?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

function addGiven(
  bench: Workbench,
  place: Place,
  { name, quantity, about, own = '', details }: GivenItem,
): ToolAnswer {
  const shared = findThingNamed(bench.system, name, place.field.path)?.with;
  const given = readInput({ name, ...(quantity === undefined ? {} : { quantity }), ...shared, ...details });
  if (!given.ok) return given;
  const text = about ?? own;
  if (text === '' || !isObject(given.value)) return addItem(bench, place, given.value);
  const described = findDescribed(place, { item: given.value, about: text });
  if (described !== undefined) return addItem(bench, place, described);
  const answer = addItem(bench, place, given.value);
  if (!answer.ok || about === undefined) return answer;
  return {
    ok: true,
    say: `${answer.say}\nItems of this list have no description: \`about\` was left out.`,
  };
}

interface Beside {
  readonly thing: Entity;
  readonly name: string;
  readonly quantity?: number;
}

/**
 * A thing of exactly this name that lies at the place of whoever gets it; a pile of several only if all of it is
 * wanted, or if no number is given.
 */
export function findBeside(
  state: Pick<GameState, 'list'>,
  { sheet }: Entity,
  { name, quantity }: Pick<z.output<typeof input>, 'name' | 'quantity'>,
): Beside | undefined {
  const at = sheet['at'];
  if (typeof at !== 'string' || at === '') return undefined;
  const lying = listLying(state, at as EntityId);
  const one = quantity === undefined || quantity === 1 ? findSame(lying, name) : undefined;
  if (one !== undefined) return { thing: one, name: readName(one) };
  const wanted = normaliseName(name);
  for (const thing of lying) {
    const several = readSeveral(readName(thing));
    if (several === undefined || normaliseName(several.name) !== wanted) continue;
    if (several.many === (quantity ?? several.many))
      return { thing, name: several.name, quantity: several.many };
  }
  return undefined;
}

interface LaidThing {
  readonly name: string;
  readonly about: string | undefined;
  readonly beside: Entity | undefined;
}

/**
 * Lays a thing at a place, or gives it to somebody without a list. Does not create a thing that is in the game already:
 * `beside`, or one of this name that nobody holds.
 */
export function moveThing(bench: Workbench, holder: Entity, { name, about, beside }: LaidThing): ToolAnswer {
  const known = beside ?? findSame(listUnheld(bench.state), name);
  if (known === undefined) {
    const made = createNamed(bench, { type: 'item', name, values: { holder: holder.id, about } });
    return made.ok ? { ok: true, say: `${made.say} It is with ${holder.id}.` } : made;
  }
  const moved = setHolder(bench, known, holder.id);
  if (!moved.ok) return moved;
  if (about !== undefined) setHouseField(bench, known.id, { path: 'about', value: about });
  return { ok: true, say: `${known.id} "${nameOf(known)}" is with ${holder.id}.${describeLeft(known)}` };
}

interface LyingItem extends Beside {
  readonly about: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Moves a thing that lies at somebody's place to their list, with its description. */
function takeUp(bench: Workbench, place: Place, { thing, ...item }: LyingItem): ToolAnswer {
  const own = String(thing.sheet['about'] ?? '');
  const added = addGiven(bench, place, { ...item, own });
  if (!added.ok) return added;
  const moved = setHolder(bench, thing, '');
  return moved.ok ? { ok: true, say: `${added.say}${describeLeft(thing)}` } : moved;
}

function describeLeft({ sheet }: Entity): string {
  const from = String(sheet['holder'] ?? '');
  return from === '' ? '' : `\nIt lay at ${from} and was taken up.`;
}

/** Possible names of the member of an item that holds its description. */
export const describing = ['about', 'description', 'note', 'notes', 'text', 'effect'];

/** The item with its description; undefined if the list accepts it under none of the names in `describing`. */
function findDescribed(
  { field: { kind }, value }: Place,
  { item, about }: { readonly item: JsonObject; readonly about: string },
): JsonObject | undefined {
  const isAccepted = (wanted: JsonObject) => kind.add?.(value, { item: wanted, id: 'try' }).ok === true;
  return describing.map((member) => ({ ...item, [member]: about })).find(isAccepted);
}

type FoundList = { readonly ok: true } & Place;

/** All lists of the inventory, such as a pack and a purse; an item goes into the first if no list is named. */
export function listInventories(bench: Workbench, entity: Entity): readonly FoundList[] {
  const sheet = requireSheet(bench.system, entity.type);
  return sheet.fields
    .filter(isInventory)
    .map((field) => ({ ok: true, entity, sheet, field, part: '', value: readField(entity, field) }));
}

export function addItem(bench: Workbench, place: Place, item: Json): ToolAnswer {
  const { kind, path } = place.field;
  if (kind.add === undefined) {
    return { ok: false, say: `${path} is no list. ${kind.hint(path)}` };
  }
  return writeField(bench, place, kind.add(place.value, { item, id: bench.takeItemId() }));
}
