// Tests in which order a player is shown the rules that have some words.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { findRules } from './find-rules.ts';

it('shows the rules of a name before those that only mention it', () => {
  const titles = findRules(readShippedSystem('dnd5e'), 'rest').map(({ title }) => title);
  expect(titles.slice(0, 2)).toEqual(['Short rest', 'Long rest']);
  expect(titles).toContain('Exhaustion');
  expect(findRules(readShippedSystem('dnd5e'), 'Attack')[0]?.title).toBe('Attack');
  expect(findRules(readShippedSystem('dnd5e'), 'zzz')).toEqual([]);
});
