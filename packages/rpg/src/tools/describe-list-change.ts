// Describes a change of an inventory by what was added, removed or changed, without the things that stayed the same.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isInventory } from '../system/is-inventory.ts';
import type { Field } from '../system/system.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { readListed } from './read-listed.ts';

/**
 * Says what changed in a list, such as `− Rope (3 other things stay)`. Undefined for a field without items, and if the
 * view of the whole field says it well enough.
 */
export function describeListChange(field: Field, before: Json, after: Json): string | undefined {
  const { items } = field.kind;
  if (items === undefined) return undefined;
  if (!isInventory(field) && field.kind.view(before) !== field.kind.view(after)) return undefined;
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
  if (changes.length === 0 || (stayed === 0 && isInventory(field))) return undefined;
  if (stayed === 0) return escapeLine(changes.join(', '), 300);
  const more = stayed === 1 ? '1 other thing stays' : `${stayed} other things stay`;
  return `${escapeLine(changes.join(', '), 300)} (${more}${describeLoad(field, after)})`;
}

function nameItem(item: JsonObject): string {
  const { qty = 1 } = item;
  return `${readListed(item)}${qty === 1 ? '' : ` ×${String(qty)}`}`;
}

/** Says how a thing changed: in name or number or, if these stayed the same, in which other members. */
function describeItem(before: JsonObject, after: JsonObject): string {
  const [former, latter] = [nameItem(before), nameItem(after)];
  if (former !== latter) return `${former} → ${latter}`;
  const members = Object.keys({ ...before, ...after }).filter(
    (name) => !isSameJson(before[name], after[name]),
  );
  const show = (value: Json | undefined) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return `${latter}: ${members.map((name) => `${name} ${show(before[name])} → ${show(after[name])}`).join('; ')}`;
}

/** The total weight, for a list that can hold only so much; otherwise empty. */
function describeLoad({ kind }: Field, value: Json): string {
  const [load, capacity] = [kind.read(value, 'load'), kind.read(value, 'capacity')];
  return typeof load === 'number' && typeof capacity === 'number' ? `; load ${load} of ${capacity}` : '';
}
