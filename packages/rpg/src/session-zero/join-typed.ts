// Joins what a player typed with the earlier values: a listed thing that the player names again keeps its details.

import { isObject, type Json } from '../values/json.ts';
import { type CharacterOptions, splitNames } from './build-character.ts';

type Values = CharacterOptions['set'];

export function joinTyped(base: Values, typed: Values): Values {
  const joined = Object.entries(typed).map(([path, value]) => [path, joinTypedValue(base[path], value)]);
  return { ...base, ...Object.fromEntries(joined) };
}

/**
 * A list that was typed as names replaces the earlier list. Things that were in the earlier list keep their details.
 */
export function joinTypedValue(known: Json | undefined, typed: Json): Json {
  return Array.isArray(known) && typeof typed === 'string' ? resolveItems(splitNames(typed), known) : typed;
}

/**
 * The things with these names: known things if possible, otherwise just the names. The name of a known thing may itself
 * contain commas, such as “Rope, 50 feet”.
 */
function resolveItems(names: readonly string[], known: readonly Json[]): readonly Json[] {
  const byName = new Map(known.map((item) => [nameItem(item), item]));
  const longest = Math.max(1, ...[...byName.keys()].map((name) => splitNames(name).length));
  const counts = Array.from({ length: longest }, (_, index) => longest - index);
  const join = (at: number, count: number) => names.slice(at, at + count).join(', ');
  const items: Json[] = [];
  for (let at = 0; at < names.length; ) {
    const count = counts.find((each) => byName.has(join(at, each).toLowerCase())) ?? 1;
    const name = join(at, count);
    items.push(byName.get(name.toLowerCase()) ?? name);
    at += count;
  }
  return items;
}

function nameItem(item: Json): string {
  return String(isObject(item) ? item['name'] : item).toLowerCase();
}
