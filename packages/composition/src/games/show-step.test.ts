// Tests how the values before and after a change are shown.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { showStep } from './show-step.ts';

const state = { find: () => undefined, list: () => [], all: () => [] } as never;
const sheet = readShippedSystem('dnd5e').sheets.get('character');

it.each([
  ['skills.athletics', [1, 5], [1, 9], '+5', '+9'],
  ['skills.athletics', [0, -1], [1, 1], '-1', '+1 trained'],
  ['attributes.str', [16, 3], [18, 4], '16 (+3)', '18 (+4)'],
] as const)('RP11: of %s %o → %o it shows “%s” → “%s”', (path, former, now, before, after) => {
  const field = sheet?.byPath.get(path);
  if (field === undefined) throw new Error(`The edition has no ${path}.`);
  const value = ([score, modifier]: readonly [number, number]) => ({ score, modifier });
  expect(showStep({ before: value(former), after: value(now) }, field, state)).toEqual({ before, after });
});
