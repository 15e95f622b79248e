// Plays each shipped system: rolls all checks with all ready-made characters, and uses pools, tracks and things.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { createSession } from '../../src/game/create-session.ts';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { readHints } from '../../src/narrator/hints.ts';
import type { System } from '../../src/system/system.ts';
import { playerId } from '../../src/values/entity.ts';
import { call, endTurn } from '../support/open-test-game.ts';
import { openStory } from '../support/play-story.ts';
import { settleSheet } from '../support/settle-sheet.ts';
import { findShipped, shippedSystems } from '../support/shipped-system.ts';

/** For each kind of field: the tool that changes it, the part to change, and the name of the tool's argument. */
const changers: Readonly<Record<string, readonly [string, string, string]>> = {
  RES_POOL: ['adjust', '.current', 'delta'],
  RES_TRACK: ['mark', '', 'count'],
  RES_COUNTER: ['adjust', '', 'delta'],
};

function play(system: System, id: string) {
  const { clock, ids } = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  const made = system.manifest.characters?.find((one) => one.id === id);
  const player = {
    type: 'character',
    key: 'player',
    name: made?.name,
    about: made?.concept,
    values: made?.set,
  };
  const foe = { type: 'creature', key: 'foe', name: 'The other', values: {} };
  const opening = [player, foe].map((one) => ({
    tool: 'entity_create',
    arguments: JSON.stringify(one),
    by: 'system' as const,
  }));
  createSession({ connection, clock, ids, system, name: 'A', seed: 'seed', opening });
  return { connection, game: openGame({ connection, session: 'A', clock }) };
}

describe.each(shippedSystems)('$id', (system) => {
  const characters = (system.manifest.characters ?? []).map(({ id }) => id);

  it.each(characters)('NA22: %s rolls every check of the system, with an outcome each time', (id) => {
    const { game } = play(system, id);
    const draft = game.start('I try everything.');
    for (const check of system.checks.keys()) {
      const acted = call(draft, 'roll', { check });
      expect(acted.ok, acted.say).toBe(true);
      const roll = acted.rolls.find((one) => one.check === check);
      expect(roll?.outcome, `${check}: ${acted.say}`).toBeDefined();
    }
    draft.commit(endTurn());
  });

  it('NA30: every pool and track is emptied and filled, a thing is taken and left, and it all replays', () => {
    const { connection, game } = play(system, characters[0] ?? '');
    const draft = game.start('I suffer and recover.');
    for (const [tool, given] of listChanges(system)) {
      const acted = call(draft, tool, given);
      expect(acted.ok, `${JSON.stringify(given)}: ${acted.say}`).toBe(true);
      expect(acted.faults).toEqual([]);
    }
    const taken = call(draft, 'item_add', { name: 'Lantern', about: 'It smells of oil.' });
    expect(taken.ok, taken.say).toBe(true);
    const left = call(draft, 'item_remove', { item: 'Lantern' });
    expect(left.ok, left.say).toBe(true);
    draft.commit(endTurn());
    expect(replay({ connection, session: 'A' }).divergence).toBeUndefined();
  });
});

describe('hints of shipped systems', () => {
  it.each(shippedSystems)(
    'NA26: three blows in $id roll its checks, and nothing they do is refused',
    async ({ id }) => {
      const story = openStory({ system: id, scenario: 'the-winter-toll', seed: 'b' });
      onTestFinished(story.close);
      const { state } = story.game;
      const place = state.find(playerId)?.sheet['at'];
      const foe = state.list('npc').find(({ sheet }) => sheet['at'] === place);
      const rolled: string[] = [];
      for (const _ of [1, 2, 3]) {
        await story.play(`attack ${String(foe?.sheet['name'])}`);
        const acts = story.game.readActions(story.game.head.id);
        expect(acts.filter(({ ok }) => !ok).map(({ say }) => say)).toEqual([]);
        rolled.push(...acts.flatMap(({ rolls }) => rolls.map(({ check = '' }) => check)));
      }
      const attack = readHints(findShipped(id).manifest.narrator).intents['attack']?.check;
      expect(rolled).toContain(attack);
    },
  );
});

it('NA38: who fails in a fight from a desperate position and resists is hurt a level less, and stands', async () => {
  const story = openStory({ system: 'blades-style', scenario: 'the-unkept-lamp', seed: 'f22' });
  onTestFinished(story.close);
  for (const words of ['go to the stair', 'go to the Ropewalk']) await story.play(words);
  story.force([['set', { path: 'status.position', value: 3 }]]);
  const told: unknown[] = [];
  const look = () => {
    const rolls = story.game.readActions(story.game.head.id).flatMap((act) => act.rolls);
    const sheet = story.game.state.find(playerId)?.sheet ?? {};
    const { read } = settleSheet(findShipped('blades-style'), 'character', { ...sheet });
    const numbers = ['harm.lesser', 'harm.moderate', 'harm.severe'].map((path) => read(`${path}.length`));
    told.push([...rolls.map(({ outcome }) => outcome?.id), ...numbers, read('status.position')]);
  };
  await story.play('attack Dunstan Crake');
  look();
  story.force([['roll', { spend: 'resist' }]]);
  look();
  expect(told).toEqual([
    ['bad', 0, 1, 0, 3],
    ['resisted', 'four', 1, 0, 0, 3],
  ]);
});

