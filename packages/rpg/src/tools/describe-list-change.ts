// Describes a change of an inventory by what came, went or became another, without the things that stayed as they were.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isInventory } from '../system/is-inventory.ts';
import type { Field } from '../system/system.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { readListed } from './read-listed.ts';

/** Undefined if the field is no inventory, or if nothing in it stayed or nothing changed. */
export function describeListChange(field: Field, before: Json, after: Json): string | undefined {
  const { items } = field.kind;
  if (items === undefined || !isInventory(field)) return undefined;
  const [former, latter] = [items(before), items(after)];
  const findIn = (list: readonly JsonObject[], { id }: JsonObject) => list.find((one) => one['id'] === id);
  const gone = former.filter((one) => findIn(latter, one) === undefined).map((one) => `− ${nameItem(one)}`);
  const others = latter.flatMap((one) => {
    const was = findIn(former, one);
    if (was === undefined) return [`+ ${nameItem(one)}`];
    return isSameJson(was, one) ? [] : [describeItem(was, one)];
  });
  const changes = [...gone, ...others];
  const stayed = latter.length - others.length;
  if (changes.length === 0 || stayed === 0) return undefined;
  const more = stayed === 1 ? '1 other thing stays' : `${stayed} other things stay`;
  return `${escapeLine(changes.join(', '), 300)} (${more}${describeLoad(field, after)})`;
}

function nameItem(item: JsonObject): string {
  const { qty = 1 } = item;
  return `${readListed(item)}${qty === 1 ? '' : ` ×${String(qty)}`}`;
}

/** A thing whose name and number stay is told by the members that became others. */
function describeItem(before: JsonObject, after: JsonObject): string {
  const [former, latter] = [nameItem(before), nameItem(after)];
  if (former !== latter) return `${former} → ${latter}`;
  const members = Object.keys({ ...before, ...after }).filter(
    (name) => !isSameJson(before[name], after[name]),
  );
  const show = (value: Json | undefined) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return `${latter}: ${members.map((name) => `${name} ${show(before[name])} → ${show(after[name])}`).join('; ')}`;
}

/** What all of it weighs, for a list that can hold only so much. */
function describeLoad({ kind }: Field, value: Json): string {
  const [load, capacity] = [kind.read(value, 'load'), kind.read(value, 'capacity')];
  return typeof load === 'number' && typeof capacity === 'number' ? `; load ${load} of ${capacity}` : '';
}
