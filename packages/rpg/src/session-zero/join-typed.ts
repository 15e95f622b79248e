// Joins what a player typed with the earlier values: a listed thing that the player names again keeps its details.

import { isObject, type Json } from '../values/json.ts';
import { type CharacterOptions, splitNames } from './build-character.ts';

type Values = CharacterOptions['set'];

/** A list that was typed as names replaces the list at the same path in `base`. */
export function joinTyped(base: Values, typed: Values): Values {
  const joined = Object.entries(typed).map(([path, value]) => {
    const known = base[path];
    const isTyped = Array.isArray(known) && typeof value === 'string';
    return [path, isTyped ? resolveItems(splitNames(value), known) : value];
  });
  return { ...base, ...Object.fromEntries(joined) };
}

/** The name of a known thing may itself contain commas, such as “Rope, 50 feet”. */
function resolveItems(names: readonly string[], known: readonly Json[]): readonly Json[] {
  const byName = new Map(known.map((item) => [nameItem(item), item]));
  const longest = Math.max(1, ...[...byName.keys()].map((name) => splitNames(name).length));
  const items: Json[] = [];
  for (let at = 0; at < names.length; ) {
    const counts = Array.from({ length: longest }, (_, index) => longest - index);
    const count =
      counts.find((each) =>
        byName.has(
          names
            .slice(at, at + each)
            .join(', ')
            .toLowerCase(),
        ),
      ) ?? 1;
    const name = names.slice(at, at + count).join(', ');
    items.push(byName.get(name.toLowerCase()) ?? name);
    at += count;
  }
  return items;
}

function nameItem(item: Json): string {
  return String(isObject(item) ? item['name'] : item).toLowerCase();
}
