// Renders canonical JSON: the same text for equal values, whatever the order of their members.

import { isList, type Json } from './json.ts';

/** Sorts names by code unit, and writes no blanks. */
export function renderCanonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(renderCanonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${renderCanonicalJson(value[name] ?? null)}`).join(',')}}`;
}
