// Things of the rules, such as torches and spells: finds which is meant, whether somebody has it, and what its use does.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { readValue } from '../../rules/read-value.ts';
import type { System } from '../../system/system.ts';
import type { Thing } from '../../system/thing.ts';
import type { Entity } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { matchName, normaliseName } from '../match-name.ts';
import { readListed } from '../read-listed.ts';
import type { MoveHint } from './move-hint.ts';

/** The thing of this move with this name, or the only one that this name can mean. */
export function findThing(system: System, wanted: string, move: string): Thing | undefined {
  const things = (system.manifest.things ?? []).filter((one) => one.move === move);
  const asked = normaliseName(wanted);
  const named = things.find((one) => listNames(one).some((name) => normaliseName(name) === asked));
  if (named !== undefined) return named;
  const meant = things.filter((one) =>
    listNames(one).some((name) => matchName(wanted, [name]) !== undefined),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

/** The thing of this move that the words name; if they contain several names, the thing with the longest one. */
export function findThingHeard({ manifest }: System, words: string, move: string): Thing | undefined {
  const heard = `-${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-`;
  const named = (manifest.things ?? [])
    .filter((one) => one.move === move)
    .flatMap((one) => listNames(one).map((name) => ({ one, name: normaliseName(name) })))
    .filter(({ name }) => heard.includes(`-${name}-`))
    .toSorted((first, second) => second.name.length - first.name.length);
  return named[0]?.one;
}

/** The thing with exactly this name that belongs to this list. */
export function findThingNamed({ manifest }: System, name: string, list: string): Thing | undefined {
  const wanted = normaliseName(name);
  const things = (manifest.things ?? []).filter(({ on }) => on === list);
  return things.find((one) => listNames(one).some((own) => normaliseName(own) === wanted));
}

/** The thing with exactly this name, whatever list it belongs to. */
export function findThingCalled({ manifest }: System, name: string): Thing | undefined {
  const wanted = normaliseName(name);
  return manifest.things?.find((one) => listNames(one).some((own) => normaliseName(own) === wanted));
}

export function findThingById({ manifest }: System, id: string): Thing | undefined {
  return manifest.things?.find((one) => one.id === id);
}

function listNames({ id, name, words = [] }: Thing): readonly string[] {
  return [id.replaceAll('_', ' '), name, ...words];
}

/** The name under which the thing is on somebody's list; undefined if they do not have it. */
export function findOwned(system: System, who: Entity, thing: Thing): string | undefined {
  const owned = findItem(system, who, thing);
  return owned === undefined ? undefined : String(owned['name']);
}

function findItem(system: System, { type, sheet }: Entity, thing: Thing): JsonObject | undefined {
  const field = system.sheets.get(type)?.byPath.get(thing.on);
  const value = readValue(sheet, thing.on);
  const items = field === undefined || value === undefined ? [] : (field.kind.items?.(value) ?? []);
  const names = new Set(listNames(thing).map(normaliseName));
  return items.find((item) => names.has(normaliseName(String(item['name'] ?? ''))));
}

/** The first thing of which a use takes several pieces and somebody has too few, with the number of pieces. */
export function findScarce(system: System, who: Entity, { spends = [] }: Thing) {
  const counts = new Map<string, number>();
  for (const id of spends) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .flatMap(([id, count]) => {
      const thing = findThingById(system, id);
      return thing === undefined || count === 1 ? [] : [{ thing, count }];
    })
    .find(({ thing, count }) => Number(findItem(system, who, thing)?.['qty'] ?? count) < count);
}

/** What somebody has under this name on any list, whether or not the rules know it. */
export function findListedName(
  system: System,
  { type, sheet }: Entity,
  named: string,
): { readonly name: string; readonly path: string } | undefined {
  const wanted = normaliseName(named);
  const listed = (system.sheets.get(type)?.fields ?? []).flatMap(({ path, kind }) =>
    (kind.items?.(readValue(sheet, path) ?? []) ?? []).map((item) => ({ name: readListed(item), path })),
  );
  return listed.find(({ name }) => normaliseName(name) === wanted);
}

/** What somebody has under this name on this list. */
export function findListedItem(
  system: System,
  { type, sheet }: Entity,
  named: string,
  path: string,
): JsonObject | undefined {
  const wanted = normaliseName(named);
  const kind = system.sheets.get(type)?.byPath.get(path)?.kind;
  const items = kind?.items?.(readValue(sheet, path) ?? []) ?? [];
  return items.find((item) => normaliseName(readListed(item)) === wanted);
}

/** Whether an entity has a thing; one whose sheet has no list for it, such as a creature, counts as having it. */
function hasThing(system: System, who: Entity, thing: Thing): boolean {
  const hasList = system.sheets.get(who.type)?.byPath.has(thing.on) === true;
  return !hasList || findOwned(system, who, thing) !== undefined;
}

/** The first thing that somebody lacks for the use: the thing itself, or one that it uses up. */
export function findMissing(system: System, who: Entity, thing: Thing): Thing | undefined {
  const needed = [thing, ...(thing.spends ?? []).flatMap((id) => findThingById(system, id) ?? [])];
  return needed.find((one) => !hasThing(system, who, one));
}

export function renderMissing(who: Entity, { name, on }: Thing): string {
  return `${who.id} has no ${escapeLine(name, 120)} in ${on}.`;
}

/** The move as it is made with the thing; the things used up are part of its cost. */
export function buildThingHint({ does = {}, spends = [] }: Thing): MoveHint {
  const kept = Object.entries(does).filter(([, value]) => value !== null);
  const taken = spends.map((take) => ({ take }));
  return { ...(Object.fromEntries(kept) as MoveHint), cost: [...(does.cost ?? []), ...taken] };
}
