// Tests what spells at work add to rolls, how they end with concentration, and rules that count for some rolls alone.

import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { System } from '../../src/system/system.ts';
import { readOrder } from '../../src/tools/moves/read-order.ts';
import { type EntityId, playerId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';
import { findShipped } from '../support/shipped-system.ts';

const edition = findShipped('dnd5e');

function open(system: System = edition, seed = 'mill') {
  const test = openTestGame({ system, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  const read = (path: string, id: EntityId = playerId) =>
    path
      .split('.')
      .reduce<unknown>(
        (value, name) => (value as Record<string, unknown> | undefined)?.[name],
        draft.state.find(id)?.sheet,
      );
  const replayed = () => {
    draft.commit(endTurn());
    return replay({ connection: test.connection, session: 'The Mill' });
  };
  return { ...test, draft, act, read, replayed };
}

/** A wizard of the fifth level with spells, and an ogre. */
function openWizard(seed = 'mill') {
  const test = open(edition, seed);
  const { act } = test;
  act('set', { path: 'identity.class', value: 'Wizard' });
  act('set', { path: 'progression.level', value: 5 });
  act('set', { path: 'attributes.int.score', value: 16 });
  for (const slot of [1, 2, 3]) act('set', { path: `resources.slots_${slot}.current`, value: 9 });
  for (const name of ['Fire bolt', 'Magic missile', 'Fireball', 'Scorching ray'])
    act('item_add', { name, list: 'features.spells' });
  act('npc_create', { name: 'Grum', like: 'ogre' });
  return test;
}

describe('spells at work', () => {
  /** A caster who knows these spells, with Mira beside. */
  function openCaster(...spells: readonly string[]) {
    const test = openWizard();
    for (const name of spells) test.act('item_add', { name, list: 'features.spells' });
    const cast = (as: string, against: string) => test.act('roll', { move: 'cast', as, against });
    const has = (id: EntityId) => JSON.stringify(test.read('status.spells', id));
    return { ...test, cast, has, keeps: () => test.read('status.concentration') };
  }

  it('MV54: what the rules add to a roll is added by code, with its reason, whichever tool rolls and against whom', () => {
    const { act, cast, has } = openCaster('Bless', 'Guidance', 'Pass without trace');
    cast('Bless', 'player, Mira');
    expect(has('npc:mira')).toContain('blessed');
    for (const given of [
      { move: 'attack', against: 'Grum' },
      { check: 'saving_throw', formula: '1d20+@saves.wis.modifier', versus: 12, who: 'Mira' },
      { check: 'death_save' },
    ]) {
      const { say, rolls } = act('roll', given);
      expect([rolls[0]?.rolled.expression, say]).toEqual([
        expect.stringMatching(/\+1d4$/),
        expect.stringContaining('(+1d4: Bless)'),
      ]);
    }
    const fire = act('roll', { move: 'cast', as: 'fireball', against: 'Mira' });
    expect(fire.rolls[0]?.rolled.expression).toMatch(/saves\.dex.*\+1d4$/);
    expect(act('roll', { check: 'skill_check' }).say).not.toContain('1d4');
    cast('Guidance', 'player');
    const looks = [1, 2].map(() => act('roll', { move: 'look' }).say.includes('(+1d4: Guidance)'));
    expect(looks).toEqual([true, false]);
    act('condition_add', { condition: 'restrained', target: 'player' });
    cast('Bless', 'player');
    expect(act('roll', { move: 'attack', against: 'Grum' }).rolls[0]?.rolled.resolved).toMatch(
      /^2d20kl1\+.*\+1d4$/,
    );
  });

  it('MV54: a rule may count for rolls alone that read one value, such as stealth in loud armour', () => {
    const { act } = openCaster();
    act('set', { path: 'combat.armour', value: 'chain mail' });
    for (const given of [
      { move: 'sneak' },
      { check: 'skill_check', formula: '1d20+@skills.stealth.modifier' },
    ])
      expect(act('roll', given).say).toContain('(disadvantage: the armour is loud)');
    expect(act('roll', { move: 'look' }).say).not.toContain('armour');
    // Whoever is not trained with the armour has disadvantage with strength and dexterity.
    act('set', { path: 'combat.armour_training', value: 2 });
    const strange = '(disadvantage: the armour is strange to the wearer)';
    for (const given of [
      { move: 'attack', against: 'Grum' },
      { move: 'force' },
      { check: 'ability_check', formula: '1d20+@dex_mod', versus: 10 },
    ])
      expect(act('roll', given).say).toContain(strange);
    act('set', { path: 'combat.armour', value: 'breastplate' });
    expect(act('roll', { move: 'sneak' }).say).not.toContain('armour');
  });

  it('MV55: what a spell gave ends everywhere with the concentration on it, and concentration with the spell', () => {
    const { act, cast, has, keeps, read, replayed } = openCaster('Bless', 'Shield of faith', 'Haste');
    cast('Shield of faith', 'Mira');
    const ac = Number(read('combat.ac', 'npc:mira'));
    expect([keeps(), has('npc:mira')]).toEqual(['Shield of faith', expect.stringContaining('faith')]);
    expect(cast('Bless', 'Mira, player').patches.map(({ because }) => because)).toContain(
      'Shield of faith is kept up no longer',
    );
    expect([keeps(), has('npc:mira'), read('combat.ac', 'npc:mira')]).toEqual([
      'Bless',
      expect.not.stringContaining('faith'),
      ac - 2,
    ]);
    act('set', { path: 'resources.hp.current', value: 0, reason: 'a fall' });
    expect([keeps(), has('npc:mira'), has(playerId)]).toEqual(['', '[]', '[]']);
    act('set', { path: 'resources.hp.current', value: 20, reason: 'healed' });
    cast('Haste', 'Mira');
    expect(act('time_advance', { minutes: 2 }).say).toContain('status.concentration: Haste → —');
    expect(keeps()).toBe('');
    expect(replayed()).toEqual({ turns: 2 });
  });

  it('MV24: what the character rolls within the moves of others is no move of its own', async () => {
    const test = open();
    const readTurn = () => readOrder(test.draft.state);
    for (const name of ['Snik', 'Grum']) test.act('npc_create', { name, like: 'goblin' });
    test.act('mode_set', { mode: 'combat', opponents: ['Snik', 'Grum'] });
    const strike = (who: string, formula: string) => ({ move: 'attack', who, against: playerId, formula });
    for (let turn = 0; turn < 2 && readTurn()?.turn !== playerId; turn += 1)
      test.act('roll', strike(readTurn()?.turn ?? '', '1d1-9'));
    test.act('roll', { move: 'attack', against: 'Snik', formula: '1d1-9' });
    test.act('set', { path: 'status.concentration', value: 'Bless' });
    const ids = readTurn()?.places.map(({ id }) => String(id)) ?? [];
    const at = ids.indexOf(playerId);
    const [first = '', second = ''] = [...ids.slice(at + 1), ...ids.slice(0, at)];
    test.draft.commit(endTurn());
    const roll = (who: string, formula: string) => ({
      calls: [{ name: 'roll', arguments: strike(who, formula) }],
    });
    const script = [roll(first, '40'), roll(second, '1d1-9'), { text: 'They come at you.' }];
    const { model } = await playScript(script, { game: test.game, words: 'I strike once they have.' });
    const hints = model.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(hints[1]).toContain(`The turn of ${second} comes before the player's`);
    const [blow] = test.game.readActions(test.game.head.id);
    expect(blow?.rolls).toContainEqual(expect.objectContaining({ who: playerId, move: 'loss' }));
    expect(hints[2]).toContain('tell now what happens');
    expect(hints[2]).not.toContain("It is the player's turn again");
  });

  it('MV54: a rule for rolls that counts for none, or adds what cannot be rolled, is refused with its place', () => {
    const manifest = structuredClone(edition.manifest);
    Object.assign(manifest.narrator ?? {}, {
      kept_up: ['status.nothing'],
      modifiers: [
        { has: ['blessed'], adds: '1d4' },
        { reads: ['saves.luck.modifier'], has: ['blessed'], adds: '-1d4' },
        { checks: ['attack_roll'], if: 'combat.ac > 1', say: 'so', adds: '1z4', once: true },
      ],
    });
    const checked = checkManifest(manifest);
    expect(checked.ok ? [] : checked.problems.map(({ pointer }) => pointer)).toEqual([
      '/narrator/modifiers/0',
      '/narrator/modifiers/1/reads/0',
      '/narrator/modifiers/2/once',
      '/narrator/modifiers/2/adds',
      '/narrator/kept_up/0',
    ]);
  });
});
