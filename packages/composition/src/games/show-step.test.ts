// Tests how the values before and after a change are shown.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { showStep } from './show-step.ts';

const state = { find: () => undefined, list: () => [], all: () => [] } as never;
const sheet = readShippedSystem('dnd5e').sheets.get('character');

it.each([
  { path: 'skills.athletics', former: [1, 5], now: [1, 9], before: '+5', after: '+9' },
  { path: 'skills.athletics', former: [0, -1], now: [1, 1], before: '-1', after: '+1 trained' },
  { path: 'attributes.str', former: [16, 3], now: [18, 4], before: '16 (+3)', after: '18 (+4)' },
] as const)('RP11: of $path it shows “$before” → “$after”', ({ path, former, now, before, after }) => {
  const field = sheet?.byPath.get(path);
  if (field === undefined) throw new Error(`The edition has no ${path}.`);
  const read = ([score, modifier]: readonly [number, number]) => ({ score, modifier });
  expect(showStep({ before: read(former), after: read(now) }, field, state)).toEqual({ before, after });
});
