// Tests foes of the fifth edition of D&D against the numbers that are printed for them.

import { expect, it } from 'vitest';
import { settleSheet } from '../../test/support/settle-sheet.ts';
import { findShipped } from '../../test/support/shipped-system.ts';

const edition = findShipped('dnd5e');

/**
 * The printed numbers of each foe: armour class, hit points, experience, passive perception, the bonus of its blow, and
 * the blow's damage.
 */
const printed = {
  air_elemental: [15, 90, 1800, 10, 8, '2d8+5'],
  ape: [12, 19, 100, 13, 5, '1d6+3'],
  bandit_captain: [15, 65, 450, 10, 5, '1d6+3'],
  basilisk: [12, 52, 700, 9, 5, '2d6+3'],
  berserker: [13, 67, 450, 10, 5, '1d12+3'],
  chimera: [14, 114, 2300, 18, 7, '2d6+4'],
  cockatrice: [11, 27, 100, 11, 3, '1d4+1'],
  death_dog: [12, 39, 200, 15, 4, '1d6+2'],
  dire_wolf: [14, 37, 200, 13, 5, '2d6+3'],
  doppelganger: [14, 52, 700, 11, 6, '1d6+4'],
  ettin: [12, 85, 1100, 14, 7, '2d8+5'],
  gargoyle: [15, 52, 450, 10, 4, '1d6+2'],
  griffon: [12, 59, 450, 15, 6, '1d8+4'],
  hell_hound: [15, 45, 700, 15, 5, '1d8+3'],
  hydra: [15, 172, 3900, 16, 8, '1d10+5'],
  kobold: [12, 5, 25, 8, 4, '1d4+2'],
  mummy: [11, 58, 700, 10, 5, '2d6+3'],
  owlbear: [13, 59, 700, 13, 7, '1d10+5'],
  skeleton: [14, 13, 50, 9, 5, '1d6+3'],
  troll: [15, 84, 1800, 12, 7, '1d6+4'],
  wolf: [13, 11, 50, 13, 4, '2d4+2'],
  zombie: [8, 22, 50, 8, 3, '1d6+1'],
} as const;

it.each(Object.entries(printed))('MV16: %s has the numbers that are printed for it', (id, numbers) => {
  const foe = edition.manifest.foes?.find((one) => one.id === id);
  const { read } = settleSheet(edition, foe?.type ?? 'creature', foe?.set ?? {});
  const [armour, points, experience, perception, blow, damage] = [
    'combat.ac',
    'resources.hp.max',
    'progression.xp',
    'combat.passive_perception',
    'combat.attack',
    'combat.damage',
  ].map((path) => Number(read(path)));
  const dice = `${read('combat.damage_dice')}d${read('combat.damage_faces')}`;
  expect([armour, points, experience, perception, blow, `${dice}+${damage}`]).toEqual([...numbers]);
});

it('MV16: a foe has in words what its blows do besides harm, and its traits', () => {
  const render = (id: string) => JSON.stringify(edition.manifest.foes?.find((one) => one.id === id)?.set);
  const printedWords = {
    wolf: ['str save DC 11 or prone', 'Pack tactics'],
    giant_poisonous_snake: ['con save DC 11: 3d6 poison, half on a success'],
    ghoul: ['con save DC 10 or paralysed'],
    troll: ['regains 10 hit points each turn, not after acid or fire'],
    zombie: ['Undead fortitude', 'Immune to poison'],
    young_green_dragon: ['30-foot cone: con save DC 14: 12d6 poison'],
  };
  for (const [id, words] of Object.entries(printedWords))
    for (const one of words) expect(render(id)).toContain(one);
});
