// Sets values that the shipped systems must never accept, and lists those that they accept nevertheless.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { settleSheet, type Values } from '@terrarium/rpg/testing/settle-sheet';

interface Bound {
  readonly system: string;
  readonly say: string;
  readonly set: Values;
  readonly path: string;
  readonly most: number;
}

const bounds: readonly Bound[] = [
  {
    system: 'dnd5e',
    say: 'a score of 21',
    set: { 'attributes.str.score': 21 },
    path: 'attributes.str.score',
    most: 20,
  },
  {
    system: 'dnd5e',
    say: 'a seventh exhaustion',
    set: { 'status.exhaustion': 7 },
    path: 'status.exhaustion',
    most: 6,
  },
  {
    system: 'dnd5e',
    say: 'a level of 21',
    set: { 'progression.level': 21 },
    path: 'progression.level',
    most: 20,
  },
  {
    system: 'dnd5e',
    say: 'more than all hit points',
    set: { 'resources.hp.current': 99 },
    path: 'resources.hp.current',
    most: 10,
  },
  {
    system: 'dnd5e',
    say: 'a fourth death save',
    set: { 'status.death_failures': [true, true, true, true] },
    path: 'status.death_failures.filled',
    most: 3,
  },
  {
    system: 'dnd5e',
    say: 'a slot nobody has',
    set: { 'resources.slots_9.current': 1 },
    path: 'resources.slots_9.current',
    most: 0,
  },
  { system: 'fate', say: 'two boxes for a hit', set: { 'hit.box': 3 }, path: 'hit.box', most: 2 },
  {
    system: 'fate',
    say: 'a skill above Legendary',
    set: { 'skills.fight': 9 },
    path: 'skills.fight',
    most: 8,
  },
  {
    system: 'fate',
    say: 'a third box',
    set: { 'stress.physical': [true, true, true] },
    path: 'stress.physical.filled',
    most: 2,
  },
  {
    system: 'percentile',
    say: 'sanity above what is known',
    set: { 'skills.forbidden_lore': 20, 'mind.sanity.current': 90 },
    path: 'mind.sanity.current',
    most: 79,
  },
  { system: 'percentile', say: 'a skill of 100', set: { 'skills.spot': 100 }, path: 'skills.spot', most: 99 },
  {
    system: 'blades-style',
    say: 'a tenth stress',
    set: { 'resources.stress': Array(10).fill(true) },
    path: 'resources.stress.filled',
    most: 9,
  },
  {
    system: 'blades-style',
    say: 'a third lesser harm',
    set: { 'harm.lesser': ['cut', 'bruise', 'burn'] },
    path: 'harm.lesser.length',
    most: 2,
  },
  {
    system: 'step-dice',
    say: 'a fourth wound',
    set: { 'status.wounds': [true, true, true, true] },
    path: 'status.wounds.filled',
    most: 3,
  },
  {
    system: 'starter',
    say: 'an ember too many',
    set: { 'resources.ember.current': 50 },
    path: 'resources.ember.current',
    most: 5,
  },
  {
    system: 'starter',
    say: 'an attribute of 4',
    set: { 'attributes.wits': 4 },
    path: 'attributes.wits',
    most: 3,
  },
];

export function listBrokenBounds(): { readonly tried: number; readonly broken: readonly string[] } {
  const broken = bounds.flatMap(({ system, say, set, path, most }) => {
    const found = settleSheet(readShippedSystem(system), 'character', set).read(path);
    return found === most ? [] : [`${system}: ${say}: ${found}`];
  });
  return { tried: bounds.length, broken };
}
