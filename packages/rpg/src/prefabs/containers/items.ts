// Items: reads any JSON as a list of things with ids, and adds, changes and removes things.

import { isSameJson } from '../../values/is-same-json.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { listNearest, refuse } from '../finish.ts';
import type { Done, FieldPart, FormulaValue, Reference } from '../prefab.ts';
import { readMember } from '../read-json.ts';
import { cutLine } from '../show-text.ts';
import {
  findItemFault,
  type Item,
  type ItemRules,
  mostOfOne,
  readQuantity,
  settleItem,
} from './item-shape.ts';

const idForm = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u;

export interface ItemsRules extends ItemRules {
  readonly most: number;
}

export type DoneItems = { readonly ok: true; readonly items: readonly Item[] } | Extract<Done, { ok: false }>;

/** Reads any JSON as items, each with an id of its own; those without a name are left out. */
export function settleItems(value: Json | undefined, rules: ItemsRules): readonly Item[] {
  const given = isList(value) ? value : [];
  const kept: { raw: Json; item: Omit<Item, 'id'> }[] = [];
  for (const raw of given) {
    const item = settleItem(raw, rules);
    if (item !== undefined && kept.length < rules.most) kept.push({ raw, item });
  }
  const taken = new Set<string>();
  const ids = kept.map(({ raw }) => {
    const id = readMember(raw, 'id');
    const isFree = typeof id === 'string' && idForm.test(id) && !taken.has(id);
    if (isFree) taken.add(id);
    return isFree ? id : undefined;
  });
  return kept.map(({ item }, at) => withId(ids[at] ?? buildId(String(item['name']), taken), item));
}

function withId(id: string, item: Omit<Item, 'id'>): Item {
  return { id, ...item } as Item;
}

