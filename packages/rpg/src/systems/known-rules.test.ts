// Tests well-known rules of the shipped systems, such as numbers of the fifth edition of D&D.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleSheet, type Values } from '../../test/support/settle-sheet.ts';
import { findShipped } from '../../test/support/shipped-system.ts';
import { checkManifest } from '../manifest/check-manifest.ts';
import { rollCheck } from '../rules/roll-check.ts';
import type { System } from '../system/system.ts';

const edition = findShipped('dnd5e');
const creature = (set: Values) => settleSheet(edition, 'creature', set);
const character = (set: Values) => settleSheet(edition, 'character', set);

describe('the fifth edition', () => {
  it('NA28: a goblin-like and a dragon-like creature, every number by hand', () => {
    const small = creature({
      'identity.cr': '1/4',
      'identity.size': 'small',
      'resources.hit_dice': 2,
      'attributes.str.score': 8,
      'attributes.dex.score': 14,
      'attributes.con.score': 10,
      'combat.armour': 'leather',
      'combat.shield': true,
      'skills.stealth.score': 2,
    });
    expect(small.read('resources.hp.max')).toBe(7);
    expect(small.read('combat.ac')).toBe(11 + 2 + 2);
    expect(small.read('combat.attack')).toBe(2 + 2);
    expect(small.read('skills.stealth.modifier')).toBe(2 + 2 * 2);
    expect(small.read('progression.xp')).toBe(50);
    const great = creature({
      'identity.cr': 17,
      'identity.size': 'huge',
      'resources.hit_dice': 19,
      'attributes.str.score': 27,
      'attributes.con.score': 25,
      'attributes.wis.score': 13,
      'saves.con.score': 1,
      'skills.perception.score': 2,
      'combat.natural_armour': 19,
    });
    expect(great.read('progression.proficiency')).toBe(6);
    expect(great.read('resources.hp.max')).toBe(Math.floor(19 * 6.5 + 19 * 7));
    expect(great.read('saves.con.modifier')).toBe(7 + 6);
    expect(great.read('combat.passive_perception')).toBe(10 + 1 + 12);
    expect(great.read('combat.attack')).toBe(8 + 6);
    expect(great.read('combat.ac')).toBe(19);
    expect(great.read('progression.xp')).toBe(18000);
  });

  it('NA28: somebody of the street has a hit die, no armour, and little to strike with', () => {
    const person = settleSheet(edition, 'npc', {});
    const numbers = [
      'resources.hp.max',
      'combat.ac',
      'combat.attack',
      'combat.damage_average',
      'progression.xp',
    ];
    expect(numbers.map((path) => person.read(path))).toEqual([4, 10, 2, 2, 10]);
  });

  it.each(['npc', 'creature'])('NA28: %s rolls each check that a character rolls', (type) => {
    const source = { draw: () => 10 };
    const totals = [0, 1].map((level) => {
      const { scope, resolve } = settleSheet(edition, type, { 'status.exhaustion': level });
      return [...edition.checks.values()].map((check) => {
        const rolled = rollCheck({ check, target: 10, source, scope, resolve });
        return rolled.ok ? rolled.rolled.total : rolled.say;
      });
    });
    const [fresh = [], tired = []] = totals;
    expect(tired).toEqual(fresh.map((total) => Number(total) - 2));
  });

  it.each([
    ['none', 16, 13],
    ['leather', 16, 14],
    ['hide', 18, 14],
    ['chain shirt', 8, 12],
    ['plate', 20, 18],
    ['plate', 6, 18],
    ['breastplate', 14, 16],
  ] as const)('NA28: %s with dexterity %i gives armour class %i', (worn, dexterity, expected) => {
    const set = { 'combat.armour': worn, 'attributes.dex.score': dexterity };
    expect(creature(set).read('combat.ac')).toBe(expected);
    expect(character(set).read('combat.ac')).toBe(expected);
    expect(character({ ...set, 'combat.shield': true }).read('combat.ac')).toBe(expected + 2);
  });

  it('NA28: unarmoured barbarians add constitution, monks wisdom unless they bear a shield', () => {
    const able = { 'attributes.dex.score': 14, 'attributes.con.score': 16, 'attributes.wis.score': 16 };
    const ac = (of: string, more: Values = {}) =>
      character({ ...able, 'identity.class': of, ...more }).read('combat.ac');
    expect([ac('Fighter'), ac('Barbarian'), ac('Monk')]).toEqual([12, 15, 15]);
    expect(ac('Monk', { 'combat.shield': true })).toBe(14);
    expect(ac('Barbarian', { 'combat.armour': 'studded leather' })).toBe(14);
  });

  it('NA28: slots, sneak attack, attacks and cantrips grow with level', () => {
    const slots = (of: string, level: number) => {
      const sheet = character({ 'identity.class': of, 'progression.level': level });
      return Array.from({ length: 9 }, (_, at) => sheet.read(`resources.slots_${at + 1}.max`));
    };
    expect(slots('Wizard', 20)).toEqual([4, 3, 3, 3, 3, 2, 2, 1, 1]);
    expect(slots('Cleric', 1)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(slots('Paladin', 5)).toEqual([4, 2, 0, 0, 0, 0, 0, 0, 0]);
    expect(slots('Fighter', 20)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const warlock = character({ 'identity.class': 'Warlock', 'progression.level': 11 });
    expect(warlock.read('resources.pact_slots.max')).toBe(3);
    const fighter = (level: number) =>
      character({ 'identity.class': 'Fighter', 'progression.level': level }).read('features.attacks');
    expect([1, 4, 5, 10, 11, 19, 20].map(fighter)).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });

  it('NA28: proficiency is 2 at level 1 and a point more every four levels, for each level', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (level) => {
        const expected = [2, 3, 4, 5, 6][Math.floor((level - 1) / 4)];
        expect(character({ 'progression.level': level }).read('progression.proficiency')).toBe(expected);
      }),
    );
  });

  it('NA28: what a weapon adds is the better score where it is light, else the one it asks for', () => {
    const able = { 'attributes.str.score': 10, 'attributes.dex.score': 16 };
    const attack = (weapon: string) => character({ ...able, 'combat.weapon': weapon }).read('combat.attack');
    expect([attack('longsword'), attack('rapier'), attack('longbow')]).toEqual([2, 5, 5]);
    const greatsword = character({ 'combat.weapon': 'greatsword', 'attributes.str.score': 18 });
    expect(greatsword.read('combat.damage_average')).toBe(7 + 4);
  });
});

