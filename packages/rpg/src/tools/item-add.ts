// Item add: puts a thing into somebody's list, or lays it down at a place.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isInventory } from '../system/is-inventory.ts';
import { type Entity, playerId } from '../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { longestText, name, target } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { readListed } from './find-listed.ts';
import { normaliseName } from './match-name.ts';
import { findThingNamed } from './moves/things.ts';
import { readInput } from './read-input.ts';
import { resolveTarget } from './resolve-target.ts';
import { nameFound, revealFound } from './secrets.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { type Place, readField, resolvePlaceOf, writeField } from './write-field.ts';

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
  description:
    'Add an item to a list (default: inventory), or lay it at a place. details: members of its shape.',
  isWrite: true,
  input,
  run(given, bench) {
    const answer = addNamed(bench, { ...given, name: nameFound(bench, given.name) });
    if (!answer.ok) return answer;
    revealFound(bench, given.name);
    return { ok: true, say: `${answer.say}${describeOwn(bench, given)}` };
  },
});

/** Reminds the model that a person who hands a thing over still has it, unless it is also removed from their sheet. */
function describeOwn(bench: Workbench, { name, target }: z.output<typeof input>): string {
  const player = bench.state.find(playerId);
  const found = resolveTarget(bench.state, target);
  if (player === undefined || !found.ok || found.entity.id === playerId) return '';
  const lists = listInventories(bench, player);
  const items = lists.flatMap(({ field, value }) => field.kind.items?.(value) ?? []);
  const wanted = normaliseName(name);
  const own = items.map(readListed).find((one) => normaliseName(one) === wanted);
  if (own === undefined) return '';
  return `\n"${escapeLine(own, 80)}" is on the player's sheet still: item_remove takes it off, if it was handed over.`;
}

function addNamed(
  bench: Workbench,
  { name, quantity, list, target, about, details = {} }: z.output<typeof input>,
): ToolAnswer {
  const found = resolveTarget(bench.state, target);
  if (!found.ok) return found;
  const place =
    list === undefined ? findInventory(bench, found.entity) : resolvePlaceOf(bench, found.entity, list);
  if (place === undefined) {
    const made = createNamed(bench, { type: 'item', name, values: { holder: found.entity.id, about } });
    return made.ok ? { ok: true, say: `${made.say} It is with ${found.entity.id}.` } : made;
  }
  if (!place.ok) return place;
  const known = findThingNamed(bench.system, name);
  const shared = known?.on === place.field.path ? known.with : {};
  const given = readInput({ name, ...(quantity === undefined ? {} : { quantity }), ...shared, ...details });
  if (!given.ok || about === undefined || !isObject(given.value)) {
    return given.ok ? addItem(bench, place, given.value) : given;
  }
  return addDescribed(bench, place, { item: given.value, about });
}

/** Possible names of the member of an item that holds its description. */
const describing = ['about', 'description', 'note', 'notes', 'text', 'effect'];

/** If items have no member for a description, the description is left out, and the answer says so. */
function addDescribed(
  bench: Workbench,
  place: Place,
  { item, about }: { readonly item: JsonObject; readonly about: string },
): ToolAnswer {
  const { kind } = place.field;
  const member = describing.find((each) => {
    const wanted = { item: { ...item, [each]: about }, id: 'try' };
    return kind.add?.(place.value, wanted).ok === true;
  });
  if (member !== undefined) return addItem(bench, place, { ...item, [member]: about });
  const answer = addItem(bench, place, item);
  return answer.ok
    ? { ok: true, say: `${answer.say}\nItems of this list have no description: \`about\` was left out.` }
    : answer;
}

/** The first list of the inventory; undefined on a sheet without one. */
function findInventory(bench: Workbench, entity: Entity): FoundList | undefined {
  return listInventories(bench, entity)[0];
}

type FoundList = { readonly ok: true } & Place;

/** All lists of the inventory, such as a pack and a purse. */
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
