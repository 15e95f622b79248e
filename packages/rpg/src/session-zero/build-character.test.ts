// Tests building characters: they keep to the rules, and every impossible wish is reported.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listShippedSystems, readShippedSystem } from '../manifest/read-system.ts';
import { settle } from '../rules/settle.ts';
import type { Json } from '../values/json.ts';
import { buildCharacter, listQuickCharacters } from './build-character.ts';
import { completePerson } from './complete-person.ts';

const starter = readShippedSystem('starter');
const who = { name: 'Bren', about: 'A ferrier.' };

describe('making a character', () => {
  it.each([...listShippedSystems()])(
    'SZ5: every character that comes along with %s can be played as it stands',
    (id) => {
      const system = readShippedSystem(id);
      const quick = listQuickCharacters(system);
      expect(quick.length).toBeGreaterThanOrEqual(3);
      for (const wish of quick)
        expect({ id: wish.id, ...pick(buildCharacter(system, wish)) }).toEqual({
          id: wish.id,
          refused: [],
          unmet: [],
        });
    },
  );

  it.each([...listShippedSystems()])('SZ14: somebody of a story begins within the rules of %s', (id) => {
    const system = readShippedSystem(id);
    const completed = completePerson(system, { ...who, set: {} });
    expect(completed).toMatchObject(who);
    expect(pick(buildCharacter(system, completed))).toEqual({ refused: [], unmet: [] });
    const texts = system.manifest.fields.filter(({ prefab }) => prefab === 'VAL_TEXT');
    expect(texts.filter(({ path }) => path in completed.set)).toEqual([]);
    for (const [path, value] of Object.entries(completed.set)) {
      const chosen = completePerson(system, { ...who, set: { [path]: value } });
      expect(chosen.set).toMatchObject({ [path]: value });
    }
  });

  it('SZ14: what was set stays as it was set, also where the rules refuse it', () => {
    const set = { 'attributes.brawn': 1 };
    expect(completePerson(starter, { ...who, set }).set['attributes.brawn']).toBe(1);
  });

  it('SZ14: a value that breaks a rule leaves the other values as they are', () => {
    const fifth = readShippedSystem('dnd5e');
    const sound = completePerson(fifth, { ...who, set: {} });
    const broken = completePerson(fifth, { ...who, set: { 'attributes.str': 19 } });
    expect(buildCharacter(fifth, broken).unmet).not.toEqual([]);
    expect(broken.set).toEqual({ ...sound.set, 'attributes.str': 19 });
  });

  it('SZ5: what is computed, unknown or out of bounds is refused by name, and the rest is done', () => {
    const set = {
      'attributes.brawn': 9,
      'attributes.wit': 1,
      'attributes.wits': 2,
      'resources.vigour.max': 40,
    };
    const built = buildCharacter(starter, { ...who, set });
    expect(built.refused.map(({ at }) => at).toSorted()).toEqual([
      'attributes.brawn',
      'attributes.wit',
      'resources.vigour.max',
    ]);
    expect(built.refused.find(({ at }) => at === 'attributes.wit')?.say).toContain('attributes.wits');
    expect(built.values['attributes']).toMatchObject({ brawn: 3, wits: 2 });
  });

  it('SZ5: a list is written as names with commas between, boxes as how many, and what is neither is told how', () => {
    const set = { 'inventory.gear': 'rope, tin lamp', 'progression.lessons': 2, 'features.talents': 7 };
    const { values, refused } = buildCharacter(starter, { ...who, set });
    expect(values['inventory']).toMatchObject({ gear: [{ name: 'rope' }, { name: 'tin lamp' }] });
    expect(values['progression']).toMatchObject({ lessons: [true, true, false, false, false] });
    expect(refused).toEqual([
      { at: 'features.talents', say: expect.stringContaining('such as: rope, lamp.') },
    ]);
  });

  it('SZ5: rules of creation that do not hold are said in their own words', () => {
    const set = { 'attributes.brawn': 3, 'attributes.wits': 3, 'attributes.heart': 3 };
    const { unmet, refused } = buildCharacter(starter, { ...who, set });
    expect(refused).toEqual([]);
    expect(unmet.length).toBeGreaterThan(0);
    for (const { say } of unmet) expect(say).not.toBe('');
  });

  it('SZ5: whatever is asked for, the sheet is at rest', () => {
    const sheet = starter.sheets.get('character');
    if (sheet === undefined) throw new Error('There is no sheet.');
    const paths = sheet.fields.flatMap(({ path, parts }) =>
      parts.map(({ name }) => (name === '' ? path : `${path}.${name}`)),
    );
    const wish = fc.dictionary(fc.constantFrom(...paths, 'nothing.here'), fc.jsonValue(), { maxKeys: 6 });
    fc.assert(
      fc.property(wish, (set) => {
        const { values } = buildCharacter(starter, { ...who, set: set as Record<string, Json> });
        expect(settle(sheet, values, { tables: starter.tables }).values).toEqual(values);
      }),
    );
  });
});

function pick({ refused, unmet }: ReturnType<typeof buildCharacter>) {
  return { refused, unmet };
}
