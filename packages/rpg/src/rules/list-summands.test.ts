// Tests listing the numbers that a value of a sheet is the sum of.

import { expect, it } from 'vitest';
import { readShippedSystem } from '../manifest/read-system.ts';
import { listSummands } from './list-summands.ts';

const { sheets, tables } = readShippedSystem('dnd5e');
const sheet = sheets.get('character');
const values = {
  attributes: { con: { score: 14, modifier: 2 }, dex: { score: 8, modifier: -1 } },
  progression: { level: 3, proficiency: 2 },
};

it.each([
  ['progression.level', [[3, 'progression.level']]],
  [
    '10 - attributes.dex.modifier + attributes.con.modifier',
    [
      [10, ''],
      [1, 'attributes.dex.modifier'],
      [2, 'attributes.con.modifier'],
    ],
  ],
  [
    'max(progression.level, 4 - (attributes.con.modifier - progression.level * 2))',
    [
      [4, ''],
      [-2, 'attributes.con.modifier'],
      [6, 'progression.level'],
    ],
  ],
  [
    'if(progression.level > 2, progression.proficiency + 1, 0)',
    [
      [2, 'progression.proficiency'],
      [1, ''],
    ],
  ],
  [
    '10 + if(progression.level > 2, 2, 0)',
    [
      [10, ''],
      [2, 'progression.level'],
    ],
  ],
  ['1 / (progression.level - 3) + 2', []],
])('RP11: a value is explained by what it is the sum of now: %s', (source, wanted) => {
  const summands = sheet === undefined ? [] : listSummands(source, { sheet, values, tables });
  expect(summands.map(({ value, reads }) => [value, reads.join(', ')])).toEqual(wanted);
});
