// Tests the odds of the systems' central checks, each against numbers computed by hand.

import { describe, expect, it } from 'vitest';
import { settleSheet, type Values } from '../../test/support/settle-sheet.ts';
import { findShipped } from '../../test/support/shipped-system.ts';
import type { FaceSource } from '../dice/dice.ts';
import { computeCheckOdds } from '../rules/compute-check-odds.ts';
import { rollCheck } from '../rules/roll-check.ts';

interface Asked {
  readonly system: string;
  readonly check: string;
  readonly dice?: string;
  readonly target?: number;
  readonly set?: Values;
}

function prepare({ system: id, check: name, dice, target, set = {} }: Asked) {
  const system = findShipped(id);
  const check = system.checks.get(name);
  if (check === undefined) throw new Error(`${id} has no check ${name}.`);
  const { scope, resolve } = settleSheet(system, 'character', set);
  return { check, dice, target, scope, resolve };
}

/** How many of the equally likely `ways` lead to each outcome. */
function countWays(asked: Asked, ways: number): Readonly<Record<string, number>> {
  const odds = computeCheckOdds(prepare(asked));
  if (!odds.ok) throw new Error(odds.say);
  return Object.fromEntries(
    [...odds.probabilities].map(([id, chance]) => [id, Math.round(chance * ways * 1e6) / 1e6]),
  );
}

