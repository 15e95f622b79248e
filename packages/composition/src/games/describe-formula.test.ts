// Tests describing formulas to a player: labels, printed signs, and division that is rounded down.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { describeFormula } from './describe-formula.ts';

it.each([
  [
    'step-dice',
    'combat.parry',
    '2 + Fighting ÷ 2 (rounded down) + Fighting bonus ÷ 2 (rounded down) + Shield',
  ],
  ['dnd5e', 'attributes.str', 'floor((Strength score - 10) ÷ 2)'],
])('RP4: the formula of a value in %s, %s, is told with labels', (id, path, told) => {
  const sheet = readShippedSystem(id).sheets.get('character');
  const formula = sheet?.byPath.get(path)?.formula;
  expect(sheet && describeFormula(formula?.source ?? '', sheet)).toBe(told);
});
