// Measures JSON: finds out whether it is too deep or too large to be checked.

import type { Place } from './problem-list.ts';

const deepest = 32;
const most = 100_000;

interface Open {
  readonly value: unknown;
  readonly at: Place;
}

/**
 * The problem, with its place, if the JSON has too many values or levels; undefined if it can be checked. Never
 * recurses.
 */
export function findBulk(json: unknown) {
  const open: Open[] = [{ value: json, at: [] }];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count += 1;
    if (count > most) {
      const says = `The manifest has more than ${most} values.`;
      return { at: [], says, suggestion: 'Leave some out: no system needs so many.' };
    }
    if (next.at.length > deepest) {
      const says = `The manifest is nested more than ${deepest} levels deep here.`;
      return { at: next.at, says, suggestion: 'Use fewer levels.' };
    }
    for (const child of listChildren(next)) open.push(child);
  }
  return undefined;
}

function listChildren({ value, at }: Open): readonly Open[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).map(([name, child]) => ({
    value: child,
    at: [...at, isList ? Number(name) : name],
  }));
}
