// Tests that changes are shown in a form for people, and not as they are stored.

import { expect, it } from 'vitest';
import { buildSmallSystem } from '../../test/support/small-system.ts';
import { renderPathValue } from './render-path-value.ts';
import { describeSettled } from './write-field.ts';

const sheet = buildSmallSystem().sheets.get('character');
const rope = { id: 'rope', name: 'Rope', qty: 1 };

it('TO4: a value is told by the view of its field, a part of one by its words', () => {
  const view = (path: string, value: Parameters<typeof renderPathValue>[2]) =>
    renderPathValue(sheet, path, value);
  expect(view('resources.health', { current: 8, max: 20 })).toBe('8/20');
  expect(view('resources.health.current', 8)).toBe('8');
  expect(view('resources.stress', [true, false])).toMatch(/^■□/);
  expect(view('inventory.items', [rope])).toBe('Rope');
  expect(view('inventory.items.of', [rope, { weight: 2 }])).toBe('Rope, weight 2');
  expect(view('nowhere', [])).toBe('—');
  expect(view('resources.health', undefined)).toBe('nothing');
});

it('TO4: what settling changed of a whole field is told by its view', () => {
  if (sheet === undefined) throw new Error('There is no sheet.');
  const change = { before: { current: 8, max: 8 }, after: { current: 8, max: 10 }, because: 'maximum 10' };
  const settled = { values: {}, crossed: [], faults: [], changes: [{ path: 'resources.health', ...change }] };
  expect(describeSettled(settled, sheet)).toEqual(['- resources.health: 8/8 → 8/10: maximum 10']);
});
