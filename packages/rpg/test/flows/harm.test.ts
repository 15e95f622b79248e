// Tests damage by one die (its face, armour, what exceeds the points), and what damage leads to in the shipped systems.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { Acted } from '../../src/state/game.ts';
import type { System } from '../../src/system/system.ts';
import { listOutdated } from '../../src/tools/moves/apply-thresholds.ts';
import { describeDown } from '../../src/tools/slips/refuse-deed-when-down.ts';
import { renderNow } from '../../src/turn/context/render-now.ts';
import { type EntityId, playerId } from '../../src/values/entity.ts';
import { revealSecrets } from '../../src/values/hidden-text.ts';
import { call, openTestGame } from '../support/open-test-game.ts';
import { findShipped } from '../support/shipped-system.ts';

const blow = (who: string) => ({
  lose: 'resources.hp.current',
  amount: 'total',
  less: 'combat.armour',
  over: 'abilities.str.current',
  who,
  if_over: [
    {
      who,
      further: { check: 'strength', outcomes: { failure: [{ condition: 'critical damage' }] } },
    },
  ],
  if_exact: [{ oracle: 'scars', row: 'lost', who }],
});

const scars = [1, 2, 3, 4, 5, 6].map((at) => ({ from: at, to: at, say: `Scar ${at}.` }));

function buildManifest(change: (narrator: Record<string, unknown>) => void = () => undefined) {
  const text = readFileSync(new URL('../support/cairn.json', import.meta.url), 'utf8');
  const manifest = JSON.parse(text);
  const { fields } = manifest;
  const pick = (path: string) => fields.find((field: { path: string }) => field.path === path);
  const weapon = {
    path: 'combat.weapon',
    label: 'Weapon',
    prefab: 'VAL_STEP_DIE',
    category: 'combat',
    config: { default: 'd6' },
  };
  const armour = { ...pick('combat.armour_bonus'), path: 'combat.armour' };
  const hp = { path: 'resources.hp', label: 'Hit protection', prefab: 'RES_POOL', category: 'resources' };
  fields.push(weapon);
  manifest.entities = { creature: { fields: [hp, pick('abilities.str'), armour, weapon] } };
  const lands = [{ id: 'lands', label: 'It lands', when: 'true', degree: 1 }];
  manifest.checks.push(
    { id: 'blow', label: 'Blow', dice: '1d@combat.weapon', outcomes: lands },
    {
      id: 'strength',
      label: 'Strength save',
      dice: '1d20',
      target: 'abilities.str.current',
      outcomes: [
        { id: 'success', label: 'Saved', when: 'total <= target', degree: 1 },
        { id: 'failure', label: 'Not saved', when: 'true', degree: -1 },
      ],
    },
  );
  manifest.oracles = [{ id: 'scars', label: 'Scars', dice: '1d6', rows: scars }];
  manifest.narrator = {
    intents: {
      attack: {
        check: 'blow',
        outcomes: { lands: [blow('opponent')] },
        variants: [{ words: ['enhanced'], dice: '1d12' }],
      },
    },
    opponents: {
      type: 'creature',
      attack: { check: 'blow', outcomes: { lands: [blow('player')] } },
      down_when: 'abilities.str.current <= 0',
    },
  };
  change(manifest.narrator);
  return checkManifest(manifest);
}

function buildSystem(): System {
  const checked = buildManifest();
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1));
  return checked.system;
}

const system = buildSystem();

