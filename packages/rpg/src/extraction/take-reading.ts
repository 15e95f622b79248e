// Resolves a contradiction of a rulebook the other way: swaps the version in the manifest with the other version.

import type { Reading } from '../system/manifest.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';

/** Undefined if the manifest no longer holds the version that was taken. */
export function takeReading(manifest: JsonObject, index: number): JsonObject | undefined {
  const readings = listKept(manifest);
  const reading = readings[index];
  if (reading === undefined) return undefined;
  const place = reading.at.split('/').slice(1).map(decodePart);
  const says = reading.other.says as Json;
  const changed = replaceAt(manifest, place, { was: reading.taken.says as Json, is: says });
  if (changed === undefined || !isObject(changed)) return undefined;
  const swapped = { ...reading, taken: reading.other, other: reading.taken };
  const kept = readings.map((one, at) => (at === index ? swapped : one));
  return { ...changed, readings: JSON.parse(JSON.stringify(kept)) as Json };
}

/** Makes the same choices between readings as in an earlier manifest of the same book. */
export function takeSame(manifest: JsonObject, former: JsonObject): JsonObject {
  const chosen = new Map(listKept(former).map(({ at, taken }) => [at, JSON.stringify(taken)] as const));
  return listKept(manifest).reduce(
    (taken, { at, other }, index) =>
      chosen.get(at) === JSON.stringify(other) ? (takeReading(taken, index) ?? taken) : taken,
    manifest,
  );
}

function listKept({ readings }: JsonObject): readonly Reading[] {
  return isList(readings ?? null) ? (readings as unknown as readonly Reading[]) : [];
}

function decodePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function replaceAt(
  value: Json,
  [name, ...rest]: readonly string[],
  change: { readonly was: Json; readonly is: Json },
): Json | undefined {
  if (name === undefined) return JSON.stringify(value) === JSON.stringify(change.was) ? change.is : undefined;
  if (isList(value)) {
    const inner = replaceAt(value[Number(name)] ?? null, rest, change);
    return inner === undefined ? undefined : value.map((one, at) => (at === Number(name) ? inner : one));
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
  const inner = replaceAt(value[name] ?? null, rest, change);
  return inner === undefined ? undefined : { ...value, [name]: inner };
}
