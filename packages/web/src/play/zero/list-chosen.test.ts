// Tests which fields of a sheet a player fills in for a new character.

import { expect, test } from 'vitest';
import type { ShownField } from '../table-types.ts';
import { listChosen } from './list-chosen.ts';

function buildField(path: string, given: Partial<ShownField>): ShownField {
  const rest = { label: path, prefab: 'VAL_INT', value: 1, shows: '1', manner: path, config: {} };
  return { path, ...rest, isEmpty: false, isAtBase: false, isComputed: false, canBeSet: true, ...given };
}

test('a score is chosen although its modifier is computed, and so are values that only rules use', () => {
  const strength = buildField('attributes.str', { prefab: 'VAL_COMPOUND', isComputed: true });
  const attack = buildField('combat.attack', { isComputed: true, canBeSet: false });
  const origin = buildField('origin.str', {});
  const groups = listChosen([
    { category: 'attributes', fields: [strength] },
    { category: 'combat', fields: [attack] },
    { category: 'meta', fields: [origin] },
  ]);
  expect(groups).toEqual([
    { category: 'attributes', fields: [strength] },
    { category: 'meta', fields: [origin] },
  ]);
});

test('a pool whose maximum is zero is left out', () => {
  const slots = buildField('slots_9', { prefab: 'RES_POOL', value: { current: 0, max: 0 } });
  const health = buildField('hp', { prefab: 'RES_POOL', value: { current: 0, max: 9 } });
  expect(listChosen([{ category: 'resources', fields: [slots, health] }])).toEqual([
    { category: 'resources', fields: [health] },
  ]);
});
