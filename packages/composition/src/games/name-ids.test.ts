// Tests replacing ids in a text by names.

import { expect, it } from 'vitest';
import { nameIds } from './name-ids.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['location:old-mill', 'Old Mill'],
  ['npc:御堂紗夜', '御堂紗夜'],
  ['npc:สมศักดิ์', 'สมศักดิ์'],
  ['npc:пётр', 'Пётр'],
]);
const state = {
  find: (id: string) => (names.has(id) ? { id, sheet: { name: names.get(id) } } : undefined),
} as never;

it('RP4: a player reads names in place of ids, in any script', () => {
  expect(nameIds('npc:御堂紗夜, npc:пётр and npc:สมศักดิ์ at location:old-mill.', state)).toBe(
    '御堂紗夜, Пётр and สมศักดิ์ at Old Mill.',
  );
  expect(nameIds('npc:nobody, and npc: nobody', state)).toBe('npc:nobody, and npc: nobody');
});