describe('odds of checks', () => {
  it('NA23: the starter: 2d6 with nothing added, of 36 ways', () => {
    const asked = { system: 'starter', check: 'dare' };
    expect(countWays(asked, 36)).toEqual({ triumph: 1, strong: 5, weak: 15, miss: 14, disaster: 1 });
    const able = { ...asked, set: { 'attributes.grace': 2 } };
    // Strong is 8 to 11 on the dice, weak 5 to 7, a miss 3 and 4; double six and double one are outcomes of their own.
    expect(countWays(able, 36)).toEqual({ triumph: 1, strong: 14, weak: 15, miss: 5, disaster: 1 });
    const last = { system: 'starter', check: 'last_light', set: { 'resources.ember.current': 2 } };
    expect(countWays(last, 36)).toEqual({ spared: 15, marked: 15, gone: 6 });
    expect(countWays({ system: 'starter', check: 'luck' }, 2)).toEqual({ fair: 1, foul: 1 });
  });

  it('NA23: the fifth edition: an attack with +5 against 15, plain of 20 and with advantage of 400 ways', () => {
    const asked = { system: 'dnd5e', check: 'attack_roll', dice: '1d20+5', target: 15 };
    expect(countWays(asked, 20)).toEqual({ critical: 1, hit: 10, miss: 8, fumble: 1 });
    const better = { ...asked, dice: '2d20kh1+5' };
    expect(countWays(better, 400)).toEqual({ critical: 39, hit: 280, miss: 80, fumble: 1 });
    const worse = { ...asked, dice: '2d20kl1+5' };
    // The lower of two: 1 - (19/20)^2 for a one, 1/400 for a twenty, 11^2 - 1 for 10 to 19, 19^2 - 11^2 for 2 to 9.
    expect(countWays(worse, 400)).toEqual({ critical: 1, hit: 120, miss: 240, fumble: 39 });
  });

  it('NA23: the fifth edition: death saves, saves with a level of exhaustion, concentration', () => {
    const dying = { system: 'dnd5e', check: 'death_save' };
    expect(countWays(dying, 20)).toEqual({ awake: 1, success: 10, failure: 8, two_failures: 1 });
    const save = { system: 'dnd5e', check: 'saving_throw', target: 13, set: { 'attributes.dex.score': 14 } };
    expect(countWays(save, 20)).toEqual({ success: 10, failure: 10 });
    const tired = { ...save, set: { ...save.set, 'status.exhaustion': 1 } };
    expect(countWays(tired, 20)).toEqual({ success: 8, failure: 12 });
    const hurt = (damage: number) => ({
      system: 'dnd5e',
      check: 'concentration',
      set: { 'combat.damage_taken': damage, 'identity.class': 'Wizard' },
    });
    expect(countWays(hurt(9), 20)).toEqual({ success: 11, failure: 9 });
    expect(countWays(hurt(31), 20)).toEqual({ success: 6, failure: 14 });
    expect(countWays(hurt(200), 20)).toEqual({ failure: 20 });
  });

  it('NA23: percentile: a skill of 50 and one of 30 of 100 ways, a bonus die and a penalty die of 1000', () => {
    const asked = { system: 'percentile', check: 'skill_roll', target: 50 };
    const plain = { critical: 1, extreme: 9, hard: 15, regular: 25, failure: 49, fumble: 1 };
    expect(countWays(asked, 100)).toEqual(plain);
    const weak = { critical: 1, extreme: 5, hard: 9, regular: 15, failure: 65, fumble: 5 };
    expect(countWays({ ...asked, target: 30 }, 100)).toEqual(weak);
    const bonus = countWays({ ...asked, check: 'bonus_roll' }, 1000);
    // Three of four rolls succeed, since one of two tens must be low enough: 1 - (5/10)^2. The only fumble is 00 twice
    // with a 0.
    expect((bonus['critical'] ?? 0) + sum(bonus, ['extreme', 'hard', 'regular'])).toBe(750);
    expect([bonus['critical'], bonus['fumble']]).toEqual([19, 1]);
    const penalty = countWays({ ...asked, check: 'penalty_roll' }, 1000);
    expect((penalty['critical'] ?? 0) + sum(penalty, ['extreme', 'hard', 'regular'])).toBe(250);
    expect([penalty['critical'], penalty['fumble']]).toEqual([1, 19]);
  });

  it('NA23: percentile: sanity and understanding follow the sheet', () => {
    const sane = { system: 'percentile', check: 'sanity_roll', set: { 'mind.sanity.current': 55 } };
    expect(countWays(sane, 100)).toEqual({ steady: 55, shaken: 44, shattered: 1 });
    const clever = { system: 'percentile', check: 'insight', set: { 'characteristics.int': 70 } };
    expect(countWays(clever, 100)).toEqual({ understands: 70, spared: 30 });
  });

  it('NA23: the fate ladder: Good (+3) against Fair (+2), of 81 ways', () => {
    const asked = { system: 'fate', check: 'overcome', target: 2, set: { 'skills.athletics': 'Good' } };
    expect(countWays(asked, 81)).toEqual({ style: 15, success: 35, tie: 16, failure: 15 });
  });

  it('NA23: position and effect: none to three dice, and what resisting costs', () => {
    const rate = (dots: number) => ({
      system: 'blades-style',
      check: 'action',
      set: { 'actions.sneak': dots },
    });
    expect(countWays(rate(0), 36)).toEqual({ full: 1, partial: 8, bad: 27 });
    expect(countWays(rate(1), 6)).toEqual({ full: 1, partial: 2, bad: 3 });
    expect(countWays(rate(2), 36)).toEqual({ critical: 1, full: 10, partial: 16, bad: 9 });
    expect(countWays(rate(3), 216)).toEqual({ critical: 16, full: 75, partial: 98, bad: 27 });
    const dots = { 'actions.fight': 1, 'actions.sneak': 1 };
    const resisted = { critical: 1, six: 10, five: 9, four: 7, three: 5, two: 3, one: 1 };
    expect(countWays({ system: 'blades-style', check: 'resist_body', set: dots }, 36)).toEqual(resisted);
  });

  it('NA23: step dice: d8 and a wild d6 that explode, of 288 ways', () => {
    const prepared = prepare({ system: 'step-dice', check: 'trait', set: { 'skills.notice': 'd8' } });
    const counts: Record<string, number> = {};
    for (let way = 0; way < 8 * 6 * 6; way += 1) {
      const rolled = rollCheck({ ...prepared, source: followWay(way) });
      const id = rolled.ok ? (rolled.outcome?.id ?? 'none') : rolled.say;
      counts[id] = (counts[id] ?? 0) + 1;
    }
    // A raise needs an 8 on the d8, or a 6 and then 2 or more on the d6: 1 - (7/8)(31/36). Failure and snake eyes
    // together need both dice below 4: (3/8)(3/6).
    expect(counts).toEqual({ raise: 71, success: 163, failure: 48, snake_eyes: 6 });
  });
});

function sum(ways: Readonly<Record<string, number>>, ids: readonly string[]): number {
  return ids.reduce((total, id) => total + (ways[id] ?? 0), 0);
}

/** The number of a way gives the faces of the first d8, the first d6 and the d6 after it; every later die shows 1. */
function followWay(way: number): FaceSource {
  const eights = [(way % 8) + 1];
  const sixes = [(Math.floor(way / 8) % 6) + 1, Math.floor(way / 48) + 1];
  return { draw: (faces) => (faces === 8 ? eights : sixes).shift() ?? 1 };
}