describe('bounds', () => {
  it.each<[string, Values, string, number]>([
    ['dnd5e', { 'attributes.str.score': 21 }, 'attributes.str.score', 20],
    ['dnd5e', { 'status.exhaustion': 7 }, 'status.exhaustion', 6],
    ['dnd5e', { 'resources.hp.current': 500 }, 'resources.hp.current', 10],
    ['dnd5e', { 'resources.slots_9.current': 4 }, 'resources.slots_9.current', 0],
    ['fate', { 'hit.box': 3 }, 'hit.box', 2],
    ['percentile', { 'skills.forbidden_lore': 30, 'mind.sanity.current': 90 }, 'mind.sanity.current', 69],
    ['blades-style', { 'harm.lesser': ['a', 'b', 'c'] }, 'harm.lesser.length', 2],
    ['blades-style', { 'resources.stress': Array(12).fill(true) }, 'resources.stress.filled', 9],
    ['step-dice', { 'status.wounds': [true, true, true, true] }, 'status.wounds.filled', 3],
    ['starter', { 'attributes.wits': 9 }, 'attributes.wits', 3],
  ])('NA29: %s: %o leaves %s at %i', (...[id, set, path, most]) => {
    expect(settleSheet(findShipped(id), 'character', set).read(path)).toBe(most);
  });

  it('NA29: temporary hit points do not add up', () => {
    const field = edition.sheets.get('character')?.byPath.get('resources.hp');
    const start = { current: 10, max: 10, temp: 0 };
    const adjust = (value: unknown, delta: number) => {
      const done = field?.kind.adjust?.(value as typeof start, { part: 'temp', delta });
      return done?.ok === true ? done.value : value;
    };
    expect(adjust(adjust(start, 5), 3)).toEqual({ current: 10, max: 10, temp: 5 });
    expect(adjust(adjust(start, 5), 8)).toEqual({ current: 10, max: 10, temp: 8 });
  });

  it('NA29: the load that a scoundrel declared holds what can be carried', () => {
    const sheet = settleSheet(findShipped('blades-style'), 'character', { 'inventory.load': 'light' });
    expect(sheet.read('inventory.carried.capacity')).toBe(3);
  });

  it.each<[string, Values, Values, RegExp]>([
    ['dnd5e', {}, { 'resources.hp.current': 0 }, /dying/],
    ['dnd5e', {}, { 'status.exhaustion': 6 }, /dead/],
    ['dnd5e', {}, { 'status.death_failures': [true, true, true] }, /dead/],
    ['dnd5e', {}, { 'progression.xp': 300 }, /next level/],
    ['percentile', {}, { 'mind.last_loss': 5 }, /insight/],
    ['percentile', {}, { 'mind.sanity.current': 40 }, /indefinite madness/],
    ['percentile', {}, { 'combat.last_wound': 5 }, /Major wound/],
    ['blades-style', {}, { 'resources.stress': Array(9).fill(true) }, /trauma/],
    ['fate', {}, { 'hit.shifts': 1 }, /taken out/],
    ['step-dice', {}, { 'status.wounds': [true, true, true] }, /incapacitates/],
    ['starter', {}, { 'resources.vigour.current': 2 }, /Wounded/],
    ['starter', {}, { 'resources.vigour.current': 0 }, /Down/],
  ])('NA29: %s: from %o to %o says %s', (...[id, from, to, said]) => {
    const sheet = settleSheet(findShipped(id), 'character', from);
    const crossed = sheet.with(to).settled.crossed.map(({ say }) => say);
    expect(crossed.join(' ')).toMatch(said);
    expect(sheet.with(to).with(to).settled.crossed).toEqual([]);
  });

  it('NA29: a hit of six shifts is taken by a severe consequence, or a moderate one and one box', () => {
    const hit = (more: Values) =>
      settleSheet(findShipped('fate'), 'character', { 'hit.shifts': 6, ...more }).read('hit.is_taken_out');
    expect(hit({ 'hit.severe': true })).toBe(false);
    expect(hit({ 'hit.moderate': true, 'hit.box': 2 })).toBe(false);
    expect(hit({ 'hit.moderate': true, 'hit.box': 1 })).toBe(true);
    expect(hit({ 'hit.mild': true, 'hit.box': 2 })).toBe(true);
  });
});

