// Tests each prefab: what it does that the other prefabs do not.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyConfig, anyDerived, anyJson } from '../../test/support/prefab-configs.ts';
import type { Json } from '../values/json.ts';
import type { Done } from './prefab.ts';
import { prefabs } from './prefabs.ts';

/** A prefab bound to a configuration, as a manifest would give it. */
function build(id: string, given: unknown = {}) {
  const prefab = prefabs.get(id);
  if (prefab === undefined) throw new Error(`there is no ${id}`);
  const config = prefab.config.parse(given);
  return {
    blank: () => prefab.buildBlank(config),
    settle: (value: Json | undefined, derived = {}) => prefab.settle(value, config, derived).value,
    because: (value: Json | undefined, derived = {}) => prefab.settle(value, config, derived).because,
    read: (value: Json, part = '') => prefab.read(value, part, config),
    view: (value: Json) => prefab.render(value, config),
    set: (value: Json, input: Json, part = '') => prefab.set(value, { part, input }, config),
    adjust: (value: Json, delta: number, part = '') => prefab.adjust?.(value, { part, delta }, config),
    mark: (value: Json, count: number) => prefab.mark?.(value, count, config),
    add: (value: Json, item: Json, id = 'new') => prefab.add?.(value, { item, id }, config),
    remove: (value: Json, item: string, quantity?: number) =>
      prefab.remove?.(value, { item, quantity }, config),
    pass: (value: Json, minutes: number) => prefab.advanceTime?.(value, minutes, config),
    references: (value: Json) => prefab.listReferences?.(value, config),
  };
}

function refusal(done: Done | undefined): string {
  return done?.ok === false ? done.say : 'done';
}

function result(done: Done | undefined): Json | undefined {
  return done?.ok === true ? done.value : undefined;
}

describe('numbers', () => {
  test('PF6: whatever a VAL_INT is given, it stays within its bounds and on its steps', () => {
    fc.assert(
      fc.property(anyConfig('VAL_INT'), anyJson, anyDerived, (config, json, derived) => {
        const { min = -1e9, max = 1e9, step = 1 } = config as Record<string, number | undefined>;
        const value = Number(
          prefabs
            .get('VAL_INT')
            ?.settle(json, config, derived.value === undefined ? {} : { value: derived.value }).value,
        );
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(Math.max(min, max));
        const steps = (value - base(config)) / step;
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-3);
      }),
      { numRuns: 300 },
    );
  });

  test('PF6: what held a change back is said', () => {
    const strength = build('VAL_INT', { min: 1, max: 20 });
    expect(strength.set(10, 50)).toEqual({ ok: true, value: 20, because: 'the maximum is 20' });
    expect(strength.adjust(10, -30)).toEqual({ ok: true, value: 1, because: 'the minimum is 1' });
    expect(strength.set(10, 12)).toEqual({ ok: true, value: 12 });
    expect(refusal(strength.set(10, 'strong'))).toBe('A number is needed, not "strong".');
    for (const blank of ['', ' ']) expect(refusal(strength.set(10, blank))).toBe('A number is needed.');
    expect(strength.settle(18, { max: 16 })).toBe(16);
    expect(strength.because(18, { max: 16 })).toBe('the maximum is 16');
    expect(strength.settle('14')).toBe(14);
  });

  test('PF6: a number that is added to something is shown with its sign', () => {
    const bonus = build('VAL_INT', { min: -5, max: 5, shows_sign: true });
    expect([2, 0, -1].map((value) => bonus.view(value))).toEqual(['+2', '+0', '-1']);
    expect(build('VAL_INT', {}).view(2)).toBe('2');
  });

  test('PF6: steps may be fractions, and are counted from the minimum', () => {
    const challenge = build('VAL_INT', { min: 0, max: 3, step: 0.25 });
    expect(challenge.settle(0.6)).toBe(0.5);
    expect(challenge.adjust(0.5, 0.25)).toEqual({ ok: true, value: 0.75 });
    expect(build('VAL_INT', { min: 1, step: 5 }).settle(13)).toBe(11);
  });

  test('PF6: a score is set and its modifier is not', () => {
    const might = build('VAL_COMPOUND', { min: 1, max: 30, default: 10 });
    expect(might.blank()).toEqual({ score: 10, modifier: 0 });
    expect(might.settle({ score: 16, modifier: 9 }, { value: 3 })).toEqual({ score: 16, modifier: 3 });
    expect(might.settle(14, { value: 2 })).toEqual({ score: 14, modifier: 2 });
    expect(result(might.set({ score: 16, modifier: 3 }, 40))).toEqual({ score: 30, modifier: 3 });
    expect(refusal(might.set({ score: 16, modifier: 3 }, 5, 'modifier'))).toContain('score');
    expect(might.view({ score: 8, modifier: -1 })).toBe('8 (-1)');
  });

  test('PF6: a counter is marked and spent, never below nothing', () => {
    const coins = build('RES_COUNTER', { max: 10 });
    const hungry = build('RES_COUNTER', { max: 60, shows_max: false });
    expect([coins.view(3), hungry.view(3), result(hungry.adjust(3, 90))]).toEqual(['3/10', '3', 60]);
    expect(result(coins.mark(3, 2))).toBe(5);
    expect(coins.adjust(3, -9)).toEqual({ ok: true, value: 0, because: 'the minimum is 0' });
    expect(result(build('RES_COUNTER', { step: 0.01 }).adjust(3, -0.07))).toBe(2.93);
  });
});

