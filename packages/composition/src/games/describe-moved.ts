// Describes which items a change added to a list and which it removed, each with its number.

import type { Patch } from '@terrarium/rpg/entity';
import { isObject, type Json } from '@terrarium/rpg/json';

/**
 * The items added to a list and removed from it; undefined if the value is not a list in which each item has a name.
 */
export function describeMoved({ before, after }: Pick<Patch, 'before' | 'after'>) {
  const [was, is] = [readNames(before), readNames(after)];
  if (was === undefined || is === undefined) return undefined;
  const came = is.filter((name) => !was.includes(name));
  const went = was.filter((name) => !is.includes(name));
  const count = (name: string, items: Patch['before']) => renderCounted(name, readCount(name, items));
  const stayed = is
    .filter((name) => was.includes(name))
    .map((name) => ({ name, more: readCount(name, after) - readCount(name, before) }));
  const listChanged = (sign: number) =>
    stayed.filter(({ more }) => more * sign > 0).map(({ name, more }) => renderCounted(name, more * sign));
  return {
    kind: 'moved' as const,
    came: [...came.map((name) => count(name, after)), ...listChanged(1)],
    went: [...went.map((name) => count(name, before)), ...listChanged(-1)],
  };
}

/**
 * Names of the items of a list, in either form in which it is stored: items alone, or together with what the list can
 * carry.
 */
function readNames(value: Patch['before']): readonly string[] | undefined {
  const items = readItems(value);
  if (items === undefined) return undefined;
  const names = items.map((item: Json) => (isObject(item) ? item['name'] : item));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

export function readItems(value: Patch['before']): readonly Json[] | undefined {
  const items = isObject(value) ? value['items'] : (value ?? []);
  return Array.isArray(items) ? items : undefined;
}

/** How many of a thing a list has; 1 if its items are not counted. */
function readCount(name: string, list: Patch['before']): number {
  const item = (readItems(list) ?? []).filter(isObject).find((one) => one['name'] === name);
  const quantity = item?.['quantity'] ?? item?.['qty'];
  return typeof quantity === 'number' ? quantity : 1;
}

function renderCounted(name: string, count: number): string {
  return count > 1 ? `${name} ×${count}` : name;
}
