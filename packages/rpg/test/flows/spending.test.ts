// Tests spending after a roll: one action undoes the effects of the roll and judges it anew.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { TurnDraft } from '../../src/state/game.ts';
import type { Manifest } from '../../src/system/manifest.ts';
import type { System } from '../../src/system/system.ts';
import { renderRules } from '../../src/turn/context/render-rules.ts';
import { type EntityId, playerId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { findShipped } from '../support/shipped-system.ts';

function change(system: System, by: (manifest: Manifest) => void) {
  const manifest = structuredClone(system.manifest);
  by(manifest);
  return checkManifest(manifest);
}

function requireSystem(checked: ReturnType<typeof checkManifest>): System {
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1));
  return checked.system;
}

type Spends = NonNullable<NonNullable<Manifest['narrator']>['spends']>;

/** The starter system with a price in ember for each way of changing a roll. */
function buildBurning(): System {
  const burn = (id: string, more: Partial<Spends[number]>): Spends[number] => ({
    id,
    label: `Burn: ${id}`,
    cost: [{ lose: 'resources.ember.current', amount: 1 }],
    does: 'reroll',
    ...more,
  });
  return requireSystem(
    change(findShipped('starter'), (manifest) => {
      // Without thresholds, a full track of lessons stays full.
      Object.assign(manifest.fields.find(({ path }) => path === 'progression.lessons') ?? {}, {
        thresholds: [],
      });
      Object.assign(manifest.narrator ?? {}, {
        spends: [
          burn('again', {}),
          burn('better', { keep: 'better' }),
          burn('more', { does: 'add', amount: 20 }),
          burn('less', { does: 'subtract', amount: 20 }),
          burn('level', { does: 'total', amount: 'resources.ember.current + 7' }),
          burn('won', { does: 'outcome', outcome: 'strong', on: 'failure', checks: ['strike'] }),
          burn('marked', { does: 'add', amount: 20, cost: [{ mark: 'progression.lessons' }] }),
          burn('counted', { does: 'add', cost: [{ lose: 'resources.ember.current' }] }),
        ],
      });
    }),
  );
}

const burning = buildBurning();

