// Tests what a sheet on a screen shows: dice with their bonus as one value, how well a skill is trained, and what is folded away.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { settleSheet } from '@terrarium/rpg/testing/settle-sheet';
import { expect, test } from 'vitest';
import { buildSheet } from './build-sheet.ts';

test('RP11: a sheet shows dice in one and how well a skill is trained, and folds away what only rules reckon with', () => {
  const system = readShippedSystem('dnd5e');
  const set = {
    'identity.class': 'fighter',
    'attributes.str': 17,
    'skills.athletics': 1,
    'combat.weapon': 'longsword',
    'combat.fighting_style': 2,
  };
  const entity = {
    id: 'character:player',
    type: 'character',
    sheet: settleSheet(system, 'character', set).settled.values,
  };
  const none = { find: () => undefined, list: () => [] };
  const { sections } = buildSheet(entity as never, { system, state: none as never });
  const list = (category: string) => sections.find((one) => one.category === category)?.fields ?? [];
  const combat = list('combat').map(({ label, shows }) => `${label} ${shows}`);
  expect(combat).toContain('Damage dice 1d8+5');
  expect(combat.join(' ')).not.toMatch(/Damage (?:die|bonus)|Magic of the weapon|Spell save/u);
  expect(list('meta').map(({ label }) => label)).toContain('Damage bonus');
  const ranks = new Map(list('skills').map(({ path, rank }) => [path, rank]));
  expect(
    ['skills.athletics', 'skills.arcana', 'saves.str', 'saves.dex'].map((path) => ranks.get(path)),
  ).toEqual([1, 0, 1, 0]);
  expect(list('attributes').map(({ rank }) => rank)).toEqual(Array(6).fill(undefined));
});

test('RP11: a sheet in play begins with points, conditions and weapons, and tells skills at their base apart', () => {
  const system = readShippedSystem('percentile');
  const set = { 'characteristics.dex': 60, 'skills.listen': 75, 'combat.weapon': 'small pistol' };
  const entity = {
    id: 'character:player',
    type: 'character',
    sheet: settleSheet(system, 'character', set).settled.values,
  };
  const view = { system, state: { find: () => undefined, list: () => [] } as never };
  const { sections } = buildSheet(entity as never, view);
  expect(sections.map(({ category }) => category).slice(0, 3)).toEqual(['resources', 'status', 'combat']);
  expect(sections.at(-1)?.category).toBe('meta');
  const skills = sections.find(({ category }) => category === 'skills')?.fields ?? [];
  // Half of the dexterity is what everybody with that dexterity dodges with.
  expect(skills.find(({ path }) => path === 'skills.dodge')).toMatchObject({ shows: '30', isAtBase: true });
  expect(skills.filter(({ isAtBase }) => !isAtBase).map(({ path }) => path)).toEqual(['skills.listen']);
  const made = buildSheet(entity as never, view, { isBeingMade: true }).sections;
  expect(made.map(({ category }) => category)[0]).toBe('identity');
  // A character that is being made also shows values that are still zero, such as armour. In play these are folded
  // away.
  const findGroup = (of: typeof made) =>
    of.find(({ fields }) => fields.some(({ path }) => path === 'combat.armour'))?.category;
  expect([findGroup(sections), findGroup(made)]).toEqual(['meta', 'combat']);
});
