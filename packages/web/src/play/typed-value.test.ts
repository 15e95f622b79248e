// Tests which values of a sheet a player enters as a number.

import { expect, test } from 'vitest';
import type { ShownField } from './table-types.ts';
import { isTypedNumber } from './typed-value.ts';

const field: ShownField = {
  path: 'one',
  label: 'One',
  prefab: 'VAL_INT',
  value: 3,
  shows: '3',
  manner: 'one',
  config: {},
  isEmpty: false,
  isAtBase: false,
  isComputed: false,
  canBeSet: true,
};

test('points, scores and ticked boxes are typed as a number, words and lists are not', () => {
  const isNumber = (value: unknown) => isTypedNumber({ ...field, value });
  expect([3, { score: 12, modifier: 1 }, { current: 4, max: 9 }, [true, false]].map(isNumber)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['3', true, [], ['3']].map(isNumber)).toEqual([false, false, false, false]);
  expect(isTypedNumber({ ...field, value: [], items: [{ id: '3', name: '3', details: [] }] })).toBe(false);
});
