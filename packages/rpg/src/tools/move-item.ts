// Moves a thing from one holder to another in one step, with its note and its number, so that it never exists twice.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { Entity } from '../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { findListed } from './find-listed.ts';
import { addItem, describing, listInventories, moveThing } from './item-add.ts';
import { findLying, setHolder } from './lying-things.ts';
import { normaliseName } from './match-name.ts';
import { readListed } from './read-listed.ts';
import { readSeveral } from './read-several.ts';
import { readName } from './resolve-target.ts';
import type { Workbench } from './workbench.ts';

export interface Handing {
  readonly item: string;
  readonly quantity: number | undefined;
  readonly from: Entity;
  readonly to: Entity;
}

/** Takes the thing from whoever has it, and says what this changed. */
export type Taking = () => ToolAnswer;

/** Does nothing if the thing cannot be taken from its holder. */
export function moveItem(bench: Workbench, handing: Handing, take: Taking): ToolAnswer {
  const { from, to } = handing;
  if (from.id === to.id) return { ok: false, say: `${to.id} has it already: name somebody else in \`to\`.` };
  const held = findHeld(bench, handing);
  const taken = take();
  if (!taken.ok) return { ok: false, say: `${taken.say}${describeCounted(bench, handing)}` };
  if (held === undefined)
    return { ok: false, say: `"${escapeLine(handing.item, 80)}" is no thing that can be handed over.` };
  const added = addHeld(bench, held, handing);
  return added.ok ? { ok: true, say: `${taken.say}\n${added.say}` } : added;
}

interface Held {
  readonly name: string;
  readonly many: number;
  /** What the item of a list has besides name and number. */
  readonly details: JsonObject;
  readonly about: string;
  /** Undefined if the thing is an item of a list. */
  readonly thing: Entity | undefined;
}

function findHeld(bench: Workbench, { from, item, quantity }: Handing): Held | undefined {
  for (const place of listInventories(bench, from)) {
    const name = normaliseName(findListed(place, item));
    const items = place.field.kind.items?.(place.value) ?? [];
    const listed = items.find((one) => isNamed(one, name) || (isObject(one) && one['id'] === item));
    if (listed !== undefined) return readHeld(listed, quantity);
  }
  const thing = findLying(bench.state, from.id, item);
  if (thing === undefined) return undefined;
  const several = readSeveral(readName(thing));
  const about = String(thing.sheet['about'] ?? '');
  return { name: several?.name ?? readName(thing), many: several?.many ?? 1, details: {}, about, thing };
}

function isNamed(one: Json, name: string): boolean {
  return normaliseName(readListed(one)) === name;
}

/** Members of an item that are no details: they are set anew in each list. */
const ownMembers: ReadonlySet<string> = new Set(['id', 'name', 'qty', 'quantity']);

function readHeld(listed: Json, quantity: number | undefined): Held {
  const members = isObject(listed) ? listed : {};
  const counted = members['qty'] ?? members['quantity'];
  const many = quantity ?? (typeof counted === 'number' ? counted : 1);
  const details = Object.fromEntries(
    Object.entries(members).filter(
      ([name, value]) => !ownMembers.has(name) && value !== '' && value !== null && value !== false,
    ),
  );
  const about = describing.map((member) => members[member]).find((text) => typeof text === 'string') ?? '';
  return { name: readListed(listed), many, details, about: String(about), thing: undefined };
}

/**
 * Adds the thing to the first list of the receiver. If the receiver has no list, the thing becomes or stays an item of
 * its own, which the receiver holds.
 */
function addHeld(bench: Workbench, held: Held, { to }: Handing): ToolAnswer {
  const { name, many, about, thing } = held;
  const place = listInventories(bench, to)[0];
  if (place === undefined) {
    const named = many === 1 ? name : `${many} ${name}`;
    return moveThing(bench, to, { name: named, about: about === '' ? undefined : about, beside: thing });
  }
  const base = { name, ...(many === 1 ? {} : { quantity: many }) };
  const told = describing.map((member) => ({ ...base, ...(about === '' ? {} : { [member]: about }) }));
  const isAccepted = (item: JsonObject) =>
    place.field.kind.add?.(place.value, { item, id: 'try' }).ok === true;
  const whole = Object.keys(held.details).length === 0 ? [] : [{ ...base, ...held.details }];
  const item = [...whole, ...told].find(isAccepted) ?? base;
  const added = addItem(bench, place, item);
  if (!added.ok || thing === undefined) return added;
  const moved = setHolder(bench, thing, '');
  return moved.ok ? added : moved;
}

/** For something that a sheet only counts, such as coins, says with which call it is paid; otherwise empty. */
function describeCounted({ system }: Workbench, { item, quantity, from, to }: Handing): string {
  const wanted = normaliseName(item).replace(/s$/u, '');
  const isMeant = (text: string) => normaliseName(text).replace(/s$/u, '') === wanted;
  const field = (system.sheets.get(from.type)?.fields ?? []).find(
    ({ path, kind, definition }) =>
      kind.adjust !== undefined &&
      kind.items === undefined &&
      (isMeant(definition.label) || isMeant(path.slice(path.lastIndexOf('.') + 1))),
  );
  if (field === undefined) return '';
  const delta = -(quantity ?? 1);
  const paid = JSON.stringify({ path: field.path, delta, target: from.id });
  return `\n${escapeLine(field.path, 100)} is a number: adjust ${escapeLine(paid, 200)}, and if ${to.id} counts it too, adjust it there.`;
}