/** The number from which the steps of a field are counted. */
function base(config: unknown): number {
  return (config as { readonly min?: number }).min ?? 0;
}

describe('pools, boxes, segments', () => {
  test('PF7: a pool begins full, by its configuration or by what is derived', () => {
    expect(build('RES_POOL', { max: 12 }).blank()).toEqual({ current: 12, max: 12 });
    expect(build('RES_POOL').settle(undefined, { max: 9 })).toEqual({ current: 9, max: 9 });
    expect(build('RES_POOL').settle(4, { max: 9 })).toEqual({ current: 4, max: 9 });
    expect(build('RES_POOL', { max: 5, default: 'empty' }).blank()).toEqual({ current: 0, max: 5 });
  });

  test('PF7: a pool whose maximum is not known yet is as large as what is put into it', () => {
    const health = build('RES_POOL');
    expect(result(health.set({ current: 0, max: 0 }, 12))).toEqual({ current: 12, max: 12 });
    expect(health.settle({ current: 12, max: 12 }, { max: 9 })).toEqual({ current: 9, max: 9 });
    expect(result(health.set({ current: 5, max: 9 }, 12))).toEqual({ current: 9, max: 9 });
  });

  test('PF7: current never leaves its bounds when the maximum falls', () => {
    const health = build('RES_POOL');
    expect(health.settle({ current: 57, max: 60 }, { max: 40 })).toEqual({ current: 40, max: 40 });
    expect(health.because({ current: 57, max: 60 }, { max: 40 })).toBe('the maximum is 40');
    const rising = build('RES_POOL', { rises: true });
    expect(rising.settle({ current: 3, max: 10 }, { max: 16 })).toEqual({ current: 9, max: 16 });
    expect(rising.because({ current: 3, max: 10 }, { max: 16 })).toBe('it rises with the maximum, by 6');
    expect(rising.settle(3, { max: 16 })).toEqual({ current: 3, max: 16 });
    // If the maximum falls and rises again, the pool is as it was; a fall of the maximum alone brings nobody down.
    expect(rising.settle({ current: 9, max: 16 }, { max: 10 })).toEqual({ current: 3, max: 10 });
    expect(rising.settle({ current: 16, max: 16 }, { max: 10 })).toEqual({ current: 10, max: 10 });
    expect(rising.settle({ current: 3, max: 16 }, { max: 10 })).toEqual({ current: 1, max: 10 });
    expect(rising.settle({ current: 0, max: 16 }, { max: 10 })).toEqual({ current: 0, max: 10 });
    expect(rising.settle({ current: 2, max: 2 }, { max: 0 })).toEqual({ current: 0, max: 0 });
  });

  test('PF7: points on top are lost first and do not add up', () => {
    const health = build('RES_POOL', { max: 20, temp: true });
    const full = { current: 20, max: 20, temp: 5 };
    expect(result(health.adjust(full, -7))).toEqual({ current: 18, max: 20, temp: 0 });
    expect(result(health.adjust(full, 3, 'temp'))).toEqual(full);
    expect(result(health.adjust(full, 8, 'temp'))).toEqual({ ...full, temp: 8 });
    expect(result(health.set({ current: 3, max: 20, temp: 0 }, 99, 'current'))).toEqual({
      ...full,
      temp: 0,
    });
    expect(refusal(health.set(full, 5, 'maximum'))).toContain('current');
  });

  test('PF8: boxes are ticked from the left and cleared from the right', () => {
    const stress = build('RES_TRACK', { boxes: 3 });
    expect(result(stress.mark([false, true, false], 1))).toEqual([true, true, false]);
    expect(result(stress.mark([true, true, false], -1))).toEqual([true, false, false]);
    expect(stress.mark([true, true, true], 2)).toMatchObject({ value: [true, true, true] });
    expect(stress.settle([true, false, false], { max: 5 })).toEqual([true, false, false, false, false]);
    expect(result(stress.set([false, false, false], [false, false, true]))).toEqual([false, false, true]);
    expect(stress.view([true, false, false])).toBe('■□□ 1/3');
  });

  test('PF6: boxes beyond those that there are, are held back with a reason', () => {
    const track = build('RES_TRACK', { boxes: 3 });
    expect(track.set(track.blank(), 9)).toEqual({
      ok: true,
      value: [true, true, true],
      because: 'the maximum is 3',
    });
    expect(track.because(9)).toBe('the maximum is 3');
  });

  test('PF8: a clock fills until it is full, and its segments are its own unless fixed', () => {
    const clock = build('RES_CLOCK');
    expect(clock.blank()).toEqual({ filled: 0, segments: 4 });
    expect(result(clock.set({ filled: 1, segments: 4 }, { filled: 2, segments: 8 }))).toEqual({
      filled: 2,
      segments: 8,
    });
    expect(clock.mark({ filled: 3, segments: 4 }, 2)).toEqual({
      ok: true,
      value: { filled: 4, segments: 4 },
      because: 'the clock is full',
    });
    expect(clock.read({ filled: 4, segments: 4 }, 'is_full')).toBe(true);
    expect(clock.settle({ filled: 3, segments: 99 })).toEqual({ filled: 3, segments: 12 });
  });
});