function open(seed = 'mill', system = burning) {
  const test = openTestGame({ system, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  act('set', { path: 'resources.ember.current', value: 5 });
  act('npc_create', { name: 'Hound', type: 'creature' });
  const read = (id: EntityId) => draft.state.find(id)?.sheet;
  const strike = () => act('roll', { move: 'attack', against: 'Hound' });
  return { ...test, draft, act, read, strike };
}

function readFaces(
  roll:
    | {
        readonly rolled: {
          readonly groups: readonly { readonly dice: readonly { readonly face: number }[] }[];
        };
      }
    | undefined,
) {
  return roll?.rolled.groups.flatMap(({ dice }) => dice.map(({ face }) => face));
}

describe('what is paid after a roll', () => {
  it('MV34: the same dice with more are judged anew: what came of them is taken back, and what comes now is done', () => {
    const { act, read, strike } = open(findHit());
    const before = [read('creature:hound'), read(playerId)];
    const first = strike();
    const spent = act('roll', { spend: 'less' });
    expect(spent.ok, spent.say).toBe(true);
    expect(spent.say).toMatch(
      /^Burn: less: ".*" is taken back, and the roll is judged again\.\n.*ember\.current: 5 → 4/,
    );
    expect(readFaces(spent.rolls[0])).toEqual(readFaces(first.rolls[0]));
    expect(spent.rolls[0]).toMatchObject({
      spent: 'Burn: less',
      again: { index: 0 },
      outcome: { id: 'miss' },
    });
    // A miss does the foe no harm, whatever the first roll did.
    expect(read('creature:hound')).toEqual(before[0]);
    const once = act('roll', { spend: 'more' });
    expect(once).toMatchObject({ ok: false, patches: [] });
    expect(once.say).toContain('was judged again already');
  });

  it('MV34: further words say with what it is paid, such as an aspect, and are kept with the price', () => {
    const { act, strike } = open();
    strike();
    const spent = act('roll', { spend: 'Burn: more They still salute me' });
    expect(spent.ok, spent.say).toBe(true);
    expect(spent.patches.map(({ because }) => because)).toContain('Burn: more (They still salute me)');
    expect(act('roll', { spend: 'salute' }).say).toContain('There is no "salute" to spend');
  });

  it('MV34: an added number, another total and a taken outcome are judged by the check', () => {
    for (const [spend, id] of [
      ['more', 'strong'],
      ['won', 'strong'],
    ] as const) {
      const seed = findSeed((one) => (one.rolls[0]?.outcome?.degree ?? 0) === -1);
      const { act, strike, read } = open(seed);
      strike();
      const spent = act('roll', { spend });
      expect(spent.ok, spent.say).toBe(true);
      expect(spent.rolls[0]?.outcome?.id).toBe(id);
      expect(read('creature:hound')).not.toMatchObject({ resources: { vigour: { current: 5 } } });
    }
    const { act, strike } = open();
    strike();
    // The new total is computed from the ember that was there before the price was paid.
    expect(act('roll', { spend: 'level' }).rolls[0]?.rolled.total).toBe(12);
    const counted = open();
    counted.strike();
    expect(counted.act('roll', { spend: 'counted' }).say).toContain('needs points');
    expect(counted.act('roll', { spend: 'counted', points: 3 }).say).toContain('ember.current: 5 → 2');
  });

  it('MV34: a reroll has dice of its own, and the better one stays where the rules say so', () => {
    const seeds = Array.from({ length: 12 }, (_, index) => `again-${index}`);
    const degrees = seeds.map((seed) => {
      const [again, better] = ['again', 'better'].map((spend) => {
        const { act, strike } = open(seed);
        const first = strike();
        const spent = act('roll', { spend });
        expect(spent.ok, spent.say).toBe(true);
        return [
          first.rolls[0]?.outcome?.degree ?? 0,
          spent.rolls[0]?.outcome?.degree ?? 0,
          spent.rolls[0]?.rolled.total,
        ];
      });
      expect(better?.[1]).toBe(Math.max(...[again?.[0], again?.[1]].map(Number)));
      return again?.[1];
    });
    expect(new Set(degrees).size).toBeGreaterThan(1);
  });

  it('MV34: in a blow of a foe the player pays for the roll that resists it, and never for the blow', () => {
    const test = openTestGame({ system: findShipped('fate'), seed: 'm3' });
    onTestFinished(test.close);
    const draft = test.game.start('I wait.');
    const act = (name: string, wanted: object) => call(draft, name, wanted);
    act('npc_create', { name: 'Hound', type: 'creature' });
    const [own, blow] = act('roll', { move: 'foe_attack', who: 'Hound', against: 'player' }).rolls;
    const paid = act('roll', { spend: 'invoke' });
    expect(paid.ok, paid.say).toBe(true);
    const [again, struck] = paid.rolls;
    expect([again?.who, again?.rolled.total, again?.spent]).toEqual([
      playerId,
      (own?.rolled.total ?? 0) + 2,
      'Invoke an aspect',
    ]);
    expect([struck?.rolled.total, struck?.target, struck?.spent]).toEqual([
      blow?.rolled.total,
      again?.rolled.total,
      undefined,
    ]);
    expect(act('roll', { spend: 'invoke' })).toMatchObject({ ok: false });
    draft.commit(endTurn());
    expect(replay({ connection: test.connection, session: 'The Mill' }).divergence).toBeUndefined();
  });

  it('MV34: of two blows in one action, the dodge that failed last is paid for, and the other dice stay', () => {
    const seen = new Set<number>();
    for (let count = 0; count < 400 && seen.size < 2; count += 1) {
      const test = openTestGame({ system: findShipped('percentile'), seed: `two ${count}` });
      const draft = test.game.start('I wait.');
      const act = (name: string, wanted: object) => call(draft, name, wanted);
      act('set', { path: 'skills.dodge', value: 50 });
      act('set', { path: 'resources.luck.current', value: 99 });
      act('npc_create', { name: 'Brute', type: 'creature', values: { 'combat.attacks': 2 } });
      const blow = act('roll', { move: 'attack', who: 'Brute', versus: 90, against: 'player' });
      const before = blow.rolls.filter(({ check }) => check !== undefined);
      const dodges = before.filter(({ who, check }) => who === playerId && check === 'dodge');
      const failed = dodges.findLastIndex(({ outcome }) => outcome?.id === 'failure');
      if (dodges.length === 2 && failed !== -1) {
        const points = (dodges[failed]?.rolled.total ?? 0) - 25;
        const paid = act('roll', { spend: 'luck', points });
        expect(paid.ok, paid.say).toBe(true);
        const after = paid.rolls.filter(({ check }) => check !== undefined);
        const own = after.filter(({ who, check }) => who === playerId && check === 'dodge');
        expect(own.map(({ spent }) => spent !== undefined)).toEqual([failed === 0, failed === 1]);
        expect(after.slice(0, before.length).map(readFaces)).toEqual(before.map(readFaces));
        expect(act('roll', { spend: 'luck', points: 1 }).say).toContain('was judged again already');
        draft.commit(endTurn());
        const replayed = replay({ connection: test.connection, session: 'The Mill' });
        expect(replayed.divergence).toBeUndefined();
        seen.add(failed);
      }
      test.close();
    }
    expect(seen.size).toBe(2);
  });

  it('MV34: a flight that failed is turned though blows have fallen since, and only its own blow is taken back', () => {
    let isSeen = false;
    for (let count = 0; count < 300 && !isSeen; count += 1) {
      const { act, draft, connection, read } = open(`flight ${count}`, findShipped('percentile'));
      const hp = () => Object(read(playerId)?.['resources']).hp.current as number;
      act('set', { path: 'skills.dodge', value: 5 });
      act('set', { path: 'resources.luck.current', value: 99 });
      act('mode_set', { mode: 'combat', opponents: ['Hound'] });
      const begun = hp();
      const flight = act('roll', { move: 'flee', against: 'Hound', reason: 'a reaction' });
      const own = begun - hp();
      act('roll', { move: 'attack', who: 'Hound', against: 'player', reason: 'a reaction' });
      const both = begun - hp();
      if (own < 1 || both <= own || hp() < 1) continue;
      isSeen = true;
      const points = (flight.rolls[0]?.rolled.total ?? 0) - 5;
      const paid = act('roll', { spend: 'luck', points });
      expect([paid.ok, begun - hp(), Object(draft.state.find('scene:now')?.sheet)['mode']], paid.say).toEqual(
        [true, both - own, 'exploration'],
      );
      draft.commit(endTurn());
      expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    }
    expect(isSeen).toBe(true);
  });

  it('MV34: the order of turns that a blow of a foe began is no roll that is paid for', () => {
    const ordered = requireSystem(
      change(burning, ({ narrator }) => {
        Object.assign(narrator ?? {}, { order: { by: '1d20' } });
        Object.assign(narrator?.opponents?.attack ?? {}, { always: [{ mode: 'combat' }] });
      }),
    );
    const { act } = open('mill', ordered);
    const blow = act('roll', { move: 'foe_attack', who: 'Hound', against: 'player' });
    expect(blow.rolls.map(({ who, reason }) => [who, reason])).toContainEqual([playerId, 'order of turns']);
    expect(act('roll', { spend: 'more' }).say).toMatch('there is none in this turn');
  });

  it('MV34: it is refused without a roll, without the price, after another change, and where the rules do not have it', () => {
    const { act, strike } = open();
    expect(act('roll', { spend: 'more' }).say).toContain('there is none in this turn or the one before');
    strike();
    expect(act('roll', { spend: 'nothing' }).say).toMatch(/^There is no "nothing" to spend\. There is: /);
    act('set', { path: 'resources.ember.current', value: 0 });
    expect(act('roll', { spend: 'more' })).toMatchObject({ ok: false, patches: [] });
    act('set', { path: 'resources.ember.current', value: 2 });
    expect(act('roll', { spend: 'won' }).ok).toBe(false);
    // A mark on a full track is no payment.
    const full = open(findHit());
    full.act('set', { path: 'progression.lessons', value: 5 });
    full.strike();
    expect(full.act('roll', { spend: 'marked' })).toMatchObject({
      ok: false,
      patches: [],
      say: expect.stringMatching(/^There is not enough to pay with: /),
    });
    const plain = open('mill', findShipped('starter'));
    plain.strike();
    expect(plain.act('roll', { spend: 'more' }).say).toMatch(
      /^In these rules, nothing can be paid after a roll\. .* push myself, ember, /,
    );
  });

  it('MV34: a price goes to the newest roll that it can turn, and is refused where it can turn none', () => {
    const { act, read, draft, game, connection } = open('mill', findShipped('percentile'));
    act('set', { path: 'resources.luck.current', value: 60 });
    const luck = () => Object(read(playerId)?.['resources']).luck.current;
    const rolled = (total: number) =>
      act('roll', { check: 'skill_roll', formula: `${total}`, versus: 40 }).rolls[0];
    expect(rolled(45)?.outcome?.id).toBe('failure');
    expect(rolled(75)?.outcome?.id).toBe('failure');
    expect(rolled(30)?.outcome?.degree).toBeGreaterThan(0);
    const inVain = act('roll', { spend: 'luck', points: 2 });
    expect([inVain.ok, inVain.say, luck()]).toEqual([
      false,
      'That would not help: 73 against 40 is "Failure" all the same. Pay more, or let the roll stand.',
      60,
    ]);
    // A model cannot say which roll is meant: what it copied from an earlier call is left out.
    const judges = { turn: draft.number, index: 1 };
    expect(act('roll', { spend: 'luck', points: 2, judges })).toMatchObject({ ok: false, say: inVain.say });
    expect(act('roll', { spend: 'luck', points: 10 }).rolls[0]?.rolled.total).toBe(35);
    // Whoever pays outside the story pays by the same rule.
    const asked = { id: '', name: 'roll', arguments: JSON.stringify({ spend: 'luck', points: 3 }) };
    expect(draft.execute(asked, 'player')).toMatchObject({ ok: false, patches: [] });
    draft.commit(endTurn());
    const next = game.start('I try my luck.');
    expect(call(next, 'roll', { check: 'skill_roll', formula: '20', versus: 40 }).ok).toBe(true);
    expect(call(next, 'roll', { spend: 'luck', points: 40 }).rolls[0]?.rolled.total).toBe(35);
    expect(call(next, 'roll', { spend: 'luck', points: 1 }).ok).toBe(false);
    next.commit(endTurn());
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    const best = open('mill', findShipped('dnd5e'));
    best.act('set', { path: 'progression.inspiration', value: true });
    best.act('roll', { check: 'saving_throw', formula: '20', versus: 10 });
    expect(best.act('roll', { spend: 'inspiration' })).toMatchObject({
      ok: false,
      say: 'That would not help: "Success" is the best outcome already. Let the roll stand.',
    });
    const missed = best.act('roll', { check: 'attack_roll', versus: 30 }).rolls[0];
    // A condition that has given disadvantage since then does not affect the roll that is judged again.
    best.act('condition_add', { condition: 'Poisoned' });
    const again = best.act('roll', { spend: 'inspiration' }).rolls[0];
    expect(again).toMatchObject({
      spent: 'Heroic inspiration',
      rolled: { expression: missed?.rolled.expression },
    });
    expect(best.act('roll', { check: 'attack_roll', versus: 30 }).rolls[0]?.rolled.expression).not.toBe(
      missed?.rolled.expression,
    );
  });

  it('MV34: the roll of the turn before may still be paid for, as long as nothing has touched what it brought', () => {
    const { strike, draft, game, connection } = open(findHit());
    const first = strike();
    draft.commit(endTurn());
    const next = game.start('I burn it.');
    const spent = call(next, 'roll', { spend: 'less' });
    expect(spent.ok, spent.say).toBe(true);
    expect(readFaces(spent.rolls[0])).toEqual(readFaces(first.rolls[0]));
    next.commit(endTurn());
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    const { stateHash } = game.head;
    game.undo();
    game.redo();
    expect(game.head.stateHash).toBe(stateHash);
    const third = game.start('I wait.');
    third.commit(endTurn());
    const late = game.start('I burn it late.');
    expect(call(late, 'roll', { spend: 'more' })).toMatchObject({ ok: false });
    late.delete();
  });

  it('MV34, TU47: the next telling learns what a roll that the player paid for comes to now', async () => {
    const { strike, draft, game } = open(findHit());
    strike();
    draft.commit(endTurn());
    const aside = game.start('/spend less', { isAside: true });
    const given = JSON.stringify({ spend: 'less' });
    aside.execute({ id: '', name: 'roll', arguments: given }, 'player');
    aside.commit({ ...endTurn(), narrative: '' });
    const { model } = await playScript([{ text: 'It snaps at the air.' }], { game, words: 'I go on.' });
    expect(model.requests[0]?.messages.at(-1)?.content).toMatch(
      /<beside>\nBurn: less: the roll "attack" is judged again and comes to "[^"]+"\. What it brought before is taken back; tell what it brings now\.\n/,
    );
  });

  it('MV34: whatever is rolled, paid and changed in any order, sheets stay at rest and the game replays', () => {
    const step = fc.constantFrom(
      'strike',
      'again',
      'better',
      'more',
      'less',
      'level',
      'won',
      'hurt',
      'commit',
    );
    const play = (draft: TurnDraft, one: string) => {
      if (one === 'strike') return call(draft, 'roll', { move: 'attack', against: 'Hound' });
      if (one === 'hurt')
        return call(draft, 'adjust', { path: 'vigour.current', delta: -1, target: 'Hound' });
      return call(draft, 'roll', { spend: one });
    };
    const order = fc.array(step, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 99 }), (steps, at) => {
        const { draft: first, game, connection } = open(`any-${at}`);
        let draft = first;
        for (const one of [...steps, 'commit']) {
          if (one !== 'commit') play(draft, one);
          else {
            draft.commit(endTurn());
            draft = game.start('I go on.');
          }
        }
        draft.delete();
        expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
      }),
      { numRuns: readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 200 : 15 },
    );
  });
});

