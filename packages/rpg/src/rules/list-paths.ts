// List of paths: every path that a sheet knows, and those nearest to one it does not know.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import type { NamedField } from './find-name.ts';

const shown = 3;
const longestName = 100;

export function listPaths(fields: Iterable<NamedField>): string[] {
  const paths: string[] = [];
  for (const { path, parts } of fields) {
    const names = parts.map((part) => (part.name === '' ? path : `${path}.${part.name}`));
    paths.push(...(names.length === 0 ? [path] : names));
  }
  return paths;
}

/** Likeliest first; a name also matches the last names of a path, as most people leave the first ones out. */
export function findNearestPaths(name: string, paths: readonly string[]): readonly string[] {
  const wanted = name
    .slice(0, longestName)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const last = wanted.split('.').at(-1) ?? wanted;
  const endings = paths.filter(
    (path) => path === wanted || path.endsWith(`.${last}`) || path.includes(`.${last}.`),
  );
  const sorted = sortByNearness(wanted, paths);
  return [...new Set([...sortByNearness(wanted, endings), ...sorted])].slice(0, shown);
}