describe('ladders and dice', () => {
  const rungs = [
    { label: 'Poor', value: -1 },
    { label: 'Fair', value: 0.5 },
    { label: 'Great', value: 4 },
  ];

  test('PF9: a ladder is set by label or value and climbed by rungs', () => {
    const skill = build('VAL_LADDER', { rungs });
    expect(skill.blank()).toBe('Fair');
    expect(result(skill.set('Fair', 'great'))).toBe('Great');
    expect(result(skill.set('Fair', 0.5))).toBe('Fair');
    expect(result(skill.adjust('Poor', 1))).toBe('Fair');
    expect(skill.adjust('Fair', 9)).toEqual({
      ok: true,
      value: 'Great',
      because: 'Great is the highest rung',
    });
    expect(skill.read('Fair')).toBe(0.5);
    expect(skill.settle('nonsense', { value: 3.9 })).toBe('Fair');
    expect(refusal(skill.set('Fair', 'Graet'))).toMatch(
      /^"Graet" is not a rung of this ladder: Poor .*Fair .*Great .*\(from the lowest to the highest\)/,
    );
  });

  test('PF9: a ladder shows its number, unless it means something to formulas only', () => {
    const skill = build('VAL_LADDER', { rungs });
    expect(['Poor', 'Great'].map((rung) => skill.view(rung))).toEqual(['Poor (-1)', 'Great (+4)']);
    expect(refusal(skill.set('Fair', 7))).toContain('Poor (-1), Fair (0.5), Great (4)');
    const armour = build('VAL_LADDER', { rungs, shows_value: false });
    expect(['Poor', 'Great'].map((rung) => armour.view(rung))).toEqual(['Poor', 'Great']);
    expect(armour.read('Great')).toBe(4);
    expect(refusal(armour.set('Fair', 7))).toContain('Poor, Fair, Great');
  });

  test('PF9: a die is set by its name and goes by steps', () => {
    const shooting = build('VAL_STEP_DIE', { default: 'd6' });
    expect(result(shooting.adjust('d6', 2))).toBe('d10');
    expect(shooting.adjust('d10', 5)).toEqual({ ok: true, value: 'd12', because: 'd12 is the largest die' });
    expect(result(shooting.set('d6', 'D8'))).toBe('d8');
    expect(result(shooting.set('d6', 12))).toBe('d12');
    expect(refusal(shooting.set('d6', 'd7'))).toContain('d4');
    expect(shooting.read('d8')).toBe(8);
    expect(build('VAL_STEP_DIE', { steps: ['d12', 'd12+1'] }).read('d12+1', 'bonus')).toBe(1);
  });
});

