// Describes a formula of the rules to a player: labels in place of paths, and the signs of arithmetic as they are printed.

import type { Sheet } from '@terrarium/rpg/system';

const signs: ReadonlyMap<string, string> = new Map([
  ['*', '×'],
  ['/', '÷'],
  ['>=', '≥'],
  ['<=', '≤'],
  ['==', '='],
  ['!=', '≠'],
]);
const token = /\/\/ ?(?<by>[\w.]*)|[*/]|[<>=!]=|[a-z_]\w*(?:\.\w+)*/giu;

export function describeFormula(source: string, sheet: Sheet): string {
  const text = source.trim().replaceAll(/(?<!\s)\s+/gu, ' ');
  return text.replaceAll(token, (found, by: string | undefined) => {
    if (by === undefined) return signs.get(found) ?? describeName(found, sheet);
    return by === '' ? '÷ (rounded down) ' : `÷ ${describeName(by, sheet)} (rounded down)`;
  });
}

/**
 * Puts a name of a formula into words: a field by its label and part, an alias with spaces. Any other name stays as it
 * is.
 */
export function describeName(name: string, { aliases, fields }: Sheet): string {
  if (aliases.has(name)) return name.replaceAll('_', ' ');
  const field = fields.find(({ path }) => name === path || name.startsWith(`${path}.`));
  if (field === undefined) return name;
  const part = name.slice(field.path.length + 1).replaceAll('_', ' ');
  return part === '' ? field.definition.label : `${field.definition.label} ${part}`;
}
