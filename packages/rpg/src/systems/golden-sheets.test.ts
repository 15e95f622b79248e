// Tests the settled sheets of ready-made characters against snapshots and against values computed by hand.

import { describe, expect, it } from 'vitest';
import { settleSheet, type Values } from '../../test/support/settle-sheet.ts';
import { findShipped, shippedSystems } from '../../test/support/shipped-system.ts';
import { readValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import type { System } from '../system/system.ts';

const systems = shippedSystems;

describe('quick characters', () => {
  for (const system of systems) {
    it(`NA21: each value of those of ${system.id} is the one that is written down`, async () => {
      const sheets = (system.manifest.characters ?? []).map((one) => renderWhole(system, one.id));
      await expect(sheets.join('\n')).toMatchFileSnapshot(`./snapshots-expected/${system.id}.txt`);
    });
  }

  it('NA21: laying their values on a sheet alters none of them', () => {
    for (const system of systems) {
      for (const { id, set } of system.manifest.characters ?? []) {
        const altered = Object.keys(set).filter((path) => !isAsSet(system, id, path));
        expect(altered, `${system.id} ${id}`).toEqual([]);
      }
    }
  });

  it('NA21: a fighter of the first level, by hand', () => {
    // Strength is 15 + 2 from the background = 17 (+3), constitution 14 + 1 = 15 (+2), dexterity 13 (+1).
    const fighter = open('dnd5e', 'fighter');
    expect(fighter.read('resources.hp.max')).toBe(10 + 2);
    expect(fighter.read('combat.ac')).toBe(16 + 2);
    expect(fighter.read('combat.attack')).toBe(3 + 2);
    expect(fighter.read('combat.damage')).toBe(3 + 2);
    expect(fighter.read('saves.str.modifier')).toBe(3 + 2);
    expect(fighter.read('saves.dex.modifier')).toBe(1);
    expect(fighter.read('skills.athletics.modifier')).toBe(3 + 2);
    expect(fighter.read('combat.passive_perception')).toBe(10 + 1 + 2);
    expect(fighter.read('inventory.carried.load')).toBe(3 + 55 + 6 + 4 * 2 + 5 + 5 * 2);
    expect(fighter.read('inventory.carried.capacity')).toBe(15 * 17);
  });

  it('NA21: a wizard and a rogue of the fifth edition, by hand', () => {
    const wizard = open('dnd5e', 'wizard');
    expect(wizard.read('combat.spell_dc')).toBe(8 + 2 + 3);
    expect(wizard.read('combat.spell_attack')).toBe(2 + 3);
    expect(wizard.read('resources.slots_1.max')).toBe(2);
    const third = settleSheet(findShipped('dnd5e'), 'character', { 'progression.level': 3 });
    expect([wizard, third].map((one) => one.read('progression.xp'))).toEqual([0, 900]);
    const fifth = wizard.with({ 'progression.level': 5 });
    expect(fifth.read('combat.spell_dc')).toBe(8 + 3 + 3);
    expect([1, 2, 3, 4].map((level) => fifth.read(`resources.slots_${level}.max`))).toEqual([4, 3, 2, 0]);
    // Points that were spent at level 1 stay spent; the points that the new level adds are not spent.
    const spent = wizard.with({ 'resources.hp.current': 3, 'resources.slots_1.current': 0 });
    const risen = spent.with({ 'progression.level': 5 });
    const gained = Number(risen.read('resources.hp.max')) - Number(wizard.read('resources.hp.max'));
    expect(gained).toBeGreaterThan(12);
    expect(risen.read('resources.hp.current')).toBe(3 + gained);
    expect([1, 2, 3, 4].map((level) => risen.read(`resources.slots_${level}.current`))).toEqual([2, 3, 2, 0]);
    expect(risen.read('resources.hit_dice.current')).toBe(5);
    const rogue = open('dnd5e', 'rogue');
    expect(rogue.read('skills.stealth.modifier')).toBe(3 + 2 * 2);
    expect(rogue.read('combat.ac')).toBe(11 + 3);
    expect(rogue.with({ 'progression.level': 7 }).read('features.sneak_dice')).toBe(4);
  });

  it('NA21: a detective, a smuggler, a duelist, a healer and a shadow, by hand', () => {
    const detective = open('percentile', 'detective');
    expect(detective.read('resources.hp.max')).toBe(Math.floor((60 + 65) / 10));
    expect(detective.read('mind.sanity.max')).toBe(99);
    expect(detective.read('combat.attack')).toBe(60);
    // Strength and size sum to 130, which adds a d4 to blows. At 44 years, movement is 8 less 1.
    expect(detective.read('combat.build')).toBe(1);
    expect(detective.read('combat.movement')).toBe(7);
    const captain = open('fate', 'captain');
    expect(captain.read('stress.physical.size')).toBe(2);
    expect(captain.read('stress.mental.size')).toBe(3);
    expect(captain.read('resources.fate_points')).toBe(3);
    const duelist = open('step-dice', 'duelist');
    expect(duelist.read('combat.parry')).toBe(2 + 10 / 2);
    expect(duelist.read('combat.toughness')).toBe(2 + 4 / 2 + 1);
    expect(open('starter', 'healer').read('resources.vigour.max')).toBe(6);
    expect(open('starter', 'healer').read('resources.ember.max')).toBe(5 + 1);
    const shadow = open('blades-style', 'shadow');
    expect(['mind', 'body', 'spirit'].map((name) => shadow.read(`attributes.${name}`))).toEqual([2, 2, 1]);
    expect(shadow.read('inventory.carried.capacity')).toBe(3);
  });
});

describe('creation checks', () => {
  it('NA22: every quick character passes those of its system', () => {
    for (const system of systems) {
      for (const { id } of system.manifest.characters ?? []) {
        expect(listFailed(system, id, {}), `${system.id} ${id}`).toEqual([]);
      }
    }
  });

  const broken: readonly { id: string; who: string; more: Values; fails: readonly string[] }[] = [
    { id: 'dnd5e', who: 'fighter', more: { 'attributes.int.score': 9 }, fails: ['points'] },
    {
      id: 'dnd5e',
      who: 'wizard',
      more: { 'attributes.int.score': 18, 'origin.int': 2 },
      fails: ['points', 'range'],
    },
    {
      id: 'dnd5e',
      who: 'rogue',
      more: { 'skills.acrobatics.score': 2, 'skills.deception.score': 0 },
      fails: ['expertise'],
    },
    { id: 'dnd5e', who: 'cleric', more: { 'progression.level': 5, 'attributes.wis.score': 18 }, fails: [] },
    {
      id: 'dnd5e',
      who: 'cleric',
      more: {
        'progression.level': 5,
        'attributes.str.score': 18,
        'attributes.dex.score': 18,
        'attributes.wis.score': 18,
      },
      fails: ['increases'],
    },
    { id: 'percentile', who: 'doctor', more: { 'skills.swim': 21 }, fails: ['skill_points'] },
    { id: 'percentile', who: 'reporter', more: { 'characteristics.str': 46 }, fails: ['characteristics'] },
    { id: 'percentile', who: 'drifter', more: { 'skills.standing': 6 }, fails: ['skill_points', 'standing'] },
    { id: 'fate', who: 'captain', more: { 'skills.shoot': 'Great' }, fails: ['pyramid'] },
    { id: 'fate', who: 'thief', more: { 'skills.burglary': 'Superb' }, fails: ['pyramid', 'cap'] },
    { id: 'blades-style', who: 'blade', more: { 'actions.fight': 3 }, fails: ['dots', 'most'] },
    { id: 'step-dice', who: 'gunner', more: { 'skills.fighting': 'd8' }, fails: ['skills'] },
    { id: 'step-dice', who: 'scholar', more: { 'attributes.smarts': 'd12' }, fails: ['attributes'] },
    { id: 'starter', who: 'warden', more: { 'attributes.heart': 1 }, fails: ['points'] },
    { id: 'starter', who: 'thief', more: { 'combat.armour': 2 }, fails: ['arms'] },
  ];

  it.each(broken)('NA22: $id: $who with $more fails $fails', ({ id, who, more, fails }) => {
    expect(listFailed(findShipped(id), who, more)).toEqual(fails);
  });
});

function findCharacter(system: System, id: string) {
  const found = system.manifest.characters?.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${system.id} has no ${id}.`);
  return found;
}

function open(systemId: string, id: string) {
  const system = findShipped(systemId);
  return settleSheet(system, 'character', findCharacter(system, id).set as Values);
}

function listFailed(system: System, id: string, more: Values): readonly string[] {
  const sheet = settleSheet(system, 'character', { ...(findCharacter(system, id).set as Values), ...more });
  const failed = (system.manifest.creation ?? []).filter(({ holds }) => !sheet.holds(holds));
  return failed.map((check) => check.id);
}

/**
 * Whether a value is as it was set: a list of names becomes as many items with ids; other values must stay the same.
 */
function isAsSet(system: System, id: string, path: string): boolean {
  const { set } = findCharacter(system, id);
  const sheet = system.sheets.get('character');
  const found = sheet === undefined ? undefined : resolvePath(sheet, path);
  if (found?.ok !== true) return false;
  const { settled, read } = settleSheet(system, 'character', set as Values);
  const wanted = set[path];
  if (Array.isArray(wanted)) {
    const value = readValue(settled.values, path) as { items?: unknown[] } | unknown[];
    return (Array.isArray(value) ? value : value.items)?.length === wanted.length;
  }
  return readValue(settled.values, path) === wanted || read(path) === wanted;
}

function renderWhole(system: System, id: string): string {
  const { name, concept, set } = findCharacter(system, id);
  const { settled } = settleSheet(system, 'character', set as Values);
  const fields = system.sheets.get('character')?.fields ?? [];
  const lines = fields
    .filter(({ path }) => path.includes('.'))
    .map(({ path, kind }) => {
      const value = readValue(settled.values, path);
      return `  ${path.padEnd(30)} ${value === undefined ? 'nothing' : kind.view(value)}`;
    });
  return [`${name} (${id}): ${concept}`, ...lines, ''].join('\n');
}