describe('lists', () => {
  const rope = { id: 'rope', name: 'Rope', qty: 1 };

  test('PF10: the founding shape works, and each item gets an id that stays', () => {
    const bag = build('CONT_LIST');
    const settled = bag.settle([{ name: 'Rope', qty: 2 }, { name: 'Rope' }, 'Torch']);
    expect(settled).toEqual([
      { id: 'rope', name: 'Rope', qty: 2 },
      { id: 'rope-2', name: 'Rope', qty: 1 },
      { id: 'torch', name: 'Torch', qty: 1 },
    ]);
    expect(bag.settle(['Torch', settled ?? []].flat() as Json)).toMatchObject([
      { id: 'torch-2' },
      { id: 'rope' },
      {},
      {},
    ]);
  });

  test('PF10: the same thing adds up, another of the name is another', () => {
    const bag = build('CONT_LIST', { item_shape: { note: 'text' } });
    expect(result(bag.add([rope], { name: 'rope', qty: 2 }))).toEqual([{ ...rope, qty: 3 }]);
    expect(result(bag.add([rope], { name: 'Rope', note: 'frayed' }, 'rope'))).toEqual([
      rope,
      { id: 'rope-2', name: 'Rope', qty: 1, note: 'frayed' },
    ]);
    expect(result(bag.remove([{ ...rope, qty: 3 }], 'Rope', 2))).toEqual([rope]);
    expect(refusal(bag.remove([rope], 'rope', 2))).toBe('There are only 1 of "Rope".');
    expect(refusal(bag.remove([rope], 'rop'))).toBe('"rop" is not in the list. The list has: Rope.');
  });

  test('PF10: an unknown member is refused, and the known ones are named', () => {
    const bag = build('CONT_LIST', { item_shape: { weight: { type: 'number', min: 0 } } });
    expect(refusal(bag.add([], { name: 'Rope', wieght: 3 }))).toMatch(/no "wieght".*weight/);
    expect(refusal(bag.add([], { name: 'Rope', weight: -3 }))).toBe('weight must be 0..…, not -3.');
    expect(refusal(bag.add([], { name: 'Rope', qty: 0.5 }))).toContain('whole number');
    expect(refusal(bag.add([], { qty: 1 }))).toBe('The item needs a name.');
  });

  test('PF10: one member of one item is set by its path, or several at once', () => {
    const exits = build('CONT_LIST', {
      counted: false,
      item_shape: { to: { type: 'ref', of: 'location' }, is_locked: { type: 'boolean', default: false } },
    });
    const mill = { id: 'mill', name: 'mill', to: 'location:mill', is_locked: false };
    expect(result(exits.add([], { to: 'mill' }, 'mill'))).toEqual([mill]);
    expect(result(exits.set([mill], true, 'mill.is_locked'))).toEqual([{ ...mill, is_locked: true }]);
    expect(result(exits.set([mill], { name: 'Mill', is_locked: 'yes' }, 'mill'))).toMatchObject([
      { id: 'mill', name: 'Mill', is_locked: true },
    ]);
    expect(exits.references([mill])).toEqual([{ to: 'location:mill', types: ['location'] }]);
    expect(refusal(exits.set([mill], 'npc:mira', 'mill.to'))).toContain('location:KEY');
  });

  test('PF11: what weighs more than there is room for is refused, with the room there is', () => {
    const pack = build('CONT_WEIGHTED', { capacity: 10, default_weight: 1 });
    const value = { items: [{ id: 'rope', name: 'Rope', qty: 2, weight: 3.5 }], capacity: 10 };
    expect(pack.read(value, 'room')).toBe(3);
    expect(refusal(pack.add(value, { name: 'Anvil', weight: 40 }))).toBe(
      'That weighs 40 more, and 3 of the capacity of 10 is left. Leave something behind.',
    );
    expect(result(pack.add(value, { name: 'Knife', qty: 3 }))).toMatchObject({ capacity: 10 });
    expect(refusal(pack.adjust(value, 1, 'rope.qty'))).toContain('3 of the capacity of 10');
  });

  test('PF11: what is there already may stay when less can be carried', () => {
    const pack = build('CONT_WEIGHTED');
    const value = pack.settle({ items: [{ name: 'Rope', qty: 2, weight: 3 }], capacity: 9 }, { max: 4 });
    expect(value).toEqual({ items: [{ id: 'rope', name: 'Rope', qty: 2, weight: 3 }], capacity: 4 });
    expect(result(pack.remove(value ?? null, 'rope', 1))).toMatchObject({ items: [{ qty: 1 }] });
    expect(refusal(pack.add(value ?? null, 'Pin'))).toContain('0 of the capacity of 4');
  });

  test('PF12: conditions end when their time has passed', () => {
    const conditions = build('CONT_CONDITIONS');
    const value =
      result(conditions.add([{ name: 'Blind', minutes: 15 }], { name: 'Dazed', rounds: 5 })) ?? null;
    expect(conditions.pass(value, 1)).toEqual({
      value: [{ id: 'blind', name: 'Blind', minutes: 14 }],
      ended: ['Dazed'],
    });
    expect(result(conditions.adjust(value, -2, 'rounds'))).toMatchObject([{ minutes: 15 }, { rounds: 3 }]);
    expect(conditions.pass([{ name: 'Prone' }], 10_000)?.ended).toEqual([]);
    expect(refusal(conditions.add([], { name: 'Dazed', rouns: 3 }))).toContain('rounds');
  });

  test('PF12: levels add up to their highest, and go down to nothing', () => {
    const conditions = build('CONT_CONDITIONS', {
      options: ['Exhausted', 'Prone'],
      levels: { Exhausted: 6 },
    });
    const once = result(conditions.add([], 'exhausted')) ?? null;
    expect(once).toEqual([{ id: 'exhausted', name: 'Exhausted', level: 1 }]);
    expect(result(conditions.add(once, { name: 'Exhausted', level: 9 }))).toMatchObject([{ level: 6 }]);
    expect(conditions.read(once, 'exhausted')).toBe(1);
    expect(conditions.read(once, 'prone')).toBe(0);
    expect(result(conditions.set(once, 3, 'exhausted'))).toMatchObject([{ level: 3 }]);
    expect(result(conditions.remove(once, 'Exhausted', 1))).toEqual([]);
    expect(refusal(conditions.add([], 'Porne'))).toMatch(/no condition here. Possible: Prone/);
  });
});

