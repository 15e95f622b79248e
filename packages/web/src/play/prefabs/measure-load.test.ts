// Tests measuring a load: each weight is multiplied by the number of things; a load may have a limit or none.

import { expect, test } from 'vitest';
import { measureLoad } from './measure-load.ts';

const weighing = (weight: string) => [{ name: 'weight', value: weight }];
const items = [
  { id: 'javelin', name: 'Javelin', quantity: 4, details: weighing('2') },
  { id: 'rope', name: 'Rope', details: weighing('0.1') },
  { id: 'letter', name: 'Letter', details: [] },
];

test('RP11: what is carried is the sum of all weights, of the capacity if there is one', () => {
  expect(measureLoad({ value: { capacity: 120 }, items })).toEqual({ carried: 8.1, capacity: 120 });
  expect(measureLoad({ value: {}, items })).toEqual({ carried: 8.1, capacity: undefined });
  expect(measureLoad({ value: { capacity: 6 } })).toEqual({ carried: 0, capacity: 6 });
});