/**
 * Calls that lower, raise and lower again each pool, track and counter on the character's sheet, as far as possible.
 */
function listChanges(system: System): readonly (readonly [string, object])[] {
  const fields = system.sheets.get('character')?.fields ?? [];
  return fields.flatMap(({ path, definition }) => {
    const [tool, part, amount] = changers[definition.prefab] ?? [];
    if (tool === undefined || amount === undefined) return [];
    return [-999, 999, -999].map((by) => [tool, { path: `${path}${part}`, [amount]: by }] as const);
  });
}

describe('whoever is met', () => {
  const open = (id: string) => {
    const system = findShipped(id);
    return { system, ...play(system, system.manifest.characters?.[0]?.id ?? '') };
  };

  it.each(['dnd5e', 'percentile', 'fate', 'step-dice'])('NA39: rolls every check of %s', (id) => {
    const { system, game } = open(id);
    const draft = game.start('I watch them try everything.');
    call(draft, 'npc_create', { name: 'Bystander' });
    for (const target of ['npc:bystander', 'creature:foe']) {
      for (const check of system.checks.keys()) {
        const acted = call(draft, 'roll', { check, who: target });
        expect(acted.ok, acted.say).toBe(true);
        expect(acted.rolls.at(-1)?.outcome, `${target} ${check}: ${acted.say}`).toBeDefined();
      }
    }
  });

  it('NA39: in percentile begins to dodge, notice, trust to luck and keep its head as its characteristics say', () => {
    const { game } = open('percentile');
    const draft = game.start('Who is this?');
    const values = { 'characteristics.dex': 70, 'characteristics.int': 80, 'characteristics.pow': 35 };
    call(draft, 'npc_create', { name: 'Warden', values });
    const sheet = draft.state.find('npc:warden')?.sheet;
    expect(sheet?.['skills']).toMatchObject({ dodge: 35, spot: 40, first_aid: 30 });
    expect(sheet?.['resources']).toMatchObject({ luck: { current: 35 } });
    expect(sheet?.['mind']).toMatchObject({ sanity: { current: 35 } });
  });

  it('NA39: in the fifth edition keeps concentrating against half of what it was dealt', () => {
    const { game } = open('dnd5e');
    const draft = game.start('I strike the witch.');
    call(draft, 'npc_create', { name: 'Witch' });
    call(draft, 'set', { path: 'combat.damage_taken', value: 34, target: 'Witch' });
    const { rolls } = call(draft, 'roll', { check: 'concentration', who: 'Witch' });
    expect(rolls).toMatchObject([{ target: 17 }]);
  });
});

describe('percentile, told by the built-in narrator', () => {
  interface Told {
    readonly checks: readonly string[];
    readonly said: string;
    readonly read: ReturnType<typeof settleSheet>['read'];
  }

  /** Plays turns in which somebody looks at a horror that hits hard, and fights it. */
  async function fightHorror(seed: string) {
    const story = openStory({ system: 'percentile', scenario: 'the-unkept-lamp', seed });
    onTestFinished(story.close);
    const values = {
      'characteristics.str': 140,
      'characteristics.siz': 140,
      'horror.loss_dice': 1,
      'combat.attack': 90,
      'combat.damage_faces': 6,
    };
    story.force([
      ['npc_create', { name: 'Wet Thing', type: 'creature', about: 'Too many joints.', values }],
      ['set', { path: 'skills.dodge', value: 0 }],
    ]);
    const told: Told[] = [];
    for (const words of ['look around', 'attack the Wet Thing']) {
      await story.play(words);
      const acts = story.game.readActions(story.game.head.id);
      const checks = acts.flatMap((act) => act.rolls.flatMap(({ check }) => check ?? []));
      const said = acts.map(({ say }) => say).join('\n');
      const sheet = settleSheet(findShipped('percentile'), 'character', {
        ...story.game.state.find(playerId)?.sheet,
      });
      told.push({ checks, said, read: sheet.read });
    }
    return told;
  }

  it('NA40: five points of sanity at one sight call for an insight roll', async () => {
    const [shocked] = await fightHorror('w2');
    expect(shocked?.checks).toEqual(['sanity_roll', 'insight']);
    expect(['current', 'max'].map((part) => shocked?.read(`mind.sanity.${part}`))).toEqual([50, 99]);
    expect([shocked?.read('mind.last_loss'), shocked?.read('mind.lost_today')]).toEqual([5, 5]);
    const [steady] = await fightHorror('w3');
    expect(steady?.checks).toEqual(['sanity_roll']);
    expect([steady?.read('mind.last_loss'), steady?.read('mind.lost_today')]).toEqual([3, 3]);
  });

  it('NA40: a blow of half the hit points is a major wound, a lesser one is none', async () => {
    const seen = new Set<boolean>();
    for (let seed = 0; seen.size < 2; seed += 1) {
      const [, struck] = await fightHorror(`w${seed}`);
      const [wound, most] = ['combat.last_wound', 'resources.hp.max'].map((path) =>
        Number(struck?.read(path)),
      );
      if (
        struck === undefined ||
        wound === undefined ||
        most === undefined ||
        !/hp\.current: /.test(struck.said)
      )
        continue;
      const isMajor = wound * 2 >= most;
      expect(struck.read('status.is_badly_wounded')).toBe(isMajor);
      expect(struck.said.includes('! Major wound')).toBe(isMajor);
      seen.add(isMajor);
    }
  });
});