describe('words and references', () => {
  test('PF13: a reference is a key of an allowed type, or nothing', () => {
    const at = build('REF', { types: ['location'] });
    expect(result(at.set(null, 'mill'))).toBe('location:mill');
    expect(result(at.set('location:mill', null))).toBeNull();
    expect(refusal(at.set(null, 'npc:mira'))).toBe('"npc:mira" is not an entity: write location:KEY.');
    expect(at.references('location:mill')).toEqual([{ to: 'location:mill', types: ['location'] }]);
    expect(build('REF').settle('somewhere')).toBeNull();
  });

  test('PF14: a text keeps to its options, and is not cut behind anybody’s back', () => {
    const mode = build('VAL_TEXT', { options: ['open', 'done'] });
    expect(result(mode.set('open', ' DONE '))).toBe('done');
    expect(refusal(mode.set('open', 'dome'))).toMatch(/not one of the options: done/);
    expect(mode.settle('gone')).toBe('open');
    const short = build('VAL_TEXT', { max_length: 5 });
    expect(refusal(short.set('', 'too long'))).toBe(
      'The text has 8 characters; at most 5 are allowed. Shorten it.',
    );
    expect(short.settle('too long')).toBe('too l');
  });

  test('PF14: tags stand once, keep to their options, and have an end', () => {
    const traits = build('CONT_TAGS', { most: 2 });
    expect(traits.settle(['Brave', 'brave', 7, 'Odd'])).toEqual(['Brave', 'Odd']);
    expect(refusal(traits.add(['Brave', 'Odd'], 'Old'))).toContain('Remove one first');
    expect(result(traits.remove(['Brave', 'Odd'], 'ODD'))).toEqual(['Brave']);
  });
});