describe('a system that ships nowhere', () => {
  const text = readFileSync(new URL('../../test/support/cairn.json', import.meta.url), 'utf8');
  const checked = checkManifest(JSON.parse(text));
  const system: System | undefined = checked.ok ? checked.system : undefined;
  const open = (set: Values) => {
    if (system === undefined) throw new Error('The system does not load.');
    return settleSheet(system, 'character', set);
  };

  it('NA31: hit protection is gone when ten slots are full, fatigue counted', () => {
    const full = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Thing ${at}` }));
    const hp = (count: number, fatigue = 0) =>
      open({ 'inventory.carried': { items: full(count) }, 'status.fatigue': fatigue }).read(
        'resources.hp.max',
      );
    expect([hp(9), hp(10), hp(8, 2), hp(8, 1)]).toEqual([3, 0, 0, 3]);
  });

  it('NA31: armour is 3 at most and what a blow leaves over is taken from strength', () => {
    const plate = { 'combat.worn': 'plate', 'combat.armour_bonus': 2 };
    expect(open(plate).read('combat.armour')).toBe(3);
    const blow = { 'combat.worn': 'chainmail', 'combat.damage': 9, 'combat.before': 4 };
    expect(open(blow).read('combat.to_strength')).toBe(9 - 2 - 4);
    const crossed = open({}).with({ 'resources.hp.current': 0 }).settled.crossed;
    expect(crossed.map(({ say }) => say)).toEqual(['Exactly 0: roll for a scar.']);
  });

  it('NA31: a save is at or under the ability, a 1 always passes and a 20 never', () => {
    const check = system?.checks.get('save');
    if (check === undefined) throw new Error('There is no save.');
    const { scope, resolve } = open({});
    const save = (face: number, target: number) => {
      const rolled = rollCheck({ check, target, scope, resolve, source: { draw: () => face } });
      return rolled.ok ? rolled.outcome?.id : rolled.say;
    };
    expect([save(10, 10), save(11, 10)]).toEqual(['success', 'failure']);
    expect([save(1, 0), save(20, 20)]).toEqual(['success', 'failure']);
  });
});
