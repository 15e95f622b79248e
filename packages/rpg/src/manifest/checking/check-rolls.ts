// Checks what is rolled for a new character: its dice must read no sheet, and its tables must exist.

import { parseDice } from '../../dice/parse-dice.ts';
import { isList, isObject, type Json } from '../../values/json.ts';
import { type IdCheck, isUnknown, listIds } from './check-id.ts';
import { listObjects } from './check-mechanics.ts';
import type { Place } from './problem-list.ts';
import { suggestName } from './suggest.ts';

const numeric: ReadonlySet<string> = new Set([
  'VAL_INT',
  'RES_POOL',
  'RES_COUNTER',
  'RES_TRACK',
  'RES_CLOCK',
]);

export function checkRolls(checking: IdCheck): void {
  const { json, problems } = checking;
  for (const [index, { roll, prefab, config }] of listObjects(json['fields'])) {
    const at: Place = ['fields', index, 'roll'];
    if (roll === undefined) continue;
    if (typeof roll === 'string') checkThrown(roll, { at, prefab }, checking);
    else checkTables(roll, at, checking);
    if (prefab === 'RES_POOL' && isObject(config) && config['max'] !== undefined)
      problems.add(
        ['fields', index, 'config', 'max'],
        'The maximum is to be rolled, but here it is fixed.',
        'Remove "max" from the config.',
      );
  }
}

function checkTables(roll: Json, at: Place, checking: IdCheck): void {
  if (!isList(roll)) return;
  const tables = listIds('oracles', checking);
  for (const [place, id] of roll.entries())
    if (typeof id === 'string' && isUnknown(id, 'oracles', checking))
      checking.problems.add([...at, place], `There is no table "${id}".`, suggestName(id, tables));
}

interface Thrown {
  readonly at: Place;
  readonly prefab: Json | undefined;
}

function checkThrown(roll: string, { at, prefab }: Thrown, checking: IdCheck): void {
  const { problems } = checking;
  const tables = listIds('oracles', checking);
  if (tables.includes(roll)) return;
  const parsed = parseDice(roll);
  if (!parsed.ok && !isUnknown(roll, 'oracles', checking)) return;
  if (!parsed.ok)
    problems.add(at, `"${roll}" is neither dice nor a table: ${parsed.say}`, suggestName(roll, tables));
  else if (parsed.dice.references.length > 0)
    problems.add(
      at,
      'The dice for a new character cannot use values of its sheet.',
      'Write dice alone, such as 3d6.',
    );
  else if (typeof prefab === 'string' && !numeric.has(prefab))
    problems.add(at, `Dice give a number, and ${prefab} cannot hold one.`, 'Name a table by its id.');
}
