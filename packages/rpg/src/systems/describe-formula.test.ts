// Tests describing formulas to a player: labels, printed signs, words for choices, and the words of a manifest.

import { expect, it } from 'vitest';
import { buildTestSystem } from '../../test/support/build-test-system.ts';
import { listShippedSystems, readShippedSystem } from '../manifest/read-system.ts';
import { describeFieldFormula, describeFormula } from '../rules/describe-formula.ts';

it.each([
  ['step-dice', 'combat.pace', '6 - Wounds filled, at least 1'],
  ['dnd5e', 'attributes.str', '(Strength score - 10) ÷ 2 (rounded down)'],
  ['dnd5e', 'resources.hit_dice', 'Level'],
  ['percentile', 'resources.hp', '(Constitution + Size) ÷ 10 (rounded down)'],
  ['blades-style', 'combat.dice', 'Fight + Extra dice - Dice lost to harm, at least 0'],
  ['fate', 'hit.is_taken_out', 'Shifts absorbed is less than Shifts of the hit'],
  [
    'fate',
    'stress.mental',
    '4 if Will is at least Good (+3), otherwise 3 if Will is at least Average (+1), otherwise 2',
  ],
  ['fate', 'resources.refresh', 'Refresh before stunts - (number of Stunts - 3, at least 0)'],
])('RP4: the formula of a value in %s, %s, is told in words with labels', (id, path, told) => {
  const sheet = readShippedSystem(id).sheets.get('character');
  const field = sheet?.byPath.get(path);
  const formula = field?.formula ?? field?.maxFormula;
  expect(sheet && describeFormula(formula?.source ?? '', sheet)).toBe(told);
});

it('RP4: conditions, rounding and lists are told in words, and what a formula denies is told as such', () => {
  const sheet = readShippedSystem('dnd5e').sheets.get('character');
  if (sheet === undefined) throw new Error('there is no sheet');
  const tell = (source: string) => describeFormula(source, sheet);
  expect(tell('if(not combat.shield, 2, 0)')).toBe('2 if Shield is no');
  expect(tell('if(not (progression.level > 3 and combat.shield), 1, 2)')).toBe(
    '1 if Level is at most 3 or Shield is no, otherwise 2',
  );
  expect(tell('if((combat.shield or progression.level == 2) and progression.level != 9, 1, 0)')).toBe(
    '1 if (Shield is yes or Level is 2) and Level is not 9',
  );
  expect(tell('ceil(progression.level + 1) * -2')).toBe('((Level + 1) rounded up) × (-2)');
  expect(tell('clamp(progression.level, 1, 5) % 2')).toBe(
    'the rest of (Level, at least 1 and at most 5) ÷ 2',
  );
  expect(tell('count(status.death_failures) + sum(features.attacks, 2)')).toBe(
    '(how many of Death saves failed are marked) + (the sum of Attacks per action and 2)',
  );
  expect(tell('max(progression.level, combat.ac, 3) ^ 2')).toBe(
    '(the highest of Level, Armour class and 3) to the power of 2',
  );
  expect(tell('lookup(level_xp, progression.level, 1)')).toBe('what the table “level xp” has for Level');
  expect(tell('if(identity.class == 5, 1, 0)')).toBe('1 if Class is Fighter');
  expect(tell('if(attributes.str > 12 and progression.level > 30, 1, 0)')).toBe(
    '1 if Strength is more than 12 and Level is more than 30',
  );
});

it('RP4: no formula of a bundled system is told as code', () => {
  const sheets = listShippedSystems().flatMap((id) => [...readShippedSystem(id).sheets.values()]);
  const told = sheets.flatMap((sheet) =>
    sheet.fields.flatMap((field) =>
      [field.formula, field.maxFormula, field.defaultFormula].flatMap((formula) =>
        formula === undefined ? [] : [describeFieldFormula(field, formula.source, sheet)],
      ),
    ),
  );
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((words) => /\w\(|_|==|\/|\*|the table|undefined/u.test(words))).toEqual([]);
});

it('RP4: words of the manifest take the place of its formula', () => {
  const sheet = buildTestSystem().sheets.get('character');
  const field = readShippedSystem('dnd5e').sheets.get('character')?.byPath.get('combat.ac');
  if (sheet === undefined || field === undefined) throw new Error('there is no field');
  expect(describeFieldFormula(field, '1 + 1', sheet)).toMatch(/^What your armour gives/u);
});
