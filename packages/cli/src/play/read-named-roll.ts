// Reads a roll that names a move or a check of the rules: against whom, in which variant, with which values, and for what.

import type { System } from '@terrarium/rpg/system';

export type NamedRoll = Readonly<Record<string, unknown>>;

/** Each part of a named roll begins with one of these words, in this order; any part may be missing. */
const partStart = / (?=(?:against|as|with|for) )/iu;

/** Undefined if the words do not begin with the name of a move or a check. */
export function readNamedRoll(system: System, text: string): NamedRoll | undefined {
  const [named = '', ...parts] = text
    .trim()
    .replaceAll(/(?<!\s)\s+/gu, ' ')
    .split(partStart);
  const found = findNamed(system, named);
  if (found === undefined) return undefined;
  return Object.assign({}, found, ...parts.map(readPart));
}

function findNamed({ manifest, checks }: System, named: string): NamedRoll | undefined {
  const name = named.toLowerCase();
  const check = [...checks.values()].find(({ id, label }) => id === name || label.toLowerCase() === name);
  if (check !== undefined) return { check: check.id };
  const id = name.replaceAll(' ', '_');
  const moves = manifest.narrator?.intents ?? {};
  if (Object.hasOwn(moves, id)) return { move: id };
  // Splits the name into a move and what it is made with: a variant, a thing or a spell.
  const [move = '', ...as] = name.split(' ');
  return Object.hasOwn(moves, move) && as.length > 0 ? { move, as: as.join(' ') } : undefined;
}

function readPart(part: string): NamedRoll {
  const at = part.search(/\s/u);
  const word = part.slice(0, at).toLowerCase();
  const said = part.slice(at).trim();
  if (word === 'against' || word === 'as') return { [word]: said };
  if (word === 'with') return { with: readValues(said) };
  return { reason: said };
}

/** Values are written as `stat=2, adds=1` or `stat 2`; each is a number or a path of the sheet. */
function readValues(said: string): NamedRoll {
  return Object.fromEntries(
    said.split(',').map((pair) => {
      const [name = '', value = ''] = pair
        .replaceAll('=', ' ')
        .trim()
        .split(' ')
        .filter((part) => part !== '');
      return [name, /^[+-]?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value];
    }),
  );
}