/** Makes an id out of the name, unique by a number, and adds it to `taken`. */
function buildId(name: unknown, taken: Set<string>): string {
  const slug = String(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60);
  const base = idForm.test(slug) ? slug : 'item';
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

/** Finds an item by its id, or else by its name; case does not matter. */
function resolveItemIndex(items: readonly Item[], wanted: string): number {
  const byId = items.findIndex((item) => item.id === wanted);
  if (byId >= 0) return byId;
  const name = wanted.trim().toLowerCase();
  return items.findIndex((item) => item.name.toLowerCase() === name || item.id.toLowerCase() === name);
}

function refuseItem(items: readonly Item[], wanted: string): Extract<Done, { ok: false }> {
  const names = listNearest(
    wanted,
    items.map((item) => item.name),
  );
  return { ok: false, say: `"${cutLine(wanted)}" is not in the list. The list has: ${names}.` };
}

/** Adds a new item. If the same thing is there already, adds to its quantity or, if items are not counted, refuses. */
export function addItem(
  items: readonly Item[],
  given: Json,
  rules: ItemsRules & { readonly id: string },
): DoneItems {
  const fault = findItemFault(given, rules);
  if (fault !== undefined) return fault;
  const item = settleItem(given, rules);
  if (item === undefined) return { ok: false, say: 'The item needs a name.' };
  const at = items.findIndex((one) => isSameThing(one, item, given));
  const same = items[at];
  if (same !== undefined) {
    if (!rules.isCounted) return { ok: false, say: `"${cutLine(same.name)}" is there already.` };
    const quantity = Math.min(mostOfOne, readQuantity(same) + readQuantity(item));
    return { ok: true, items: items.with(at, { ...same, qty: quantity }) };
  }
  if (items.length >= rules.most) {
    return {
      ok: false,
      say: `There are ${rules.most} items already, the most that are allowed. Remove one first.`,
    };
  }
  const taken = new Set(items.map((one) => one.id));
  const own = isObject(given) ? readMember(given, 'id') : undefined;
  const wanted = typeof own === 'string' ? own : rules.id;
  const id = idForm.test(wanted) && !taken.has(wanted) ? wanted : buildId(String(item['name']), taken);
  return { ok: true, items: [...items, withId(id, item)] };
}

/** Whether both have the same name, and the same value for every other member that was given for the new one. */
function isSameThing(one: Item, item: Omit<Item, 'id'>, given: Json): boolean {
  if (one.name.toLowerCase() !== String(item['name']).toLowerCase()) return false;
  const said = isObject(given) ? Object.keys(given) : [];
  return said
    .filter((name) => !['id', 'name', 'qty', 'quantity'].includes(name))
    .every((name) => isSameJson(readMember(one, name), readMember(item, name)));
}

/** Removes `quantity` of an item, or all of it. */
export function removeItem(items: readonly Item[], wanted: string, quantity: number | undefined): DoneItems {
  const at = resolveItemIndex(items, wanted);
  const item = items[at];
  if (item === undefined) return refuseItem(items, wanted);
  const there = readQuantity(item);
  if (quantity === undefined || quantity === there) return { ok: true, items: items.toSpliced(at, 1) };
  if (!Number.isInteger(quantity) || quantity < 1) {
    return { ok: false, say: 'The quantity must be a whole number, at least 1.' };
  }
  if (quantity > there) return { ok: false, say: `There are only ${there} of "${cutLine(item.name)}".` };
  return { ok: true, items: items.with(at, { ...item, qty: there - quantity }) };
}

/** Changes members of one item: `{ id or name, member: value, … }`. */
function updateItem(items: readonly Item[], given: JsonObject, rules: ItemsRules): DoneItems {
  const id = readMember(given, 'id') ?? readMember(given, 'name');
  const at = typeof id === 'string' ? resolveItemIndex(items, id) : -1;
  const item = items[at];
  if (item === undefined) return refuseItem(items, String(id ?? ''));
  // A null removes a member, so that it takes the default of the shape.
  const { quantity, ...rest } = given;
  const quantified = quantity === undefined ? rest : { ...rest, qty: quantity };
  const merged = Object.entries({ ...item, ...quantified, id: item.id }).filter(
    ([, value]) => value !== null,
  );
  const changed: JsonObject = Object.fromEntries(merged);
  const fault = findItemFault(changed, rules);
  if (fault !== undefined) return fault;
  const settled = settleItem(changed, rules);
  if (settled === undefined) return { ok: false, say: 'Nothing would be left of the item.' };
  return { ok: true, items: items.with(at, withId(item.id, settled)) };
}

/** Replaces all items, or changes one if an object is given. */
export function setItems(items: readonly Item[], input: Json, rules: ItemsRules): DoneItems {
  if (isObject(input)) return updateItem(items, input, rules);
  if (!isList(input)) return { ok: false, say: 'A list of items is needed, or an object that changes one.' };
  if (input.length > rules.most) return { ok: false, say: `There can be at most ${rules.most} items.` };
  for (const given of input) {
    const fault = findItemFault(given, rules);
    if (fault !== undefined) return fault;
  }
  return { ok: true, items: settleItems(input, rules) };
}

/** `rope.qty` sets a member of one item; `rope` sets its name, or several members if an object is given. */
export function setItemPart(items: readonly Item[], part: string, change: PartChange): DoneItems {
  const { id, member } = splitPart(part);
  const item = items[resolveItemIndex(items, id)];
  if (item === undefined) return refuseItem(items, id);
  const { input, rules } = change;
  if (part === id && isObject(input)) return updateItem(items, { ...input, id: item.id }, rules);
  if (rules.isCounted && (member === 'qty' || member === 'quantity') && input === 0)
    return removeItem(items, item.id, undefined);
  return updateItem(items, { id: item.id, [member]: input }, rules);
}

export interface PartChange {
  readonly input: Json;
  readonly rules: ItemsRules;
}

/** An id contains no dot, so the member begins after the first dot. */
function splitPart(part: string): { readonly id: string; readonly member: string } {
  const at = part.indexOf('.');
  return at < 0 ? { id: part, member: 'name' } : { id: part.slice(0, at), member: part.slice(at + 1) };
}

/** The list itself, and for each member of its items the list of its values. */
export function listItemParts(rules: ItemRules): readonly FieldPart[] {
  const members = [...rules.members].map(([name, one]): FieldPart => {
    const isText = one.type === 'text' || one.type === 'ref';
    return { name, kind: isText ? 'text' : 'list', isWritable: false };
  });
  return [
    { name: '', kind: 'list', isWritable: true },
    ...(rules.isCounted ? [{ name: 'qty', kind: 'list', isWritable: false } as const] : []),
    ...members,
  ];
}

/**
 * What a formula reads: for the list itself, its quantities; for a member, the values of all items; for a member of one
 * item, its value.
 */
export function readItemPart(items: readonly Item[], part: string): FormulaValue | undefined {
  if (part === '' || part === 'qty') return items.map(readQuantity);
  if (!part.includes('.')) return items.map((item) => readCounted(readMember(item, part)));
  const { id, member } = splitPart(part);
  const value = readMember(items[resolveItemIndex(items, id)], member);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function readCounted(value: Json | undefined): number | boolean {
  return typeof value === 'number' || typeof value === 'boolean' ? value : 0;
}

export function listReferences(items: readonly Item[], rules: ItemRules): readonly Reference[] {
  const named = [...rules.members].filter(([, one]) => one.type === 'ref');
  return items.flatMap((item) =>
    named.flatMap(([name, { of }]) => {
      const to = readMember(item, name);
      return typeof to === 'string' ? [{ to, types: of === undefined ? [] : [of] }] : [];
    }),
  );
}

export function renderItems(items: readonly Item[]): string {
  const shown = items.map((item) => {
    const quantity = readQuantity(item);
    return `${cutLine(item.name)}${quantity === 1 ? '' : ` ×${quantity}`}`;
  });
  return shown.join(', ') || '—';
}

export function describeItems(rules: ItemRules): string {
  const members = ['name', ...(rules.isCounted ? ['qty'] : []), ...rules.members.keys()];
  return `{${members.join(', ')}}`;
}

export function refuseNumber(): Done {
  return refuse('Only the number fields of an item can be adjusted, such as ITEM.qty.');
}
