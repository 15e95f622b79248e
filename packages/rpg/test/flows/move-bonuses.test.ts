// Tests bonuses to named moves, the move with which a system opens a game, and spells that rules describe only in words.

import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { Manifest } from '../../src/system/manifest.ts';
import type { System } from '../../src/system/system.ts';
import { playerId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { openStory } from '../support/play-story.ts';
import { findShipped } from '../support/shipped-system.ts';

function change(id: string, by: (manifest: Manifest) => void): System {
  const manifest = structuredClone(findShipped(id).manifest);
  by(manifest);
  const checked = checkManifest(manifest);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1));
  return checked.system;
}

function open(system: System, seed?: string) {
  const test = openTestGame({ system, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const read = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => Object(value)[name], draft.state.find(playerId)?.sheet);
  const replayed = () => {
    draft.commit(endTurn());
    return replay({ connection: test.connection, session: 'The Mill' });
  };
  return { draft, read, replayed, act: (name: string, wanted: object) => call(draft, name, wanted) };
}

const softSteps = { name: 'Soft steps', details: { move: 'sneak', bonus: 1 } };

describe('a bonus of a named move', () => {
  it('MV29: is added to that move alone, is told with its name, and those of others do not count', () => {
    const { act } = open(findShipped('starter'));
    act('item_add', { ...softSteps, list: 'features.talents' });
    act('item_add', { name: 'Cold blood', list: 'features.talents', details: { move: 'Sneak', bonus: -3 } });
    act('item_add', { name: 'Shield arm', list: 'features.talents', details: { effect: 'Takes a blow.' } });
    const sneaked = act('roll', { move: 'sneak' });
    expect(sneaked.rolls[0]?.rolled.expression).toBe('2d6+@attributes.grace-2');
    expect(sneaked.say).toMatch('+1 for Soft steps.\n-3 for Cold blood.');
    expect(act('roll', { move: 'risk' }).rolls[0]?.rolled.expression).not.toMatch(/[+-]\d$/);
    expect(act('roll', { formula: '2d6' }).rolls[0]?.rolled.expression).toBe('2d6');
  });

  it('MV29: one that helps once is gone with the move, and not with a roll that is refused', () => {
    const { act, draft } = open(findShipped('starter'));
    act('item_add', {
      name: 'A way in',
      list: 'features.talents',
      details: { move: 'steal', bonus: 2, once: true },
    });
    const talents = () => JSON.stringify(draft.state.find(playerId)?.sheet['features']);
    act('roll', { move: 'sneak' });
    expect(act('roll', { move: 'steal', formula: '2d6+@nothing' }).ok).toBe(false);
    expect(talents()).toContain('A way in');
    const stolen = act('roll', { move: 'steal' });
    expect(stolen.rolls[0]?.rolled.expression).toMatch(/\+2$/);
    expect(talents()).not.toContain('A way in');
    expect(act('roll', { move: 'steal' }).rolls[0]?.rolled.expression).not.toMatch(/\+2$/);
  });

  it('MV29: raises the number where a roll must not exceed it', () => {
    const system = change('percentile', ({ narrator, fields }) => {
      fields.push({
        path: 'features.knacks',
        label: 'Knacks',
        prefab: 'CONT_LIST',
        category: 'features',
        config: { counted: false, item_shape: { move: 'text', bonus: 'number' } },
      });
      Object.assign(narrator ?? {}, { bonuses: { lists: ['features.knacks'], on: 'target' } });
    });
    const { act } = open(system);
    const before = act('roll', { move: 'sneak' }).rolls[0]?.target ?? 0;
    act('item_add', { name: 'Quiet', list: 'features.knacks', details: { move: 'sneak', bonus: 15 } });
    expect(act('roll', { move: 'sneak' }).rolls[0]?.target).toBe(before + 15);
  });

  it('MV29: a list whose items cannot say move and bonus is refused with its place', () => {
    const say = (list: string) => {
      const manifest = structuredClone(findShipped('starter').manifest);
      Object.assign(manifest.narrator ?? {}, { bonuses: { lists: [list] } });
      const checked = checkManifest(manifest);
      return checked.ok ? [] : checked.problems.map(({ pointer }) => pointer);
    };
    expect(say('features.talents')).toEqual([]);
    for (const list of ['inventory.gear', 'resources.vigour', 'features.nothing'])
      expect(say(list), list).toEqual(['/narrator/bonuses/lists/0']);
  });
});

describe('words that win somebody over', () => {
  it.each([
    ['dnd5e', [18, 15, 13, 10, 10, 13]],
    ['fate', [4, 3, 2, 1, 1, 2]],
  ])('MV48: in %s the number to reach follows from how somebody stands to the player', (system, numbers) => {
    const { act } = open(findShipped(system));
    act('npc_create', { name: 'Bror' });
    const targets = ['hostile', 'wary', 'neutral', 'friendly', 'devoted'].map((value) => {
      act('set', { path: 'attitude', value, target: 'Bror' });
      return act('roll', { move: 'persuade', against: 'Bror', reason: value }).rolls[0]?.target;
    });
    expect([...targets, act('roll', { move: 'talk', reason: 'a crowd' }).rolls[0]?.target]).toEqual(numbers);
  });
});

it('MV52: in the fifth edition a request that fails by 5 or more costs a step of attitude, and no complication', () => {
  const { act } = open(findShipped('dnd5e'));
  act('npc_create', { name: 'Bror' });
  const seen = new Set<boolean>();
  for (let count = 0; count < 30; count += 1) {
    act('set', { path: 'attitude', value: 'friendly', target: 'Bror' });
    const { say, rolls, patches } = act('roll', {
      move: 'persuade',
      against: 'Bror',
      reason: `try ${count}`,
    });
    const { rolled, target = 0, outcome } = rolls[0] ?? {};
    if (outcome?.id !== 'failure' || rolled === undefined) continue;
    const isFar = rolled.total <= target - 5;
    seen.add(isFar);
    expect(patches.some(({ path }) => path === 'attitude')).toBe(isFar);
    expect([rolls.length, say.includes('Complication')]).toEqual([1, false]);
  }
  expect(seen.size).toBe(2);
});

describe('how a game opens', () => {
  it('MV30: is a move of the rules, made once by code, with all that follows', () => {
    const manifest = structuredClone(findShipped('blades-style').manifest);
    Object.assign(manifest.narrator ?? {}, { opening: { check: 'engagement' } });
    const checked = checkManifest(manifest);
    if (!checked.ok) throw new Error('an opening is a move like others');
    const positions = new Set<unknown>();
    for (let seed = 0; seed < 12; seed += 1) {
      const story = openStory({ system: checked.system, scenario: 'the-unkept-lamp', seed: `s${seed}` });
      const sheet = story.game.state.find(playerId)?.sheet;
      positions.add((sheet?.['status'] as { position: unknown } | undefined)?.position);
      story.close();
    }
    expect(positions.size).toBe(3);
  });

  it('NA38: a game of position and effect opens risky; effect counts for one roll, and harm is taken off its list', () => {
    const { act, read } = open(findShipped('blades-style'));
    expect(read('status.position')).toBe('risky');
    act('npc_create', { name: 'Grum' });
    act('set', { path: 'status.effect', value: 'great' });
    act('roll', { move: 'attack', against: 'Grum' });
    expect(read('status.effect')).toBe('standard');
    act('item_add', { name: 'torn shoulder', list: 'harm.moderate' });
    const resisted = act('roll', { check: 'resist_body' });
    expect(resisted.say).toMatch(/Resist with body/);
    const off = act('item_remove', { item: 'torn shoulder' });
    expect([off.ok, read('harm.moderate')]).toEqual([true, []]);
  });

  it.each([
    [1, '1d6'],
    [0, '2d6kl1'],
    [-2, '2d6kl1'],
  ])(
    'NA38: %i extra dice, for help, a push or a bargain, count in any action, and for one roll',
    (extra, dice) => {
      const { act, read } = open(findShipped('blades-style'));
      act('set', { path: 'actions.sneak', value: 0 });
      act('set', { path: 'status.extra_dice', value: extra });
      expect(act('roll', { move: 'sneak' }).rolls[0]?.rolled.resolved).toBe(dice);
      expect(read('status.extra_dice')).toBe(0);
    },
  );

  it('NA38: a consequence is resisted if the player says so: stress is marked, and the harm is a level lower', () => {
    const seen = new Set<number>();
    for (let seed = 0; seen.size < 3; seed += 1) {
      const { act, read } = open(findShipped('blades-style'), `b${seed}`);
      const position = 1 + (seed % 3);
      act('npc_create', { name: 'Grum' });
      act('set', { path: 'status.position', value: position });
      const hurt = act('roll', { move: 'attack', against: 'Grum' });
      if (hurt.rolls.at(0)?.outcome?.id !== 'bad') continue;
      seen.add(position);
      const harm = () => ['lesser', 'moderate'].map((level) => Object(read(`harm.${level}`)).length);
      expect([hurt.rolls.length, ...harm()]).toEqual([1, Number(position === 2), Number(position === 3)]);
      expect(hurt.say).toContain('This may be resisted');
      const { rolls } = act('roll', { spend: 'resist' });
      expect(rolls.map(({ check }) => check)).toEqual(['fight', 'resist_body']);
      const [first, cost = ''] = rolls.map(({ outcome }) => outcome?.id);
      expect(first).toBe('resisted');
      const stress = Math.max(0, ['six', 'five', 'four', 'three', 'two', 'one'].indexOf(cost));
      expect(act('state_query', { path: 'resources.stress.filled' }).say).toMatch(String(stress));
      expect(harm()).toEqual([Number(position === 3), 0]);
      expect(act('roll', { spend: 'resist' }).ok).toBe(false);
    }
  });

  it('NA38: a failure in a controlled position only worsens it, a success has no price and keeps it, and an hour ends it', () => {
    const prices = Object.values(findShipped('blades-style').manifest.narrator?.intents ?? {})
      .flatMap((intent) => intent?.outcomes?.['partial'] ?? [])
      .filter(({ mark }) => mark === 'resources.stress');
    expect(prices.length).toBeGreaterThan(5);
    expect(prices.filter((price) => price.if !== 'status.position > 1')).toEqual([]);
    const seen = new Map<string, unknown>();
    for (let seed = 0; seen.size < 3; seed += 1) {
      const { act, read } = open(findShipped('blades-style'), `c${seed}`);
      act('set', { path: 'actions.sneak', value: 2 });
      act('set', { path: 'status.position', value: 1 });
      const tried = act('roll', { move: 'sneak' });
      const id = tried.rolls[0]?.outcome?.id ?? '';
      if (id === 'critical') continue;
      expect(tried.say).not.toMatch(/Alarm|stress/u);
      seen.set(id, read('status.position'));
      act('time_advance', { minutes: 90 });
      expect(read('status.position')).toBe('risky');
    }
    expect(Object.fromEntries(seen)).toEqual({
      bad: 'risky',
      full: 'controlled',
      partial: 'controlled',
    });
  });

  it.each(['talk', 'persuade', 'threaten'])(
    'NA38: a %s that fails costs no goodwill from a controlled position, and some from a risky one',
    (move) => {
      const seen = new Map<number, boolean>();
      for (let seed = 0; seen.size < 2; seed += 1) {
        const { act, read } = open(findShipped('blades-style'), `t${seed}`);
        const position = 1 + (seed % 2);
        act('npc_create', { name: 'Grum' });
        act('set', { path: 'status.position', value: position });
        const { say, rolls } = act('roll', { move, against: 'Grum' });
        if (rolls[0]?.outcome?.id !== 'bad') continue;
        seen.set(position, /attitude/iu.test(say));
        if (position === 1) expect(read('status.position')).toBe('risky');
      }
      expect([seen.get(1), seen.get(2)]).toEqual([false, true]);
    },
  );

  it('NA38: an ally who strikes rolls with their tier for the clock of a foe, and is told what else anybody can roll', () => {
    const { act, draft, replayed } = open(findShipped('blades-style'));
    act('npc_create', { name: 'Ottoline', values: { 'combat.threat': 'dangerous' } });
    act('npc_create', { name: 'Marsden', values: { 'combat.threat': 'dangerous' } });
    act('mode_set', { mode: 'combat', opponents: ['Marsden'] });
    const struck = ['the bag', 'the bag again', 'her saw'].map((reason) =>
      act('roll', { move: 'attack', who: 'Ottoline', against: 'Marsden', reason }),
    );
    expect(struck.map(({ rolls }) => rolls[0]?.rolled.resolved)).toEqual(['2d6', '2d6', '2d6']);
    const ticks = struck.map(({ rolls }) => 1 + (rolls[0]?.outcome?.degree ?? -1));
    expect(Object(draft.state.find('npc:marsden')?.sheet['combat']).defeat.filled).toBe(
      ticks.reduce((sum, one) => sum + one, 0),
    );
    const set = act('roll', { move: 'use', who: 'Ottoline', against: 'player', reason: 'set the shoulder' });
    expect([set.ok, set.say]).toEqual([
      false,
      expect.stringMatching(/^npc:ottoline cannot roll use: .*Anybody can roll fortune/u),
    ]);
    const fortune = { check: 'fortune', formula: '2d6kh1', who: 'Ottoline' };
    expect(act('roll', fortune).ok).toBe(true);
    expect(replayed().divergence).toBeUndefined();
  });

  it('NA38: a vice is rolled with the lowest attribute and clears stress; lesser harm lowers effect; hours end danger', () => {
    const { act, read } = open(findShipped('blades-style'));
    const dots = { learn: 1, watch: 1, handle: 1, sneak: 1, order: 1 };
    for (const [action, value] of Object.entries(dots)) act('set', { path: `actions.${action}`, value });
    act('set', { path: 'resources.stress', value: 6 });
    const [vice] = act('roll', { check: 'Indulging a vice' }).rolls;
    expect(vice?.rolled.resolved).toBe('1d6');
    const filled = () => Number(/\d+/.exec(act('state_query', { path: 'resources.stress.filled' }).say)?.[0]);
    expect(filled()).toBe(6 - Number(vice?.rolled.total));
    act('set', { path: 'resources.stress', value: 0 });
    expect(act('roll', { check: 'vice' }).rolls[0]?.outcome).toMatchObject({ id: 'overindulged', degree: 0 });
    expect(act('state_query', { path: 'combat.effect' }).say).toContain('2');
    act('item_add', { name: 'bruised', list: 'harm.lesser' });
    expect(act('state_query', { path: 'combat.effect' }).say).toContain('1');
    act('set', { path: 'status.position', value: 3 });
    act('time_advance', { minutes: 90 });
    expect(read('status.position')).toBe('risky');
  });

  it('MV30: a move that cannot be made is refused with its place, and a system without one opens as it did', () => {
    const manifest = structuredClone(findShipped('starter').manifest);
    Object.assign(manifest.narrator ?? {}, {
      opening: { check: 'dere', always: [{ set: 'nothing', to: 1 }] },
    });
    const checked = checkManifest(manifest);
    expect(checked.ok ? [] : checked.problems.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/narrator/opening/always/0/set',
      '/narrator/opening/check',
    ]);
    const { act } = open(findShipped('starter'));
    expect(act('roll', { move: 'opening' }).say).toMatch('There is no move "opening"');
  });
});

