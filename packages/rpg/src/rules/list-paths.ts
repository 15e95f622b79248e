// Lists every path of a sheet, and the paths nearest to one that the sheet does not have.

import { findNearest, sortByNearness } from '@terrarium/kernel/find-nearest';
import type { NamedField } from './find-name.ts';

const shown = 3;
const longestName = 100;
/** A name whose length differs by a larger share than this is probably not the name that was meant. */
const likelyShare = 0.3;

/** Groups of words that people use for the same thing, whichever word a system uses. */
const synonyms: readonly ReadonlySet<string>[] = [
  'hp health hit_points hitpoints life life_points vigour vigor vitality wounds',
  'money gold coin coins silver cash credits wealth purse',
  'mana magic power energy magic_points mp',
  'armour armor defence defense protection ac',
].map((words) => new Set(words.split(' ')));

/** Within a field, parts that can be written come before those that only formulas set. */
export function listPaths(fields: Iterable<NamedField>): string[] {
  const paths: string[] = [];
  for (const { path, parts } of fields) {
    const sorted = [...parts].sort((one, other) => Number(other.isWritable) - Number(one.isWritable));
    const names = sorted.map((part) => (part.name === '' ? path : `${path}.${part.name}`));
    paths.push(...(names.length === 0 ? [path] : names));
  }
  return paths;
}

/**
 * Returns the likeliest first. Also compares the wanted name with the ends of paths, since most people leave out the
 * beginning of a path, and with `labels`, which give a path for each label of a field.
 */
export function listNearestPaths(
  name: string,
  paths: readonly string[],
  labels: Iterable<readonly [string, string]> = [],
): readonly string[] {
  const wanted = normalisePath(name);
  const last = wanted.slice(wanted.lastIndexOf('.') + 1);
  const meant = new Map<string, string[]>();
  for (const [label, path] of labels) add(meant, normalisePath(label), path);
  for (const path of paths) for (const ending of listEndings(path)) add(meant, ending, path);
  const near = new Set<string>();
  for (const ending of sortEndings(wanted, last, [...meant.keys()])) {
    for (const path of sortLikelyFirst(last, meant.get(ending) ?? [])) near.add(path);
    if (near.size >= shown) break;
  }
  return [...near].slice(0, shown);
}

function add(meant: Map<string, string[]>, ending: string, path: string): void {
  const known = meant.get(ending);
  if (known === undefined) meant.set(ending, [path]);
  else known.push(path);
}

/**
 * Exact and misspelt endings come first, then other words for the same thing. Then come endings that contain the name
 * or are contained in it, by the difference in length. The remaining endings come last, first those of similar length
 * by nearness.
 */
function* sortEndings(wanted: string, last: string, endings: readonly string[]): Iterable<string> {
  yield wanted;
  yield last;
  const misspelt = findNearest(last, endings);
  if (misspelt !== undefined) yield misspelt;
  const meant = synonyms.find((words) => words.has(last));
  if (meant !== undefined) yield* endings.filter((ending) => meant.has(ending));
  const isAlike = (ending: string) => ending.includes(wanted) || wanted.includes(ending);
  const measureDifference = (ending: string) => Math.abs(ending.length - wanted.length);
  yield* endings.filter(isAlike).sort((one, other) => measureDifference(one) - measureDifference(other));
  const others = endings.filter((ending) => !isAlike(ending));
  const likely = others.filter(
    (ending) => measureDifference(ending) <= Math.max(2, wanted.length * likelyShare),
  );
  yield* sortByNearness(wanted, likely);
  yield* others;
}

function normalisePath(name: string): string {
  return name
    .slice(0, longestName)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Puts first the path whose last name is nearest to the written last name. */
function sortLikelyFirst(last: string, paths: readonly string[]): readonly string[] {
  const byLast = new Map(paths.map((path) => [path.slice(path.lastIndexOf('.') + 1), path]));
  const likely = byLast.get(findNearest(last, byLast.keys()) ?? '');
  return likely === undefined ? paths : [likely, ...paths];
}

/** The path and its ends, each with and without its last name: `hp` may mean `resources.hp.current` too. */
function listEndings(path: string): readonly string[] {
  const names = path.split('.');
  const endings = new Set<string>();
  for (let begin = 0; begin < names.length; begin += 1) {
    endings.add(names.slice(begin).join('.'));
    if (begin < names.length - 1) endings.add(names.slice(begin, -1).join('.'));
  }
  return [...endings];
}
