// The tool `condition_remove`: takes a condition from somebody.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { toName } from '../prefabs/containers/conditions.ts';
import { isConditionList } from '../system/is-condition-list.ts';
import type { Json } from '../values/json.ts';
import { name, target } from './arguments.ts';
import { findListed } from './find-listed.ts';
import { readListed } from './read-listed.ts';
import type { Workbench } from './workbench.ts';
import { type FoundPlace, type Place, resolvePlace, resolvePlaceOf, writeField } from './write-field.ts';

const input = z.strictObject({ condition: name, target });

export const conditionRemove = buildTool<typeof input, Workbench>({
  name: 'condition_remove',
  description: 'End a condition.',
  isWrite: true,
  input,
  run: ({ condition, target }, bench) => removeCondition(bench, condition, target),
});

export function removeCondition(bench: Workbench, condition: string, target?: string): ToolAnswer {
  const place = resolveListed(bench, target, condition);
  if (!place.ok) return place;
  const { kind } = place.field;
  const done = kind.remove?.(place.value, { item: findListed(place, condition) });
  return done === undefined
    ? { ok: false, say: 'Conditions cannot be removed here.' }
    : writeField(bench, place, done);
}

/**
 * The list that has a condition of this name; an incomplete name is enough. If no list has one, the list for conditions
 * of this name.
 */
function resolveListed(bench: Workbench, target: string | undefined, condition: string): FoundPlace {
  const place = resolvePlace(bench, target, 'conditions');
  if (!place.ok) return place;
  const places = place.sheet.fields
    .filter(isConditionList)
    .map(({ path }) => resolvePlaceOf(bench, place.entity, path))
    .filter((one) => one.ok);
  const isWhole = (one: Place) => isListed(one, condition);
  const isPart = (one: Place) => isListed(one, findListed(one, condition));
  return places.find(isWhole) ?? places.find(isPart) ?? chooseList(bench, place, condition);
}

function isListed({ value }: Place, condition: string): boolean {
  const wanted = toName(condition);
  return Array.isArray(value) && value.some((one: Json) => toName(readListed(one)) === wanted);
}

/**
 * The list for a condition of this name: one of the system's own lists of conditions if the name is among its options,
 * otherwise the list that everybody has.
 */
export function resolveConditions(bench: Workbench, target: string | undefined, condition: string) {
  const place = resolvePlace(bench, target, 'conditions');
  return place.ok ? chooseList(bench, place, condition) : place;
}

function chooseList(bench: Workbench, everybodys: FoundPlace & Place, condition: string): FoundPlace {
  const { entity, sheet } = everybodys;
  const wanted = toName(condition);
  const own = sheet.fields
    .filter(isConditionList)
    .find(({ parts }) => parts.some(({ name }) => name === wanted));
  return own === undefined ? everybodys : resolvePlaceOf(bench, entity, own.path);
}