describe('what is on a list and the rules only tell of', () => {
  it('MV26: a spell of which the rules only tell is cast for its slot, and what it does is left to single calls', () => {
    const { act, read, replayed } = open(findShipped('dnd5e'));
    act('set', { path: 'identity.class', value: 'Wizard' });
    act('set', { path: 'progression.level', value: 5 });
    act('npc_create', { name: 'Grum', like: 'ogre' });
    for (const name of ['Suggestion', 'Wall of fire', 'Message'])
      act('item_add', { name, list: 'features.spells' });
    act('item_add', { name: 'Nine rings', list: 'features.spells' });
    const slots = () => [1, 2, 3, 4].map((level) => read(`resources.slots_${level}.current`));
    const [first, second, ...rest] = slots();
    const held = act('roll', { move: 'cast', as: 'suggestion', against: 'Grum' });
    expect(held.ok, held.say).toBe(true);
    expect(held.say).toMatch(
      /slots_2[\s\S]*\nSuggestion is used\. By the rules: A wisdom save, or follows one.* Nothing of that is done yet: /,
    );
    expect(slots()).toEqual([first, Number(second) - 1, ...rest]);
    // There is no slot of the fourth level, and a cantrip needs none.
    const refused = 'No spell slot of its level is left. A higher one is paid by single calls.';
    const wall = act('roll', { move: 'cast', as: 'Wall of fire', against: 'Grum' });
    expect(wall).toMatchObject({ ok: false, patches: [], say: refused });
    expect(act('roll', { move: 'cast', as: 'message' }).ok).toBe(true);
    const own = act('roll', { move: 'cast', as: 'Nine rings' });
    expect(own.say).toMatch(
      /^Nine rings is used\. No level is noted for it in features\.spells, .* do not say what it does\./,
    );
    expect(slots()).toEqual([first, Number(second) - 1, ...rest]);
    // A sheet may have the bare name of a spell: its level is that of the rules.
    act('set', { path: 'features.spells', value: ['Web', 'Wall of fire', 'Fear'] });
    expect(Object(read('features.spells'))[0]).not.toHaveProperty('level');
    const bare = act('roll', { move: 'cast', as: 'web', against: 'Grum' });
    expect(bare.say).not.toContain('is noted for it');
    expect(slots()).toEqual([first, Number(second) - 2, ...rest]);
    // A pact slot is of the highest level that a warlock knows, and pays for no spell above that.
    act('set', { path: 'identity.class', value: 'Warlock' });
    const pact = () => Number(read('resources.pact_slots.current'));
    const had = pact();
    expect(
      act('roll', { move: 'cast', as: 'wall of fire', against: 'Grum', reason: 'a wall' }),
    ).toMatchObject({
      ok: false,
      say: refused,
    });
    expect(act('roll', { move: 'cast', as: 'fear', against: 'Grum' }).ok).toBe(true);
    expect([had > 0, had - pact()]).toEqual([true, 1]);
    expect(replayed().divergence).toBeUndefined();
  });
});
