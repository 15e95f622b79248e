// Item shape: which members the items of a list have, and how any JSON becomes an item.

import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { keyForm } from '../../values/key-form.ts';
import { listNearest, refuse } from '../finish.ts';
import type { Done } from '../prefab.ts';
import { readMember, readNumber, readTruth } from '../read-json.ts';
import { cutLine, describeGiven } from '../show-text.ts';
import { amount, clampNumber } from '../values/number-range.ts';

const longestName = 120;
const longestText = 500;
export const mostOfOne = 1_000_000;

const kinds = ['text', 'number', 'boolean', 'ref'] as const;

const member = z.strictObject({
  type: z.enum(kinds),
  /** The texts that are allowed. */
  options: z.array(z.string().min(1).max(80)).min(1).max(100).optional(),
  min: amount.optional(),
  max: amount.optional(),
  /** The type of the entities that a reference may name. */
  of: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional(),
  /** The value if an item gives none. */
  default: z.union([z.string().max(longestText), z.number(), z.boolean()]).optional(),
});

export type Member = z.output<typeof member>;

/** The members that items have besides `id`, `name` and `qty`: each as the name of a kind, or as a description. */
export const itemShape = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]*$/, 'a name of small letters, digits and _'),
    z.union([z.enum(kinds), member], { error: `one of ${kinds.join(', ')}, or an object with a "type"` }),
  )
  .default({});

export interface ItemRules {
  readonly members: ReadonlyMap<string, Member>;
  /** Whether items have a quantity. */
  readonly isCounted: boolean;
}

/**
 * An item with its members in order: `id`, `name`, `qty` if items are counted, then the members of the shape that it
 * has.
 */
export type Item = JsonObject & { readonly id: string; readonly name: string };

/** Members that every item has; if a shape lists them too, that is ignored. */
const own = new Set(['id', 'name', 'qty', 'quantity']);

export function buildItemRules(shape: z.output<typeof itemShape>, isCounted: boolean): ItemRules {
  const members = Object.entries(shape).filter(([name]) => !own.has(name));
  return {
    members: new Map(members.map(([name, one]) => [name, typeof one === 'string' ? { type: one } : one])),
    isCounted,
  };
}

export function readQuantity(item: JsonObject): number {
  return readNumber(readMember(item, 'qty') ?? readMember(item, 'quantity')) ?? 1;
}

/** A member's value in its allowed form; undefined if it is not allowed. */
function normaliseMember(value: Json | undefined, one: Member): string | number | boolean | undefined {
  if (one.type === 'boolean') return readTruth(value);
  if (one.type === 'number') {
    const number = readNumber(value);
    return number === undefined ? undefined : clampNumber(number, { ...one, step: 0.01 }).value;
  }
  if (typeof value !== 'string') return undefined;
  if (one.type === 'ref') return normaliseReference(value, one);
  const text = cutLine(value, longestText);
  if (one.options === undefined) return text;
  return one.options.find((option) => option.toLowerCase() === text.toLowerCase());
}

const reference = new RegExp(`^[a-z][a-z0-9_]*:${keyForm}$`, 'u');

/** `type:key`; a bare key is enough if the type is known. */
function normaliseReference(value: string, { of }: Member): string | undefined {
  const text = value.trim();
  const whole = of === undefined || text.includes(':') ? text : `${of}:${text}`;
  if (!reference.test(whole)) return undefined;
  return of === undefined || whole.startsWith(`${of}:`) ? whole : undefined;
}

/** The allowed members of an item, with the defaults of those that are missing or wrong; other members are left out. */
function readMembers(raw: JsonObject, rules: ItemRules): JsonObject {
  const entries: [string, Json][] = [];
  for (const [name, one] of rules.members) {
    const value = normaliseMember(readMember(raw, name), one) ?? normaliseMember(one.default, one);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function readName(raw: JsonObject, rules: ItemRules): string {
  const name = readMember(raw, 'name');
  const words = typeof name === 'string' ? cutLine(name, longestName) : '';
  if (words !== '') return words;
  // An item that refers to an entity, such as an exit, may take its name from that entity.
  const key = [...rules.members].find(([, one]) => one.type === 'ref')?.[0];
  const of = key === undefined ? undefined : readMember(raw, key);
  return typeof of === 'string' ? cutLine(of.replace(/^.*:/, ''), longestName) : '';
}

/** Reads any JSON as an item without an id; undefined if it has no name, or its quantity is below 1. */
export function settleItem(value: Json, rules: ItemRules): Omit<Item, 'id'> | undefined {
  const raw = typeof value === 'string' ? { name: value } : value;
  if (!isObject(raw)) return undefined;
  const name = readName(raw, rules);
  const quantity = Math.min(mostOfOne, Math.floor(readQuantity(raw)));
  if (name === '' || (rules.isCounted && quantity < 1)) return undefined;
  return { name, ...(rules.isCounted ? { qty: quantity } : {}), ...readMembers(raw, rules) };
}

/** What is wrong with an item that somebody gives; undefined if nothing is wrong. */
export function findItemFault(value: Json, rules: ItemRules): Extract<Done, { ok: false }> | undefined {
  if (typeof value === 'string')
    return value.trim() === '' ? buildRefusal('The item needs a name.') : undefined;
  if (!isObject(value)) return buildRefusal(`An item is a name or an object, not ${describeGiven(value)}.`);
  const known = ['id', 'name', ...(rules.isCounted ? ['qty', 'quantity'] : []), ...rules.members.keys()];
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return buildRefusal(
      `Items here have no "${cutLine(unknown)}". They have ${listNearest(unknown, known)}.`,
    );
  }
  if (readName(value, rules) === '') return buildRefusal('The item needs a name.');
  return findQuantityFault(value) ?? findMemberFault(value, rules);
}

function findQuantityFault(raw: JsonObject): Extract<Done, { ok: false }> | undefined {
  const given = readMember(raw, 'qty') ?? readMember(raw, 'quantity');
  if (given === undefined) return undefined;
  const quantity = readNumber(given);
  const isWhole = quantity !== undefined && Number.isInteger(quantity);
  if (isWhole && quantity >= 1 && quantity <= mostOfOne) return undefined;
  return buildRefusal(`qty must be a whole number from 1 to ${mostOfOne}, not ${describeGiven(given)}.`);
}

function findMemberFault(raw: JsonObject, rules: ItemRules): Extract<Done, { ok: false }> | undefined {
  for (const [name, one] of rules.members) {
    const given = readMember(raw, name);
    if (given === undefined) continue;
    const fitted = normaliseMember(given, one);
    if (fitted === undefined) {
      return buildRefusal(`${name} must be ${describeMember(one)}, not ${describeGiven(given)}.`);
    }
    if (one.type === 'number' && fitted !== readNumber(given)) {
      return buildRefusal(`${name} must be ${describeMember(one)}, not ${describeGiven(given)}.`);
    }
  }
  return undefined;
}

function describeMember(one: Member): string {
  if (one.type === 'boolean') return 'true or false';
  if (one.type === 'ref') return `${one.of ?? 'TYPE'}:KEY`;
  if (one.type === 'text') return one.options === undefined ? 'a text' : `one of ${one.options.join(', ')}`;
  return one.min === undefined && one.max === undefined ? 'a number' : `${one.min ?? '…'}..${one.max ?? '…'}`;
}

function buildRefusal(say: string): Extract<Done, { ok: false }> {
  const done = refuse(say);
  return done.ok ? { ok: false, say } : done;
}
