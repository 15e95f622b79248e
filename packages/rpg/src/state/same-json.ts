// Same JSON: whether two values are alike, whatever order their names stand in.

import type { Json } from './json.ts';

export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const known = new Map<string, Json>(Object.entries(other));
  const entries: [string, Json][] = Object.entries(one);
  return (
    entries.length === known.size && entries.every(([name, value]) => isSameJson(value, known.get(name)))
  );
}
