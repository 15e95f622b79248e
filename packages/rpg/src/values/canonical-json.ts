// Canonical JSON: one text for what is the same, whatever order its names were written in.

import { isList, type Json } from './json.ts';

/** Names sorted by code unit, no blanks. */
export function renderCanonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(renderCanonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${renderCanonicalJson(value[name] ?? null)}`).join(',')}}`;
}
