// Resolves a contradiction of a rulebook the other way: swaps the version in the manifest with the other version.

import type { Reading } from '../system/manifest.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';

/** Undefined if there is no reading with this index, or the manifest no longer holds the version that was taken. */
export function takeReading(manifest: JsonObject, index: number): JsonObject | undefined {
  const readings = listKept(manifest);
  const reading = readings[index];
  if (reading === undefined) return undefined;
  const place = reading.at.split('/').slice(1).map(decodePart);
  const change = { was: reading.taken.says as Json, is: reading.other.says as Json };
  let changed: Json = manifest;
  for (const at of [place, ...listTwins(manifest, place)]) {
    const next = replaceAt(changed, at, change);
    if (next === undefined) return undefined;
    changed = next;
  }
  if (!isObject(changed)) return undefined;
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

/**
 * The places of the same member on other sheets: people have the fields of foes, so a field that stands on both sheets
 * came from one place of the book.
 */
function listTwins(manifest: JsonObject, place: readonly string[]): readonly (readonly string[])[] {
  const [list, type, fields, index, ...member] = place;
  const { entities } = manifest;
  if (list !== 'entities' || fields !== 'fields' || !isObject(entities ?? null)) return [];
  const sheets = Object.entries(entities as JsonObject).map(
    ([name, sheet]) => [name, listFields(sheet)] as const,
  );
  const own = sheets.find(([name]) => name === type)?.[1][Number(index)];
  return sheets.flatMap(([name, all]) =>
    all.flatMap((field, at) =>
      name !== type && own !== undefined && isSameJson(field, own)
        ? [['entities', name, 'fields', String(at), ...member]]
        : [],
    ),
  );
}

function listFields(sheet: Json): readonly Json[] {
  const fields = isObject(sheet) ? (sheet['fields'] ?? null) : null;
  return isList(fields) ? fields : [];
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
