// Lists what else a blow does by the striker's sheet, such as poison: no code does it, so the game master is reminded of it.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { readValue } from '../../rules/read-value.ts';
import type { Entity } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import { isList, isObject } from '../../values/json.ts';
import type { Workbench } from '../workbench.ts';

const longest = 400;

/**
 * A line for the game master, with the items of the list that have notes. No line if none has one, or if the call is
 * not a model's.
 */
export function listRecalled(bench: Workbench, { id, sheet }: Entity, path: string): readonly string[] {
  const list = readValue(sheet, path);
  if (bench.by !== 'model' || list === undefined || !isList(list)) return [];
  const told = list.filter(isObject).flatMap(({ name, note }) => {
    return typeof note === 'string' && note !== '' ? [`${String(name ?? '')} (${note})`] : [];
  });
  const said = `Not done by code, where it applies, of ${id}: ${told.join('; ')}.`;
  return told.length === 0 ? [] : [markSecret(escapeLine(said, longest))];
}
