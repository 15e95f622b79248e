// Counts the free uses of the scene's items, such as invocations of an aspect, and takes one; a new item gets spare uses.

import type { ToolAnswer } from '@terrarium/kernel/tool';
import { readValue } from '../../rules/read-value.ts';
import type { Spend } from '../../system/narrator-hints.ts';
import { playerId, sceneId } from '../../values/entity.ts';
import { isList, isObject } from '../../values/json.ts';
import { normaliseName } from '../match-name.ts';
import type { Workbench } from '../workbench.ts';
import { type Place, resolvePlace, writeField } from '../write-field.ts';

type Uses = NonNullable<Spend['uses']>;

interface UsedItem {
  readonly id: string;
  readonly name: string;
  readonly left: number;
}

function findUses({ system }: Workbench): Uses | undefined {
  return system.manifest.narrator?.spends?.find(({ uses }) => uses !== undefined)?.uses;
}

function listUses({ state }: Pick<Workbench, 'state'>, { list, number }: Uses): readonly UsedItem[] {
  const items = readValue(state.find(sceneId)?.sheet ?? {}, list);
  if (!isList(items)) return [];
  return items.filter(isObject).map((item) => ({
    id: String(item['id'] ?? ''),
    name: String(item['name'] ?? ''),
    left: Number(item[number] ?? 0),
  }));
}

/** How many of the payer's uses belong to no item. */
export function countLoose(bench: Pick<Workbench, 'state'>, uses: Uses): number {
  const all = Number(readValue(bench.state.find(playerId)?.sheet ?? {}, uses.of) ?? 0);
  return Math.max(0, all - listUses(bench, uses).reduce((sum, { left }) => sum + left, 0));
}

export function findUsed(bench: Workbench, uses: Uses, name: string): UsedItem | undefined {
  return listUses(bench, uses).find((one) => normaliseName(one.name) === normaliseName(name));
}

/** The item of this name at a place, if the place is the list of the scene whose items have uses. */
export function findUsedAt(
  bench: Workbench,
  { entity, field }: UsePlace,
  name: string,
): UsedItem | undefined {
  const uses = findUses(bench);
  const isList = uses?.list === field.path && entity.id === sceneId;
  return isList ? findUsed(bench, uses, name) : undefined;
}

type UsePlace = Pick<Place, 'entity' | 'field'>;

/** Gives the uses that belong to no item to this item; no line if there are none, or if the item is not on the list. */
export function addUses(bench: Workbench, place: UsePlace, name: string): readonly string[] {
  const uses = findUses(bench);
  const item = findUsedAt(bench, place, name);
  const loose = uses === undefined ? 0 : countLoose(bench, uses);
  if (uses === undefined || item === undefined || loose === 0) return [];
  return writeUses(bench, uses, { item, left: item.left + loose, because: 'made by the last roll' });
}

/** Subtracts from the payer's value the uses of an item that was removed. */
export function removeUses(bench: Workbench, item: UsedItem | undefined): readonly string[] {
  const uses = findUses(bench);
  if (uses === undefined || item === undefined || item.left === 0) return [];
  const place = resolvePlace(bench, playerId, uses.of);
  if (!place.ok) return [];
  const done = place.field.kind.adjust?.(place.value, { part: place.part, delta: -item.left });
  return done?.ok === true ? readLines(writeField(bench, place, done)) : [];
}

interface Taking {
  /** The item that was named; if none was, the first one that has a use and is needed for the price. */
  readonly named: UsedItem | undefined;
  readonly because: string;
}

/**
 * Called after a price was paid: takes one use from the named item. If no item is named and the payer has fewer uses
 * left than the items together, takes it from the first item that has one.
 */
export function takeUse(bench: Workbench, uses: Uses, { named, because }: Taking): readonly string[] {
  const all = Number(readValue(bench.state.find(playerId)?.sheet ?? {}, uses.of) ?? 0);
  const items = listUses(bench, uses);
  const isShort = items.reduce((sum, { left }) => sum + left, 0) > all;
  const item = named ?? (isShort ? items.find(({ left }) => left > 0) : undefined);
  return item === undefined ? [] : writeUses(bench, uses, { item, left: item.left - 1, because });
}

interface Written {
  readonly item: UsedItem;
  readonly left: number;
  readonly because: string;
}

function writeUses(bench: Workbench, { list, number }: Uses, { item, left, because }: Written) {
  const place = resolvePlace(bench, sceneId, list);
  if (!place.ok) return [];
  const part = `${item.id}.${number}`;
  const done = place.field.kind.set(place.value, { part, input: left });
  return done.ok ? readLines(writeField(bench, { ...place, part }, { ...done, because })) : [];
}

function readLines({ say }: ToolAnswer): readonly string[] {
  return say === '' ? [] : [say];
}
