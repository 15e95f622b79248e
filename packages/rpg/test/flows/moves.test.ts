// Tests moves: one call carries out all that the rules say about the outcome, for a model and the built-in narrator alike.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import { listOwnVerbs } from '../../src/narrator/own-verbs.ts';
import { readIntent } from '../../src/narrator/read-intent.ts';
import type { Manifest } from '../../src/system/manifest.ts';
import type { System } from '../../src/system/system.ts';
import { playerId, sceneId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { findShipped, shippedSystems } from '../support/shipped-system.ts';

function changeStarter(change: (manifest: Manifest) => void): System {
  const manifest = structuredClone(findShipped('starter').manifest);
  change(manifest);
  const checked = checkManifest(manifest);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1));
  return checked.system;
}

function open(system: System = findShipped('starter'), seed = 'mill') {
  const test = openTestGame({ system, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  const read = (id: string, path: string) =>
    path
      .split('.')
      .reduce<unknown>(
        (value, name) => (value as Record<string, unknown> | undefined)?.[name],
        draft.state.find(id as never)?.sheet,
      );
  return { ...test, draft, act, read };
}

/** Plays in fresh games until the outcome comes up, since the dice follow from the seed. */
function playUntil(system: System, wanted: object, outcome: string) {
  for (let seed = 0; seed < 200; seed += 1) {
    const test = open(system, `seed-${seed}`);
    const acted = test.act('roll', wanted);
    if (acted.rolls.find(({ move }) => move !== undefined && move !== 'foe_attack')?.outcome?.id === outcome)
      return { ...test, acted };
  }
  throw new Error(`No seed gives ${outcome}.`);
}

const strike = { move: 'attack', against: 'Mira', reason: 'a blow' };

describe('who rolls, and against whom', () => {
  it('MV41: a roll names the value from which the rules read the number to reach', () => {
    const { act } = open(findShipped('percentile'));
    const readPaths = (wanted: object) => act('roll', wanted).rolls.map(({ targetPath }) => targetPath);
    expect(readPaths({ move: 'sneak' })).toEqual(['skills.stealth']);
    expect(readPaths({ move: 'sneak', versus: 40 })).toEqual([undefined]);
    expect(readPaths({ check: 'skill_roll', versus: '@skills.track' })).toEqual(['skills.track']);
    expect(readPaths({ check: 'skill_roll', versus: 40 })).toEqual([undefined]);
  });

  it('MV41: a roll says what was set for it beforehand, as it was when the dice fell', () => {
    const { act } = open(findShipped('blades-style'));
    act('set', { path: 'status.position', value: 'desperate' });
    const readStakes = (wanted: object) => act('roll', wanted).rolls[0]?.stakes;
    expect(readStakes({ move: 'persuade' })).toEqual([
      { path: 'status.position', says: 'desperate' },
      { path: 'status.effect', says: 'standard' },
    ]);
    expect(readStakes({ check: 'resist_body' })).toBeUndefined();
  });

  it('MV1: an answer says whose roll it was and against whom, and the roll is recorded with both', () => {
    const { act } = open();
    const acted = act('roll', { move: 'persuade', against: 'mira' });
    expect(acted.say).toMatch(/^Ada, Sway against npc:mira: 2d6/);
    expect(acted.rolls[0]).toMatchObject({
      who: playerId,
      against: 'npc:mira',
      move: 'persuade',
      check: 'sway',
    });
    const theirs = act('roll', { formula: '1d6', who: 'Mira', against: 'player' });
    expect(theirs.say).toMatch(/^npc:mira against character:player: 1d6/);
    expect(act('roll', { formula: '1d6', against: 'Nobody' }).say).toMatch('There is no "Nobody"');
  });

  it("MV2: another's defence is read by code, and so is what a formula reads of whoever the roll is against", () => {
    const { act } = open(findShipped('dnd5e'));
    act('npc_create', { name: 'Guard', values: { 'combat.armour': 'plate', 'combat.shield': true } });
    const struck = act('roll', { move: 'attack', against: 'Guard' });
    expect(struck.rolls[0]).toMatchObject({ who: playerId, against: 'npc:guard', target: 20 });
    expect(act('roll', { check: 'attack_roll', against: 'Guard' }).rolls[0]).toMatchObject({ target: 20 });
    expect(
      act('roll', { formula: '1d20', versus: 'against.combat.ac', against: 'Guard' }).rolls,
    ).toMatchObject([{ target: 20 }]);
    expect(act('roll', { formula: '1d1+@against.combat.ac', against: 'Guard' }).rolls[0]?.rolled.total).toBe(
      21,
    );
    expect(act('roll', { formula: '1d20+@against.combat.ac' }).say).toMatch('say against whom');
    const back = act('roll', { move: 'attack', who: 'Guard', against: 'player' });
    expect(back.rolls[0]).toMatchObject({ who: 'npc:guard', against: playerId, move: 'foe_attack' });
  });

  it('MV3: values that a check is given come in as with, from numbers or the sheet, and others are refused', () => {
    const system = changeStarter(({ checks = [] }) => {
      checks.push({
        id: 'burn',
        label: 'Burn',
        dice: '1d1+@stat+@adds',
        given: { stat: 'the attribute that fits', adds: { say: 'what helps', default: 0 } },
        outcomes: [{ id: 'done', label: 'Done', when: 'total >= 3 + adds', degree: 1 }],
      });
    });
    const { act } = open(system);
    act('set', { path: 'attributes.wits', value: 2 });
    const rolled = act('roll', { check: 'burn', with: { stat: 'attributes.wits' } });
    expect(rolled.rolls[0]).toMatchObject({ rolled: { total: 3 }, outcome: { id: 'done' } });
    expect(act('roll', { check: 'burn', with: { stat: 1, adds: 4 } }).rolls[0]?.rolled.total).toBe(6);
    expect(act('roll', { check: 'burn', with: { luck: 1 } }).say).toBe(
      'The check burn takes no "luck" in `with`: it is given stat, adds.',
    );
    expect(act('roll', { check: 'burn', with: { stat: 'nonsense' } }).say).toMatch('"nonsense" is neither');
    expect(act('roll', { check: 'burn' }).ok).toBe(false);
  });
});

it('MV3: the example of the guide is rolled with what it is given, and as a move', () => {
  const guide = readFileSync(new URL('../../../../docs/writing-systems.md', import.meta.url), 'utf8');
  const [example = '', hints = ''] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text ?? '');
  const checked = checkManifest({ ...JSON.parse(example), ...JSON.parse(`{${hints}}`) });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const { act } = open(checked.system);
  const given = act('roll', { check: 'try', with: { trait: 3 } });
  expect(given.rolls[0]).toMatchObject({ check: 'try', rolled: { resolved: '2d6+3' } });
  expect(act('roll', { move: 'risk' }).rolls[0]?.outcome).toBeDefined();
});

describe('what follows from a roll', () => {
  it('MV4: what the rules say of an outcome is done with the roll, in the same call, and told with its cause', () => {
    const { acted, read } = playUntil(findShipped('starter'), strike, 'strong');
    expect(read('npc:mira', 'resources.vigour.current')).toBe(0);
    expect(read(playerId, 'resources.ember.current')).toBe(3);
    expect(read(sceneId, 'mode')).toBe('combat');
    expect(acted.say).toMatch(/Strong hit.*npc:mira resources.vigour.current: 2 → 0.*ember.current: 2 → 3/s);
    const because = acted.patches.map((patch) => patch.because);
    expect(because.some((one) => one === 'Strong hit (attack)')).toBe(true);
  });

  it('MV4: what a move needs and costs is asked for and paid before the dice, and a refusal changes nothing', () => {
    const { act, read } = open();
    act('set', { path: 'resources.ember.current', value: 1 });
    const refused = act('roll', { move: 'attack', as: 'push', against: 'Mira' });
    expect(refused).toMatchObject({
      ok: false,
      say: 'You do not have 2 ember left to spend.',
      rolls: [],
      patches: [],
    });
    act('set', { path: 'resources.ember.current', value: 4 });
    const burnt = act('roll', { move: 'attack', as: 'push', against: 'Mira' });
    expect(burnt.rolls[0]?.rolled.expression).toBe('2d6+@attributes.brawn+2');
    expect(burnt.patches[0]).toMatchObject({ path: 'resources.ember', because: 'attack' });
    expect(read(playerId, 'resources.ember.current')).toBeLessThan(4);
    expect(act('roll', { move: 'attack', as: 'dancing' }).say).toBe(
      'attack can be made as: bow, push myself; or leave out `as`.',
    );
    expect(act('roll', { move: 'atack' }).say).toMatch('Nearest: attack');
  });

  it('MV4: a blow with a weapon that the sheet can hold says how it is taken up, and is made once it is', () => {
    const { act } = open(findShipped('dnd5e'));
    act('item_add', { name: 'Dagger' });
    const blow = { move: 'attack', as: 'dagger', against: 'Mira' };
    const refused = act('roll', blow);
    expect([refused.ok, refused.say]).toEqual([
      false,
      expect.stringContaining('call set {"path":"combat.weapon","value":"dagger"}, then attack again'),
    ]);
    expect(act('set', { path: 'combat.weapon', value: 'dagger' }).ok).toBe(true);
    expect(act('roll', blow).rolls.map(({ move }) => move)).toContain('attack');
  });

  it('MV5: a check that names its move brings all that follows along; without one it is dice alone', () => {
    const { acted, read } = playUntil(findShipped('starter'), { check: 'strike', against: 'Mira' }, 'strong');
    expect(acted.rolls[0]).toMatchObject({ check: 'strike', move: 'attack' });
    expect(read('npc:mira', 'resources.vigour.current')).toBe(0);
    const plain = changeStarter(({ checks = [] }) => {
      for (const check of checks) delete check.move;
    });
    const bare = open(plain).act('roll', { check: 'strike', against: 'Mira' });
    expect(bare.patches).toEqual([]);
  });

  it('MV6: a blow in return lands in the same call, from whoever still stands, and nobody strikes back at that', () => {
    const { acted, read } = playUntil(findShipped('starter'), strike, 'miss');
    expect(acted.say).toMatch(/npc:mira strikes back\..*resources.vigour.current: 6 → 5/s);
    expect(read(playerId, 'resources.vigour.current')).toBe(5);
    const cause = acted.patches.find(({ path }) => path === 'resources.vigour')?.because;
    expect(cause).toMatch('the blow of Mira');
    expect(acted.say.match(/strikes back/g)).toHaveLength(1);
  });

  it('MV7: what is to be chosen is offered as calls that are ready to be made, and each of them is taken', () => {
    const { act, read } = open();
    for (let count = 0; count < 4; count += 1) act('mark', { path: 'progression.lessons' });
    const { say, choices } = act('mark', { path: 'progression.lessons' });
    expect(read(playerId, 'progression.lessons')).not.toContain(true);
    expect(read(playerId, 'progression.advances')).toBe(1);
    expect(say).toMatch(
      'Choose one, by what the player wants, and make its calls:\n1. Raise brawn by 1: adjust {',
    );
    expect(choices).toHaveLength(1);
    for (const { calls } of choices[0]?.options ?? []) {
      for (const one of calls) expect(act(one.name, JSON.parse(one.arguments)).ok, one.arguments).toBe(true);
    }
    expect(read(playerId, 'attributes')).toMatchObject({ brawn: 1, grace: 1, wits: 1, heart: 1 });
  });

  it('MV8: a threshold does what the rules say when it is crossed, once for each crossing', () => {
    const { act, read } = open(findShipped('blades-style'));
    act('mark', { path: 'resources.stress', count: 8 });
    const crossed = act('mark', { path: 'resources.stress' });
    expect(crossed.say).toMatch(/Stress is full.*resources.stress.*The trauma: cold: item_add/s);
    expect(read(playerId, 'resources.stress')).not.toContain(true);
    expect(act('mark', { path: 'resources.stress' }).choices).toEqual([]);
    // Two thresholds that cross each other again and again: the answer says what was left out.
    const endless = open(
      changeStarter(({ fields }) => {
        const threshold = (when: string, to: number) => ({
          when,
          say: `Now: ${when}.`,
          does: [{ set: 'resources.supply.current', to }],
        });
        const supply = fields.find(({ path }) => path === 'resources.supply');
        Object.assign(supply ?? {}, {
          thresholds: [threshold('current <= 0', 5), threshold('current >= 5', 0)],
        });
      }),
    );
    expect(endless.act('set', { path: 'resources.supply.current', value: 0 }).say).toMatch(
      /\(1 more threshold was crossed: an action has the effects of at most 12\. Do what is left by single calls\.\)/,
    );
  });

  it('MV46: in Position and Effect somebody unhurt helps others, but has no harm of their own to treat', () => {
    const { act, read } = open(findShipped('blades-style'));
    act('mark', { path: 'combat.defeat', count: 3, target: 'Mira' });
    expect(act('roll', { move: 'help' })).toMatchObject({
      ok: false,
      say: 'You have no harm that could heal.',
    });
    const degrees = new Set<boolean>();
    for (let count = 0; count < 40 && degrees.size < 2; count += 1) {
      const before = Object(read('npc:mira', 'combat.defeat')).filled;
      const helped = act('roll', { move: 'help', against: 'Mira', reason: `help ${count}` });
      expect(helped.ok, helped.say).toBe(true);
      const isBetter = (helped.rolls[0]?.outcome?.degree ?? -1) >= 0;
      const isLess = Object(read('npc:mira', 'combat.defeat')).filled < before;
      expect(isLess).toBe(isBetter && before > 0);
      if (before > 0) degrees.add(isBetter);
      act('mark', { path: 'combat.defeat', count: 2, target: 'Mira' });
    }
    expect(degrees.size).toBe(2);
  });

  it('MV9: who goes down by the measure of the rules is told, and what befalls them is done', () => {
    const system = changeStarter(({ narrator }) => {
      Object.assign(narrator?.opponents ?? {}, { fallen: [{ gone: true }] });
    });
    const { act, read } = open(system);
    const beaten = act('adjust', { path: 'resources.vigour.current', delta: -9, target: 'Mira' });
    expect(beaten.say).toMatch('! npc:mira is beaten.');
    expect(read('npc:mira', 'is_gone')).toBe(true);
    const down = act('adjust', { path: 'resources.vigour.current', delta: -9 });
    expect(down.say).toMatch(
      '! The player\'s character is down. You fall, and the light goes with you. Next: roll {"move":"down"}',
    );
    expect(act('roll', { move: 'down' }).rolls[0]).toMatchObject({ check: 'last_light', move: 'down' });
  });

  it('MV10: a rest does what the rules say of it, and the passing of time brings what it brings', () => {
    const system = changeStarter(({ narrator }) => {
      Object.assign(narrator ?? {}, {
        upkeep: [{ every: 1440, effects: [{ lose: 'resources.supply.current', amount: 1 }] }],
      });
    });
    const { act, read } = open(system);
    act('adjust', { path: 'resources.vigour.current', delta: -3 });
    const rested = act('time_advance', { rest: 'long' });
    expect(rested.say).toMatch(/^8 h pass.*vigour.current: 3 → 5.*supply.current: 4 → 3/s);
    act('time_advance', { minutes: 3 * 1440 });
    expect(read(playerId, 'resources.supply.current')).toBe(0);
  });

  it('MV10: a rest spends and throws a hit die only where something is to be healed', () => {
    const { act, read } = open(findShipped('dnd5e'));
    expect(act('time_advance', { rest: 'short' }).rolls).toEqual([]);
    expect(read(playerId, 'resources.hit_dice.current')).toBe(1);
    act('adjust', { path: 'resources.hp.current', delta: -3 });
    expect(act('time_advance', { rest: 'short' }).rolls).toHaveLength(1);
    expect(read(playerId, 'resources.hit_dice.current')).toBe(0);
  });

  it('MV10: on a rest as many dice are spent as are asked for, and no more than help', () => {
    const { act, read } = open(findShipped('dnd5e'));
    act('set', { path: 'progression.level', value: 9 });
    const dice = () => read(playerId, 'resources.hit_dice.current');
    act('set', { path: 'resources.hp.current', value: 20, reason: 'a fall' });
    const one = act('time_advance', { rest: 'short' });
    expect([one.rolls.length, dice(), one.say]).toEqual([
      1,
      8,
      expect.stringContaining('`dice` spends more'),
    ]);
    act('set', { path: 'resources.hp.current', value: 1, reason: 'a fall' });
    expect([act('time_advance', { rest: 'short', dice: 2 }).rolls.length, dice()]).toEqual([2, 6]);
    act('set', { path: 'resources.hp.current', value: 58, reason: 'healed' });
    const more = act('time_advance', { rest: 'short', dice: 6 });
    expect(more.rolls.length).toBeLessThan(6);
    expect(more.say).toContain(`${more.rolls.length} of 6 were spent.`);
    expect(act('time_advance', { rest: 'long', dice: 1 }).say).toContain('No dice are spent on this rest.');
  });

  it('MV11: any moves, tables and rests in any order leave sheets at rest and a log that replays', () => {
    const someone = fc.constantFrom(undefined, 'player', 'Mira', 'Nobody', 'Old Mill');
    const moves = [
      'attack',
      'sneak',
      'persuade',
      'search',
      'cast',
      'flee',
      'help',
      'risk',
      'down',
      'first_sight',
      'x',
    ];
    const anyCall = fc.oneof(
      fc.record({
        name: fc.constant('roll'),
        given: fc.record(
          {
            move: fc.constantFrom(...moves),
            as: fc.constantFrom('push', 'bow', 'fate', 'missile'),
            who: someone,
            against: someone,
          },
          { requiredKeys: ['move'] },
        ),
      }),
      fc.record({
        name: fc.constant('oracle'),
        given: fc.record({ odds: fc.constantFrom('likely', 'even', 'unlikely') }),
      }),
      fc.record({
        name: fc.constant('time_advance'),
        given: fc.record({ rest: fc.constantFrom('short', 'long') }),
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedSystems),
        fc.array(anyCall, { maxLength: 12 }),
        (system, calls) => {
          const test = openTestGame({ system });
          const draft = test.game.start('I try.');
          for (const { name, given } of calls) {
            const { ok, patches, rolls, faults } = call(draft, name, given);
            expect(faults).toEqual([]);
            if (!ok) expect([...patches, ...rolls]).toEqual([]);
          }
          draft.commit(endTurn());
          expect(replay({ connection: test.connection, session: 'The Mill' }).divergence).toBeUndefined();
          test.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the oracle and the rules', () => {
  it('MV12: a question is answered by the table for its odds, and a table is rolled on by its id or its name', () => {
    const { act } = open();
    const asked = act('oracle', { question: 'Is the door watched?', odds: 'likely' });
    expect(asked.say).toMatch(/^Is the door watched\? Yes or no, when yes is likely \(\d\): (?:Yes|No)/);
    expect(asked.rolls[0]).toMatchObject({ table: 'ask_likely', rolled: { expression: '2d6kh1' } });
    expect(act('oracle', { table: 'Complications' }).rolls[0]).toMatchObject({ table: 'complication' });
    expect(act('oracle', { table: 'weather' }).say).toMatch('There is no table "weather". There are: ');
    const bare = changeStarter((manifest) => {
      delete manifest.oracles;
      delete manifest.narrator;
      for (const check of manifest.checks ?? []) delete check.move;
    });
    expect(open(bare).act('oracle', { question: 'Is it?' }).rolls).toMatchObject([{ table: 'yes_or_no' }]);
    expect(open(bare).act('oracle', { question: 'Is it?' }).say).toMatch(/^Is it\? \(\d\) (?:Yes|No)/);
  });

  it('MV13: where something is hidden, a search rolls for no random find besides', () => {
    const { act } = open(findShipped('dnd5e'));
    act('move', { destination: 'Yard' });
    const search = () => act('roll', { move: 'search', versus: 1 }).rolls.map(({ table }) => table);
    expect(search()).toEqual([undefined, 'find']);
    act('notebook', { of: 'Yard', kind: 'holds', text: 'A map under the stone.' });
    expect(search()).toEqual([undefined]);
  });

  it('MV13: a row may send on to another table, in a circle too', () => {
    const system = changeStarter(({ oracles = [] }) => {
      oracles.push({
        id: 'first',
        label: 'First',
        dice: '1d1',
        rows: [{ from: 1, to: 1, say: 'on', table: 'second' }],
      });
      oracles.push({
        id: 'second',
        label: 'Second',
        dice: '1d1',
        rows: [{ from: 1, to: 1, say: 'back', table: 'first' }],
      });
    });
    const { say, rolls } = open(system).act('oracle', { table: 'first' });
    expect(say).toBe('First (1): on → Second (1): back → First (1): on → Second (1): back');
    expect(rolls).toHaveLength(4);
  });

  it("MV14: the system's own rules, procedures, checks and fields are found by their words", () => {
    const { act } = open(findShipped('dnd5e'));
    expect(act('lore_search', { query: 'concentration on a spell' }).say).toMatch(/^rule:concentration: /);
    expect(act('lore_search', { query: 'grapple', kind: 'rule' }).say).toMatch('rule:grapple: ');
    expect(act('lore_search', { query: 'grapple', kind: 'fact' }).say).toBe(
      'Nothing was found: no rule, person, place or note is about that.',
    );
  });
});

describe('what a system brings as data', () => {
  it('MV16: somebody is made like a foe of the rules, or like an opponent of a threat', () => {
    const { act, read } = open(findShipped('dnd5e'));
    const made = act('npc_create', { name: 'Snik', like: 'goblin', attitude: 'hostile' });
    expect(made.ok, made.say).toBe(true);
    expect(read('creature:snik', 'resources.hp')).toMatchObject({ current: 7, max: 7 });
    expect(read('creature:snik', 'combat')).toMatchObject({
      ac: 15,
      attack: 4,
      damage_dice: 1,
      damage_faces: 6,
    });
    expect(read('creature:snik', 'progression.xp')).toBe(50);
    act('npc_create', { name: 'Grum', like: 'Ogre' });
    expect(read('creature:grum', 'resources.hp.max')).toBe(59);
    expect(act('npc_create', { name: 'Brute', like: 'dangerous' }).ok).toBe(true);
    expect(act('npc_create', { name: 'X', like: 'gobln' }).say).toMatch(
      /There is no foe "gobln"\. Nearest: Goblin/,
    );
    expect(act('lore_search', { query: 'goblin', kind: 'rule' }).say).toMatch('foe:goblin');
  });

  it('MV16: somebody new without numbers is the foe of the rules that they are called, and nobody else', () => {
    const { act, read } = open(findShipped('dnd5e'));
    const make = (wanted: object) => {
      const { say } = act('npc_create', wanted);
      const id = say.split(' ', 1)[0] ?? '';
      return [read(id, 'resources.hp.current'), /The sheet is that of "(.*)"/.exec(say)?.[1]];
    };
    expect(make({ name: 'Sly Wenna', about: 'Bandit with a light crossbow, quick to laugh.' })).toEqual([
      11,
      'Bandit',
    ]);
    expect(make({ name: 'Odd', about: 'A scarred bandit captain.' })[1]).toBe('Bandit Captain');
    expect(make({ name: 'Penhallow', about: 'The reeve of the village' })[1]).toBe('Guard');
    expect(make({ name: 'Grey wolf', type: 'creature' })[1]).toBe('Wolf');
    expect(make({ name: 'Hugo Wolf', about: 'A broad, tired widower. Robbed by a bandit.' })).toEqual([
      4,
      undefined,
    ]);
    expect(make({ name: 'Parsnip', type: 'creature', about: 'A mule.' })[1]).toBeUndefined();
    for (const [about, kind] of [
      ['A goat herder', undefined],
      ['The guard’s widow', undefined],
      ['A man in the shadow', undefined],
      ['A tired man with a guard', undefined],
      ['A goat', undefined],
      ['A miller, once a bandit', undefined],
      ['A tall, scarred bandit', 'Bandit'],
      ['She is a goblin who limps', 'Goblin'],
      ['The captain of the guard at Haven', 'Veteran'],
      ['The widow of the captain of the guard', undefined],
    ])
      expect([about, make({ name: `Who is “${about}”`, about: String(about) })[1]]).toEqual([about, kind]);
    const strong = { 'resources.hit_dice': 9 };
    expect(make({ name: 'Rook', about: 'A bandit.', values: strong })[1]).toBeUndefined();
    expect(
      open(findShipped('starter')).act('npc_create', { name: 'Rat', about: 'A bandit.' }).say,
    ).not.toContain('sheet is');
  });

  it('MV16: every shipped foe settles without a fault and stands', () => {
    const system = findShipped('dnd5e');
    const { act, read } = open(system);
    const { foes = [] } = system.manifest;
    expect(foes.length).toBeGreaterThan(150);
    for (const { id } of foes) {
      const { say, faults, ok } = act('npc_create', { name: `One ${id}`, like: id });
      expect(ok && faults.length === 0, `${id}: ${say}`).toBe(true);
      expect(
        Number(read(`creature:one-${id.replaceAll('_', '-')}`, 'resources.hp.current')),
        id,
      ).toBeGreaterThan(0);
    }
  });

  it('TO5: who is made like a foe of the rules is whole, without a word of bounds that nobody gave', () => {
    const { act, read } = open(findShipped('fate'));
    const made = act('npc_create', { name: 'Baptiste', like: 'standard' });
    expect(made.say).not.toMatch('not possible');
    expect(read('npc:baptiste', 'combat.resolve.current')).toBe(3);
    const given = { 'combat.resolve.current': 999 };
    expect(act('npc_create', { name: 'Luz', like: 'standard', values: given }).say).toMatch('999 is not');
  });

  it('TO21: of a kind with a long name there may be many, and each gets a name of its own', () => {
    const { act, draft } = open();
    const long = 'a'.repeat(80);
    for (let count = 0; count < 14; count += 1) {
      const made = act('npc_create', { name: long, type: 'creature' });
      expect(made.ok, made.say).toBe(true);
    }
    const names = draft.state.list('creature').map(({ sheet }) => sheet['name']);
    expect(new Set(names).size).toBe(14);
  });

  it('MV17: words of the system mean an intent beside the usual ones', () => {
    const system = changeStarter(({ narrator }) => {
      Object.assign(narrator?.intents?.attack ?? {}, { words: ['unmake', 'call down'] });
    });
    const own = listOwnVerbs(system.manifest);
    expect(readIntent('I unmake Hob', own).kind).toBe('attack');
    expect(readIntent('I call down fire', own).kind).toBe('attack');
    expect(readIntent('I unmake Hob').kind).not.toBe('attack');
  });
});

it.each(shippedSystems.map((system) => [system.id, system] as const))(
  'NA99: in %s words win somebody over until they are friendly, and no further',
  (_id, system) => {
    const { act, read } = open(system);
    const seen = new Set<unknown>();
    for (let count = 0; count < 30; count += 1) {
      act('set', { path: 'attitude', value: count % 2 === 0 ? 'neutral' : 'friendly', target: 'Mira' });
      act('roll', { move: 'persuade', against: 'Mira' });
      seen.add(read('npc:mira', 'attitude'));
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(seen).toContain('friendly');
    expect(seen).not.toContain('devoted');
  },
);
