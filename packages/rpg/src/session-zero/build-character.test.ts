// Tests building characters: they keep to the rules, and every impossible wish is reported.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listShippedSystems, readShippedSystem } from '../manifest/read-system.ts';
import { readValue, writeValue } from '../rules/read-value.ts';
import { settle } from '../rules/settle.ts';
import type { Json } from '../values/json.ts';
import { buildCharacter, listQuickCharacters, settleCharacter } from './build-character.ts';
import { completePerson } from './complete-person.ts';
import { listUnmet } from './list-unmet.ts';
import { readSaidValues } from './read-said-values.ts';

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

  it.each([...listShippedSystems()])(
    'SZ14: of a ready character of %s, nobody gets bonds, aspects or notes',
    (id) => {
      const system = readShippedSystem(id);
      const { set } = completePerson(system, { ...who, set: {} });
      const lists = system.manifest.fields.filter(
        ({ path, prefab }) => path in set && prefab.startsWith('CONT_'),
      );
      for (const { path, category } of lists) {
        expect({ path, category }).toMatchObject({
          category: expect.stringMatching(/^(?:features|inventory)$/u),
        });
        if (category === 'inventory') expect(JSON.stringify(set[path])).not.toContain('"note"');
      }
    },
  );

  it('SZ14: what a formula gives a ready character anyway follows the values that the player sets', () => {
    const percentile = readShippedSystem('percentile');
    const moved = { 'characteristics.pow': 30, 'characteristics.str': 70 };
    const own = completePerson(percentile, { ...who, set: moved });
    const mind = { sanity: { current: 30 }, day_start: 30, lost_today: 0 };
    expect(buildCharacter(percentile, own).values['mind']).toMatchObject(mind);
    const [ready] = listQuickCharacters(percentile);
    const changed = { ...who, set: { ...ready?.set, ...moved } };
    expect(buildCharacter(percentile, changed)).toMatchObject({ values: { mind } });
  });

  it('SZ5: boxes are ticked by their number, up to as many as a formula gives', () => {
    const system = readShippedSystem('fate');
    const [quick] = listQuickCharacters(system);
    const tick = (boxes: Json) => {
      const built = buildCharacter(system, { ...who, set: { ...quick?.set, 'stress.physical': boxes } });
      return [built.refused.map(({ say }) => say), readValue(built.values, 'stress.physical')];
    };
    expect(tick(2)).toEqual([[], [true, true]]);
    expect(tick(1)).toEqual([[], [true, false]]);
    expect(tick([false, true])).toEqual([[], [false, true]]);
    expect(tick(3)).toEqual([[expect.stringContaining('3 is not possible: maximum 2')], [true, true]]);
  });

  it('SZ5: of a rule that counts, it is said what the number is now and how far it is from its bounds', () => {
    const percentile = readShippedSystem('percentile');
    const [ready] = listQuickCharacters(percentile);
    const listUnmet = (changed: Record<string, Json>) =>
      buildCharacter(percentile, { ...who, set: { ...ready?.set, ...changed } }).unmet;
    expect(listUnmet({ 'characteristics.str': 85 })).toEqual([
      {
        at: 'characteristics',
        say: 'The eight characteristics must add up to 460. Now: 500, which is 40 more than 460.',
        category: 'attributes',
      },
    ]);
    expect(listUnmet({ 'skills.standing': 1, 'skills.swim': 39 })).toMatchObject([
      {
        at: 'standing',
        say: expect.stringMatching(/ Now: 1, which is \d+ less than \d+\.$/),
        category: 'skills',
      },
    ]);
    expect(listUnmet({ 'skills.swim': 21 })).toMatchObject([
      {
        at: 'skill_points',
        say: expect.stringMatching(/ Now: \d+, which is 1 more than \d+\.$/),
        category: 'skills',
      },
    ]);
    expect(listUnmet({ 'skills.stealth': 80 }).map(({ at }) => at)).toEqual(['skill_points', 'skill_cap']);
  });

  it('SZ14: rules that ask for one feature get one', () => {
    const completed = completePerson(readShippedSystem('fate'), { ...who, set: {} });
    expect(completed.set['features.stunts']).toHaveLength(1);
  });

  it('SZ14: the class that is chosen brings its numbers, features and things, and those of no other class', () => {
    const fifth = readShippedSystem('dnd5e');
    const wizard = completePerson(fifth, { ...who, set: { 'identity.class': 'Wizard' } });
    expect(pick(buildCharacter(fifth, wizard))).toEqual({ refused: [], unmet: [] });
    expect(wizard.set).toMatchObject({ 'attributes.int.score': 17, 'combat.weapon': 'quarterstaff' });
    expect(JSON.stringify(wizard.set)).toMatch(/Arcane recovery.*Magic missile.*Spell book/u);
    // For a class that no ready-made character has, the values come from the rules.
    const classes = ['Barbarian', 'Bard', 'Druid', 'Monk', 'Paladin', 'Sorcerer', 'Warlock'];
    for (const chosen of classes) {
      const person = completePerson(fifth, { ...who, set: { 'identity.class': chosen } });
      expect(pick(buildCharacter(fifth, person)), chosen).toEqual({ refused: [], unmet: [] });
      expect(person.set['inventory.carried'], chosen).not.toHaveLength(0);
    }
    const bard = completePerson(fifth, { ...who, set: { 'identity.class': 'Bard' } });
    expect(bard.set).toMatchObject({ 'attributes.cha.score': 17, 'combat.weapon': 'rapier' });
    expect(JSON.stringify(bard.set)).toMatch(/Bardic inspiration.*Healing word.*Lute/u);
  });

  it('SZ14: a sentence about the own character says its class and level, if it names one class alone', () => {
    const fifth = readShippedSystem('dnd5e');
    const read = (said: string) => readSaidValues(fifth, said);
    expect(read('A bard of the river towns, level 5')).toEqual({
      'identity.class': 'Bard',
      'progression.level': 5,
    });
    expect(read('a 3rd-level paladin')).toEqual({ 'identity.class': 'Paladin', 'progression.level': 3 });
    expect(read('half monk, half rogue, on the level')).toEqual({});
    expect(readSaidValues(starter, 'level 5')).toEqual({});
    for (const said of ["a bard's daughter", 'a smith raised by a monk', 'I am not a wizard, level 99'])
      expect(read(said), said).toEqual({});
    const crew = readShippedSystem('blades-style');
    expect(readSaidValues(crew, 'a thief of medium height in the shadow of the docks')).toEqual({});
    expect(read('a rogue who lived on level 12 of the tower')).toEqual({ 'identity.class': 'Rogue' });
  });

  it('SZ14: a calling that is a word brings its numbers too, and its talent only if somebody ready has it', () => {
    const crew = readShippedSystem('blades-style');
    const medium = completePerson(crew, { ...who, set: { 'identity.playbook': 'Medium' } });
    expect(medium.set).toMatchObject({ 'actions.sense': 2, 'actions.learn': 2 });
    expect(JSON.stringify(medium.set)).toContain('Open door');
    const hunter = completePerson(crew, { ...who, set: { 'identity.playbook': 'Hunter' } });
    expect(hunter.set).not.toHaveProperty(['features.talents']);
    expect(buildCharacter(crew, hunter).unmet.map(({ at }) => at)).toEqual(['talent']);
  });

  it('SZ14: the last value that makes the rules hold leaves the other values, and a whole sheet stays as it is', () => {
    const set = { 'attributes.brawn': 1, 'attributes.grace': 1, 'attributes.wits': 1 };
    expect(completePerson(starter, { ...who, set }).set).toMatchObject({ ...set, 'combat.armour': 1 });
    expect(completePerson(starter, { ...who, set }, { isWhole: true }).set).toEqual(set);
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

  it('SZ5: a character without a name is refused, and its sheet is settled all the same', () => {
    const set = { 'attributes.brawn': 2, 'attributes.grace': 1 };
    const built = buildCharacter(starter, { name: ' ', about: '', set });
    expect(pick(built)).toEqual({ refused: [{ at: 'name', say: 'A character needs a name.' }], unmet: [] });
    expect(built.values['attributes']).toMatchObject({ brawn: 2, grace: 1 });
  });

  it('SZ5: a rule that does not hold is not counted with a number that the rules limited', () => {
    const set = { 'attributes.brawn': 2, 'attributes.grace': 2, 'attributes.wits': 2, 'attributes.heart': 9 };
    const { unmet } = buildCharacter(starter, { ...who, set });
    expect(unmet.find(({ at }) => at === 'points')?.say).toBe(
      'Brawn, grace, wits and heart must add up to 3.',
    );
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

  it('SZ5: a bound of a field does not contradict a stricter rule of creation', () => {
    const say = (set: Record<string, Json>) => buildCharacter(starter, { ...who, set }).refused[0]?.say;
    const set = { 'attributes.brawn': 9, 'attributes.grace': 1 };
    expect(say(set)).toBe('9 is not possible: the maximum is 3. At the beginning, the rules allow less.');
    expect(say({ 'attributes.brawn': 2, 'attributes.grace': 1, 'combat.armour': 9, 'combat.harm': 1 })).toBe(
      '9 is not possible: the maximum is 2.',
    );
  });

  it.each(['dnd5e', 'percentile', 'starter'])(
    'SZ5: in %s, whether less is allowed is what settling the whole sheet for each number would say',
    (id) => {
      const system = readShippedSystem(id);
      const [quick] = system.manifest.characters ?? [];
      const numbers = Object.entries(quick?.set ?? {}).filter(([, value]) => typeof value === 'number');
      const changed = fc.dictionary(
        fc.constantFrom(...numbers.map(([path]) => path)),
        fc.integer({ min: -5, max: 120 }),
        { minKeys: 1, maxKeys: 5 },
      );
      fc.assert(
        fc.property(changed, (less) => {
          const set = { ...(quick?.set as Record<string, Json>), ...less };
          const { refused, unmet } = buildCharacter(system, { ...who, set });
          const { sheet, written } = settleCharacter(system, { ...who, set });
          for (const { at, say } of refused.filter((one) => one.say.includes('is not possible'))) {
            const input = readValue(written, at);
            const isLess = Array.from({ length: 20 }, (_, by) => Number(input) - by - 1).some((number) => {
              const { values } = settle(sheet, writeValue(written, at, number), { tables: system.tables });
              return listUnmet(system, sheet, values).length < unmet.length;
            });
            expect([at, say.endsWith('the rules allow less.')]).toEqual([at, unmet.length > 0 && isLess]);
          }
        }),
        { numRuns: 12 },
      );
    },
  );

  it('SZ5: a sheet on which many numbers are too large is checked in less time than 240 settlings of it', () => {
    const system = readShippedSystem('dnd5e');
    const [quick] = system.manifest.characters ?? [];
    const scores = ['str', 'dex', 'con', 'int', 'wis', 'cha'].map((one) => [`attributes.${one}.score`, 40]);
    const set = { ...(quick?.set as Record<string, Json>), ...Object.fromEntries(scores) };
    const { sheet, written } = settleCharacter(system, { ...who, set });
    const measure = (run: () => unknown) => {
      const begun = performance.now();
      run();
      return performance.now() - begun;
    };
    const settleMany = () => {
      for (let count = 0; count < 240; count++) settle(sheet, written, { tables: system.tables });
    };
    const times = Array.from({ length: 4 }, () => [
      measure(() => buildCharacter(system, { ...who, set })),
      measure(settleMany),
    ]);
    const least = (at: number) => Math.min(...times.map((one) => one[at] ?? 0));
    expect(buildCharacter(system, { ...who, set }).refused).toHaveLength(6);
    expect(least(0)).toBeLessThan(least(1));
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