describe('what may be paid in a system', () => {
  it('MV35, MV53: in Fate a free invocation is counted with the roll that gives it, and is spent before a fate point', () => {
    const { act, read } = open('mill', findShipped('fate'));
    const combat = () => Object(read(playerId)?.['combat']);
    const count = () => [combat().free_invocations, Object(read(playerId)?.['resources']).fate_points];
    act('set', { path: 'resources.fate_points', value: 2 });
    const made = (versus: number) => act('roll', { check: 'create_advantage', versus }).rolls[0]?.outcome?.id;
    expect([made(-20), count()[0], made(20), count()[0]]).toEqual(['style', 2, 'failure', 2]);
    const looked = act('roll', { move: 'look', versus: -20 });
    expect([looked.rolls.length, count()[0]]).toEqual([1, 4]);
    act('set', { path: 'combat.free_invocations', value: 1 });
    act('roll', { move: 'risk', versus: -20 });
    expect([combat().boost, combat().boosts, ...count()]).toEqual(['On a roll', 1, 1, 2]);
    const reach = act('roll', { check: 'overcome', versus: 20 }).rolls[0]?.rolled.total ?? 0;
    const inVain = act('roll', { spend: 'invoke On a roll' });
    expect(inVain.say).toMatch(/^That would not help: -?\d+ against 20 is "Failure" all the same\./);
    expect([inVain.ok, inVain.patches, combat().boosts, ...count()]).toEqual([false, [], 1, 1, 2]);
    act('roll', { check: 'overcome', formula: String(reach), versus: reach + 1 });
    expect(act('roll', { spend: 'invoke' }).ok).toBe(true);
    expect([combat().boost, combat().boosts, ...count()]).toEqual(['', 0, 1, 2]);
    for (const left of [
      [0, 2],
      [0, 1],
    ]) {
      act('roll', { check: 'overcome', versus: 20 });
      expect(act('roll', { spend: 'invoke_reroll' }).ok).toBe(true);
      expect(count()).toEqual(left);
    }
    // Fleeing ends the scene, and so gives no boost; a good lie gives one.
    act('mode_set', { mode: 'combat', opponents: ['Mira'] });
    const fled = act('roll', { move: 'flee', versus: -20 });
    expect([fled.ok, fled.patches.filter(({ path }) => path.startsWith('combat.boost'))]).toEqual([true, []]);
    act('roll', { move: 'talk', as: 'lie', against: 'Mira', versus: -20 });
    expect([combat().boost, combat().boosts, count()[0]]).toEqual(['Taken in', 1, 0]);
    // A boost is gone with the scene: when the fight is over, or the place is left.
    for (const [tool, given] of [
      ['mode_set', { mode: 'exploration' }],
      ['move', { destination: 'Yard' }],
    ] as const) {
      act('mode_set', { mode: 'combat', opponents: ['Mira'] });
      act('roll', { move: 'risk', versus: -20 });
      expect([combat().boost, combat().boosts]).toEqual(['On a roll', 1]);
      act(tool, given);
      expect([combat().boost, combat().boosts]).toEqual(['', 0]);
    }
    expect(act('roll', { spend: 'invocation of luck' }).ok).toBe(false);
  });

  it('MV35: each free invocation stands with its aspect, and whoever names an aspect or a boost spends its own', () => {
    const { act, read, draft } = open('mill', findShipped('fate'));
    const count = () => {
      const sheet = read(playerId);
      const [{ boosts, free_invocations: free }, { fate_points: points }] = [
        Object(sheet?.['combat']),
        Object(sheet?.['resources']),
      ];
      const items = Object(draft.state.find('scene:now')?.sheet['aspects']).situation as { free?: number }[];
      return [boosts, free, ...items.map((one) => one.free ?? 0), points];
    };
    const aspect = (name: string, list = 'aspects.situation') =>
      act('item_add', { name, list, target: 'scene:now' });
    const invoke = (spend: string) => {
      act('roll', { check: 'overcome', formula: '1', versus: 2, reason: spend });
      return act('roll', { spend }).ok;
    };
    act('set', { path: 'resources.fate_points', value: 2 });
    act('roll', { check: 'create_advantage', formula: '9', versus: 2 });
    expect(aspect('Dust in his eyes').say).toContain('free: 0 → 2');
    act('roll', { check: 'create_advantage', formula: '3', versus: 2 });
    // The list is known by the end of its path, too.
    aspect('A shaky ladder', 'situation');
    act('roll', { move: 'risk', formula: '9', versus: 2 });
    expect(count()).toEqual([1, 3, 2, 1, 2]);
    expect([invoke('invoke "a shaky ladder"'), count()]).toEqual([true, [1, 2, 2, 0, 2]]);
    // No free invocation of this aspect is left; those of the other aspect stay with it.
    expect([invoke('invoke A shaky ladder'), count()]).toEqual([true, [1, 2, 2, 0, 1]]);
    expect([invoke('invoke Something I forgot'), count()]).toEqual([true, [1, 2, 2, 0, 0]]);
    expect([invoke('invoke Nothing to pay with'), count()]).toEqual([false, [1, 2, 2, 0, 0]]);
    expect([invoke('invoke On a roll'), count()]).toEqual([true, [0, 2, 2, 0, 0]]);
    expect([invoke('invoke'), count()]).toEqual([true, [0, 1, 1, 0, 0]]);
    // Free invocations made of an aspect that is there already belong to it, and go when it is removed.
    act('roll', { check: 'create_advantage', formula: '3', versus: 2 });
    expect([aspect('A shaky ladder').ok, count()]).toEqual([true, [0, 2, 1, 1, 0]]);
    act('item_remove', { item: 'Dust in his eyes', list: 'aspects.situation', target: 'scene:now' });
    expect(count()).toEqual([0, 1, 1, 0]);
  });

  it('MV35: what is paid is data: fate points, inspiration, luck and tokens, told to a model among the rules', () => {
    expect(renderRules(findShipped('fate'), 4_000)).toContain(
      `The player's newest roll that the price can turn is judged again by roll {"spend":"invoke"} (Invoke an aspect) or roll {"spend":"invoke_reroll"} (Invoke an aspect to roll again), only where the player wants it.`,
    );
    const fate = open('mill', findShipped('fate'));
    fate.act('set', { path: 'resources.fate_points', value: 1 });
    const first = fate.act('roll', { check: 'overcome', formula: '1', versus: 2 });
    const invoked = fate.act('roll', { spend: 'invoke an aspect' });
    expect(invoked.rolls[0]?.rolled.total).toBe((first.rolls[0]?.rolled.total ?? 0) + 2);
    expect(invoked.say).toContain('resources.fate_points: 1 → 0');
    fate.act('set', { path: 'resources.fate_points', value: 1 });
    fate.act('set', { path: 'combat.free_invocations', value: 1 });
    fate.act('set', { path: 'aspects.high_concept', value: 'Knows every door' });
    fate.act('roll', { check: 'overcome', formula: '1', versus: 2 });
    const named = fate.act('roll', { spend: 'invoke "Knows every door"' });
    expect(named.say).toContain('resources.fate_points: 1 → 0');
    expect(named.say).not.toContain('free_invocations');
    fate.act('set', { path: 'combat.free_invocations', value: 0 });
    fate.act('roll', { check: 'overcome' });
    expect(fate.act('roll', { spend: 'invoke' }).say).toBe(
      'There is neither a free invocation nor a fate point left.',
    );
    for (const [system, given] of [
      ['percentile', 'luck'],
      ['dnd5e', 'inspiration'],
      ['step-dice', 'token'],
    ] as const) {
      expect(renderRules(findShipped(system), 9_000)).toContain(`{"spend":"${given}"`);
    }
  });

  it('MV35: a manifest that pays for what does not exist is refused with each place', () => {
    const checked = change(findShipped('starter'), (manifest) => {
      Object.assign(manifest.narrator ?? {}, {
        spends: [
          { id: 'a', label: 'A', does: 'outcome', outcome: 'nowhere', checks: ['none'] },
          {
            id: 'b',
            label: 'B',
            does: 'total',
            keep: 'better',
            needs: 'no.path > 0',
            cost: [{ lose: 'no.path' }],
          },
        ],
      });
    });
    const places = checked.ok ? [] : checked.problems.map(({ pointer }) => pointer);
    expect(places).toEqual(
      expect.arrayContaining([
        '/narrator/spends/0/outcome',
        '/narrator/spends/0/checks/0',
        '/narrator/spends/1',
        '/narrator/spends/1/keep',
        '/narrator/spends/1/needs',
        '/narrator/spends/1/cost/0/lose',
      ]),
    );
  });
});

/** A seed with which the first blow is no miss. */
function findHit(): string {
  return findSeed(({ rolls: [roll] }) => (roll?.outcome?.degree ?? -1) >= 0);
}

/** A seed with which the first blow has the wanted result. */
function findSeed(isWanted: (acted: ReturnType<typeof call>) => boolean): string {
  const seeds = Array.from({ length: 60 }, (_, index) => `seed-${index}`);
  const found = seeds.find((seed) => {
    const { strike, draft } = open(seed);
    const wanted = isWanted(strike());
    draft.delete();
    return wanted;
  });
  return found ?? 'none';
}