function open(seed: string, troll: object, rules = system) {
  const test = openTestGame({ system: rules, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  const made = act('npc_create', { name: 'Troll', type: 'creature', values: troll });
  expect(made.ok).toBe(true);
  const read = (id: string, path: string): number =>
    Number(
      path
        .split('.')
        .reduce<unknown>(
          (value, name) => (value as Record<string, unknown> | undefined)?.[name],
          draft.state.find(id as never)?.sheet,
        ),
    );
  return { act, read };
}

/**
 * Expects a save if the harm exceeds the hit points, and a scar if it takes exactly all of them; after the blow nothing
 * else is rolled.
 */
function expectFollowing({ rolls, say }: Acted, { harm, hp }: { harm: number; hp: number }): void {
  const saves = rolls.slice(1).map(({ who, check }) => `${who} ${check}`);
  expect(saves).toEqual(harm > hp ? ['creature:troll strength'] : []);
  expect(/Scar \d/.exec(say)?.[0]).toBe(harm === hp ? `Scar ${harm}` : undefined);
}

const strike = { move: 'attack', against: 'Troll' };

describe('one die that is the harm', () => {
  it('MV40: what the die shows, less the armour, is what is lost, and what goes beyond is taken from the next', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (seed, armour, hp, isEnhanced) => {
          const { act, read } = open(`seed-${seed}`, {
            'resources.hp': hp,
            'combat.armour': armour,
            'abilities.str.current': 10,
          });
          const troll = 'creature:troll';
          const before = read(troll, 'abilities.str.current');
          const struck = act('roll', { ...strike, ...(isEnhanced && { as: 'enhanced' }) });
          const shown = struck.rolls[0]?.rolled.total ?? 0;
          const harm = Math.max(0, shown - armour);
          expect(read(troll, 'resources.hp.current')).toBe(Math.max(0, hp - harm));
          expect(before - read(troll, 'abilities.str.current')).toBe(Math.max(0, harm - hp));
          expectFollowing(struck, { harm, hp });
          const less =
            armour === 0 ? undefined : [{ who: troll, of: shown, less: armour, path: 'combat.armour' }];
          expect(struck.rolls[0]?.lessened).toEqual(less);
          if (armour * harm > 0) expect(struck.patches[0]?.because).toContain(`${shown} less ${armour}`);
        },
      ),
      { numRuns: 25 },
    ));

  it('MV16: somebody for whom no numbers are given is not beaten from the beginning', () => {
    const checked = buildManifest((narrator) => {
      narrator['opponents'] = {
        threats: { ruffian: { set: { 'resources.hp.max': 5 } } },
        down_when: 'resources.hp.current <= 0',
      };
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const plain = open('plain', {}, checked.system);
    expect(plain.read('creature:troll', 'resources.hp.current')).toBe(5);
    expect(plain.act('state_query', { target: 'Troll' }).say).not.toContain('beaten');
    const strong = open('strong', { 'resources.hp.max': 30 }, checked.system);
    expect(strong.read('creature:troll', 'resources.hp.current')).toBe(30);
  });

  it("MV40: a foe's blow has its own die and meets the player's armour", () => {
    const { act, read } = open('foe', { 'combat.weapon': 'd10' });
    act('set', { path: 'combat.worn', value: 'chainmail' });
    act('set', { path: 'progression.hp_rolled', value: 12 });
    act('set', { path: 'resources.hp.current', value: 12, reason: 'a test' });
    const struck = act('roll', { move: 'attack', who: 'Troll', against: 'player' });
    const [roll] = struck.rolls;
    expect(roll).toMatchObject({ who: 'creature:troll', rolled: { expression: '1d@combat.weapon' } });
    expect(roll?.rolled.rendered).toContain('1d10');
    expect(12 - read(playerId, 'resources.hp.current')).toBe(Math.max(0, (roll?.rolled.total ?? 0) - 2));
  });

  it('MV40: a blow that armour takes whole is told, and whoever is beaten strikes no more', () => {
    const { act } = open('thick', { 'combat.weapon': 'd4', 'combat.armour': 6 });
    expect(act('roll', strike).say).toMatch(/No harm: \d minus 6\./);
    act('adjust', { path: 'abilities.str.current', delta: -99, target: 'Troll' });
    for (const move of ['attack', 'Attack', 'foe attack']) {
      const dead = act('roll', { move, who: 'Troll', against: 'player' });
      expect(dead).toMatchObject({ ok: false, say: 'creature:troll is beaten, and strikes no more.' });
    }
  });

  it('MV40: a blow whose rest is taken from nothing only lets follow what follows if there is a rest', () => {
    const { over: _over, ...bare } = blow('opponent');
    const checked = buildManifest((narrator) =>
      Object.assign(narrator, { intents: { attack: { check: 'blow', outcomes: { lands: [bare] } } } }),
    );
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const values = { 'resources.hp': 1, 'combat.armour': 0, 'abilities.str.current': 10 };
    const { act, read } = open('bare', values, checked.system);
    const struck = act('roll', strike);
    // What armour took belongs to the roll that led to the loss, and not to other dice of the same outcome.
    const shed = buildManifest((narrator) =>
      Object.assign(narrator, {
        intents: {
          attack: {
            check: 'blow',
            outcomes: {
              lands: [
                { lose: 'abilities.str.current', amount: '1d4', who: 'opponent' },
                { lose: 'resources.hp.current', amount: 5, less: 'combat.armour', who: 'opponent' },
              ],
            },
          },
        },
      }),
    );
    if (!shed.ok) throw new Error(JSON.stringify(shed.problems));
    const { rolls } = open('shed', { ...values, 'combat.armour': 2 }, shed.system).act('roll', strike);
    expect(rolls.map(({ lessened }) => lessened?.[0]?.less)).toEqual([2, undefined]);
    expect(struck.rolls[0]?.rolled.total).toBeGreaterThan(1);
    expect(struck.say).not.toContain('left out');
    expect(struck.rolls.map(({ check }) => check)).toContain('strength');
    expect(read('creature:troll', 'abilities.str.current')).toBe(10);
  });

  it('MV40: ways to take a blow are offered by what the roll showed', () => {
    const ways = [
      { say: 'Take it', if: 'total < 3', does: [{ lose: 'resources.hp.current', amount: 'total' }] },
      { say: 'Fall', if: 'total >= 3', does: [{ gone: true }] },
    ];
    const checked = buildManifest((narrator) =>
      Object.assign(narrator, {
        intents: { risk: { check: 'blow', outcomes: { lands: [{ choose: ways }] } } },
      }),
    );
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    for (const seed of ['a', 'b', 'c', 'd']) {
      const test = openTestGame({ system: checked.system, seed });
      onTestFinished(test.close);
      const rolled = call(test.game.start('I act.'), 'roll', { move: 'risk' });
      const isLow = (rolled.rolls[0]?.rolled.total ?? 0) < 3;
      expect(rolled.say).toContain(isLow ? `"delta":-${rolled.rolls[0]?.rolled.total}` : 'is_gone');
      expect(rolled.say).not.toContain(isLow ? 'Fall' : 'Take it');
    }
  });

  it('MV40: a manifest that reads a roll where there is none, or a row without a table, is refused', () => {
    const wrong = (change: (narrator: Record<string, unknown>) => void) => {
      const checked = buildManifest(change);
      return checked.ok ? [] : checked.problems.map(({ pointer }) => pointer);
    };
    const always = [{ lose: 'resources.hp.current', amount: 'total' }];
    expect(wrong((narrator) => Object.assign(narrator, { reward: always }))).toEqual([
      '/narrator/reward/0/amount',
    ]);
    const lost = [
      { lose: 'resources.hp.current', over: 'abilities.st.current' },
      { say: 'No.', row: 'lost' },
    ];
    expect(wrong((narrator) => Object.assign(narrator, { reward: lost }))).toEqual([
      '/narrator/reward/0/over',
      '/narrator/reward/1/row',
      '/narrator/reward/1/row',
    ]);
  });
});

describe('harm of the shipped systems', () => {
  function openShipped(id: string) {
    const test = openTestGame({ system: findShipped(id) });
    onTestFinished(test.close);
    const draft = test.game.start('I stand.');
    const act = (name: string, wanted: object) => call(draft, name, wanted);
    act('npc_create', { name: 'Grum', type: 'creature', values: { attitude: 'hostile' } });
    return { act, read: () => draft.state.find(playerId)?.sheet };
  }

  it('MV9: an answer gives one order where somebody falls, and none that a later one of it has outdated', () => {
    const { act } = openShipped('percentile');
    act('mode_set', { mode: 'combat', opponents: ['Grum'] });
    const { say } = act('adjust', { path: 'resources.hp.current', delta: -50 });
    expect(say).toContain('Dying, until there is first aid.');
    expect(say).not.toContain('Unconscious.');
    expect(say.match(/Next: |[Rr]oll \{|make a|[Ss]et status/gu)).toEqual(['Next: ', 'roll {']);
    // A line that still holds for somebody else is said, even if it is outdated for the character.
    const sheet = { resources: { hp: { current: 0, max: 9 } }, status: { is_badly_wounded: true } };
    const cross = (entity: EntityId, order: string, edit: number) => ({
      entity,
      crossed: { path: 'resources.hp', say: order },
      edit,
    });
    const due = [cross(playerId, 'Unconscious.', 1), cross(playerId, 'Dying, until there is first aid.', 2)];
    const state = { find: (id: EntityId) => ({ id, type: 'character', key: '', sheet }) };
    const list = (more: typeof due) =>
      listOutdated({ due: [...due, ...more], state, system: findShipped('percentile') } as never);
    expect([list([]), list([cross('npc:mira', 'Unconscious.', 3)])]).toEqual([['! Unconscious.'], []]);
    const after = [1, 2].map(() => act('roll', { move: 'down', reason: 'a reaction' }).say);
    expect(after.join()).toMatch(/The character stays down\.|is awake, with 1 hit point/u);
  });

  it('MV9: while the character is down, each request says what is next', () => {
    const test = openTestGame({ system: findShipped('dnd5e') });
    onTestFinished(test.close);
    const draft = test.game.start('I stand.');
    const act = (name: string, wanted: object) => call(draft, name, wanted);
    const look = () => describeDown({ system: test.system, state: draft.state });
    expect(look()).toBeUndefined();
    act('set', { path: 'resources.hp.current', value: 0, reason: 'a fall' });
    expect(look()).toMatch(/is down, and does nothing .*Next: roll \{"move":"down"\}/u);
    const budget = new Proxy({}, { get: () => 400 });
    const told = { system: test.system, settings: {}, recalled: [], beside: [], words: '', budget };
    expect(renderNow({ ...told, state: draft.state } as never)['down']).toMatch(
      /^<down>.*\{"move":"down"\}/u,
    );
    act('condition_add', { condition: 'stable' });
    expect(look()).toMatch(/is down and stable: nothing is rolled/u);
    act('condition_add', { condition: 'stable', ends: true });
    act('adjust', { path: 'status.death_failures', delta: 3 });
    expect(look()).toBeUndefined();
  });

  it('MV56: in Fate a blow takes boxes of stress, then consequences, and only then takes somebody out', () => {
    const { act, read } = openShipped('fate');
    act('set', { path: 'skills.physique', value: 0 });
    const blow = { move: 'attack', who: 'Grum', against: 'player', versus: -20, reason: 'a reaction' };
    const marked = (name: string, path: string) =>
      JSON.stringify(Object(read()?.[name])[path]).match(/true/gu)?.length ?? 0;
    const taken = [1, 2, 3, 4, 5].map(() => {
      const { say } = act('roll', blow);
      return [marked('stress', 'physical'), marked('consequences', 'taken'), say.includes('is down')];
    });
    expect(taken).toEqual([
      [2, 0, false],
      [2, 1, false],
      [2, 2, false],
      [2, 3, false],
      [2, 3, true],
    ]);
  });

  it('MV16: a hit of a foe reminds the game master of what its sheet says and code does not do', () => {
    const { act } = openShipped('dnd5e');
    act('npc_create', { name: 'Adder', like: 'giant poisonous snake' });
    const blow = { move: 'attack', who: 'Adder', against: 'player', reason: 'a reaction' };
    act('set', { path: 'combat.attacks', value: 2, target: 'Adder' });
    const tell = (more: object) => revealSecrets(act('roll', { ...blow, ...more }).say);
    const hit = tell({ formula: '40' });
    expect(hit.match(/Not done by code/gu)).toHaveLength(1);
    expect(hit).toMatch(
      /<secret>Not done by code, where it applies, of creature:adder: Bite \(hit: con save DC 11: 3d6 poison, half on a success\)\./,
    );
    expect(tell({ formula: '1' })).not.toContain('Not done by code');
    expect(tell({ who: 'Grum', formula: '40' })).not.toContain('Not done by code');
  });

  it('MV56: in Fate an attack on the nerves is withstood by will, lands on mental stress, and is answered in kind', () => {
    const { act, read } = openShipped('fate');
    const marked = (path: string) =>
      JSON.stringify(Object(read()?.['stress'])[path]).match(/true/gu)?.length ?? 0;
    const failed = act('roll', { move: 'attack', as: 'provoke', against: 'Grum', versus: 40 });
    const [, answer] = failed.rolls.filter(({ move }) => move !== undefined);
    expect([answer?.who, answer?.move]).toEqual(['creature:grum', 'foe_attack']);
    expect(failed.rolls.map(({ rolled }) => rolled.expression).join()).toMatch(
      /skills\.will.*skills\.provoke/,
    );
    expect(marked('physical')).toBe(0);
    const before = marked('mental');
    act('roll', {
      move: 'attack',
      who: 'Grum',
      as: 'mental',
      against: 'player',
      versus: -20,
      reason: 'a reaction',
    });
    expect([marked('mental') > before, marked('physical')]).toEqual([true, 0]);
  });

  it('MV56: in the fifth edition a blow at a character who lies at 0 hit points marks failures, and a huge one kills', () => {
    const { act, read } = openShipped('dnd5e');
    const failures = () =>
      JSON.stringify(Object(read()?.['status']).death_failures).match(/true/gu)?.length ?? 0;
    const blow = { move: 'attack', who: 'Grum', against: 'player', reason: 'a reaction' };
    act('set', { path: 'resources.hp.current', value: 0, reason: 'a fall' });
    act('condition_add', { condition: 'stable' });
    act('roll', { ...blow, formula: '40' });
    expect([failures(), JSON.stringify(read()?.['conditions']).includes('stable')]).toEqual([2, false]);
    act('set', { path: 'resources.hp.current', value: 1, reason: 'a draught' });
    expect(failures()).toBe(0);
    act('set', { path: 'combat.damage', value: 60, target: 'Grum' });
    act('roll', { ...blow, formula: '40' });
    expect(failures()).toBe(3);
    // People other than the player's character have no death saves.
    expect(act('roll', { ...blow, against: 'Mira', formula: '40' }).say).not.toContain('left out');
  });

  it('MV56: in the fifth edition whoever hides needs 15 at least, and whoever only moves softly does not', () => {
    const { act } = openShipped('dnd5e');
    const sneak = (more: object) => act('roll', { move: 'sneak', ...more }).rolls[0]?.target;
    expect([sneak({}), sneak({ as: 'hide' }), sneak({ as: 'hide', against: 'Grum' })]).toEqual([12, 15, 15]);
  });
});
