// Renders for a model what can be set on a new character: each path with its options or bounds and what it begins at.

import { readValue } from '../rules/read-value.ts';
import type { System } from '../system/system.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { settleCharacter } from './build-character.ts';
import { listSettable, type Settable } from './list-settable.ts';

/** Numbers of one group with the same bounds share a line if there are at least this many of them. */
const leastAlike = 6;

/** A line for each value, or for many numbers of a group that differ only in what they begin at. */
export function renderSettable(system: System): readonly string[] {
  const open = listSettable(system).filter(({ path }) => isOfCreation(system, path));
  const { values } = settleCharacter(system, { name: 'Nobody', about: '', set: {} });
  const describeStart = (path: string) => {
    const { default_formula: formula } = system.sheets.get('character')?.byPath.get(path)?.definition ?? {};
    const value = readValue(values, path);
    if (formula !== undefined) return formula;
    const number = isObject(value ?? null) ? (value as JsonObject)['current'] : value;
    return typeof number === 'number' ? String(number) : undefined;
  };
  const groups = Map.groupBy(open, (one) => nameGroup(one));
  const joined = joinOptions(open).map((one) => addMoves(system, one));
  return open.flatMap((one, index) => {
    const alike = groups.get(nameGroup(one)) ?? [];
    const start = describeStart(one.path);
    if (start === undefined || alike.length < leastAlike) return [renderOne(joined[index] ?? one, start)];
    if (alike[0] !== one) return [];
    const told = alike.map(
      ({ path }) => `${path.slice(path.lastIndexOf('.') + 1)} ${describeStart(path) ?? ''}`,
    );
    const parent = one.path.slice(0, one.path.lastIndexOf('.'));
    return [
      `${parent}.*: ${stripTools(one).slice(one.path.length + 2)}; each with what it begins at: ${told.join(', ')}`,
    ];
  });
}

/** Adds the names of the moves to a list of things that may help with moves. */
function addMoves({ manifest }: System, one: Settable): Settable {
  const { bonuses, intents = {} } = manifest.narrator ?? {};
  if (bonuses?.lists.includes(one.path) !== true) return one;
  return { ...one, manner: `${one.manner}; move is one of ${Object.keys(intents).join(', ')}` };
}

const options = / one of (?<listed>[^;]+)/u;
/**
 * A list of options with at least this many characters is written once; other values with the same options refer to it.
 */
const leastShared = 40;

/** Writes options that several values share only once, such as the rungs of a ladder that many skills have. */
function joinOptions(open: readonly Settable[]): readonly Settable[] {
  const first = new Map<string, string>();
  return open.map((one) => {
    const listed = options.exec(one.manner)?.groups?.['listed'] ?? '';
    if (listed.length < leastShared) return one;
    const known = first.get(listed);
    if (known === undefined) {
      first.set(listed, one.path);
      return one;
    }
    return { ...one, manner: one.manner.replace(listed, `those of ${known}`) };
  });
}

/** A key made of the path's parent and the bounds. In a system in percent, all skills have the same key. */
function nameGroup(one: Settable): string {
  const { path } = one;
  return `${path.slice(0, path.lastIndexOf('.') + 1)} ${stripTools(one).slice(path.length)}`;
}

function renderOne({ label, hint, ...one }: Settable, start: string | undefined): string {
  const begins = start === undefined || start === '0' ? '' : `; begins at ${start}`;
  return [`${label} · ${stripTools({ label, ...one })}${begins}`, ...(hint === undefined ? [] : [hint])].join(
    ' · ',
  );
}

const tools =
  /; (?:set,? or adjust(?: by rungs)?|set|adjust or set|item_add(?: or item_remove by the word, or set to a list|, item_remove))(?=;|$)/gu;

/** The manner without the tools of play, which a sheet that is filled in at once does not need. */
function stripTools({ manner }: Settable): string {
  return manner.replaceAll(tools, '');
}

/**
 * Whether a value is set at creation. Only play changes states, and points that begin full, unless the rules of
 * creation name these points.
 */
function isOfCreation(system: System, path: string): boolean {
  const field = system.sheets.get('character')?.byPath.get(path);
  const { category, max_formula: most } = field?.definition ?? {};
  if (category === 'status') return false;
  const isFull = field?.kind.id === 'RES_POOL' && most !== undefined;
  return !isFull || JSON.stringify(system.manifest.creation ?? []).includes(path);
}
