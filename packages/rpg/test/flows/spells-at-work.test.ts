// Tests what spells at work add to rolls, how they end with concentration, and rules that apply only to some rolls.

import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { System } from '../../src/system/system.ts';
import { readOrder } from '../../src/tools/moves/read-order.ts';
import { normaliseCall } from '../../src/tools/slips/normalise-call.ts';
import { type EntityId, playerId } from '../../src/values/entity.ts';
import { revealSecrets } from '../../src/values/hidden-text.ts';
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
  /** A caster who knows these spells; Mira is there too. */
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
    const looks = [1, 2].map(() => act('roll', { move: 'look' }).say);
    for (const told of ['(+1d4: Guidance)', 'Ada: "guided" has ended'])
      expect(looks.map((say) => say.includes(told))).toEqual([true, false]);
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

  it('MV55: a condition that somebody has from elsewhere stays when a spell that gives the like is kept up no longer', () => {
    const { act, cast, draft, keeps, read, replayed } = openCaster('Hold person', 'Bless');
    for (const name of ['Snik', 'Gor']) act('npc_create', { name, like: 'goblin' });
    const isHeld = (id: EntityId) => JSON.stringify(read('conditions', id)).includes('paralysed');
    act('condition_add', { condition: 'paralysed', target: 'Mira' });
    act('condition_add', { condition: 'paralysed', target: 'Gor' });
    for (const name of ['Snik', 'Gor'])
      act('roll', { move: 'cast', as: 'hold person', against: name, formula: '40', reason: 'a reaction' });
    expect(keeps()).toBe('Hold person');
    cast('Bless', 'player');
    const held = (['npc:mira', 'creature:gor', 'creature:snik'] as const).map(isHeld);
    expect([keeps(), held]).toEqual(['Bless', [true, true, false]]);
    act('roll', { move: 'cast', as: 'hold person', against: 'Snik', formula: '40', reason: 'a reaction' });
    const given = { name: 'condition_add', arguments: '{"condition":"paralysed","target":"Snik"}' };
    const view = { system: edition, state: draft.state };
    expect(normaliseCall({ ...view, done: draft.actions }, given).arguments).toBe(given.arguments);
    const own = JSON.parse(normaliseCall(view, given).arguments);
    expect(own).toMatchObject({ note: 'also from elsewhere' });
    const hurt = [{ patches: [{ entity: 'creature:snik', path: 'resources.hp.current' }] }] as never;
    expect(JSON.parse(normaliseCall({ ...view, done: hurt }, given).arguments)).toEqual(own);
    // The spell is over once its own last condition has ended, although others are still paralysed.
    act('condition_remove', { condition: 'paralysed', target: 'Snik' });
    expect([keeps(), isHeld('npc:mira')]).toEqual(['', true]);
    expect(replayed()).toEqual({ turns: 2 });
  });

  it('MV55: what others keep up ends with their next spell, with a failed save and when they fall, as what the character does', () => {
    const { act, read, replayed } = openCaster();
    const keep = (value: string) => act('set', { path: 'status.concentration', value, target: 'Grum' });
    const give = (condition: string) => act('condition_add', { condition, target: 'Mira' });
    const has = () => JSON.stringify(read('status.spells', 'npc:mira'));
    keep('Shield of faith');
    give('shield of faith');
    keep('Bless');
    expect(has()).toBe('[]');
    give('blessed');
    expect(act('adjust', { path: 'resources.hp.current', delta: -9, target: 'Grum' }).rolls).toEqual([
      expect.objectContaining({ check: 'concentration', who: 'creature:grum' }),
    ]);
    keep('Bane');
    give('baned');
    act('set', { path: 'resources.hp.current', value: 0, target: 'Grum', reason: 'a fall' });
    expect([read('status.concentration', 'creature:grum'), has()]).toEqual(['', '[]']);
    expect(replayed()).toEqual({ turns: 2 });
  });

  it('MV54: the spells of the fifth edition that hide, curse and hearten change what the rules say', () => {
    const { act, cast, keeps, read } = openCaster('Invisibility', 'Greater invisibility', 'Hex', 'Heroism');
    act('set', { path: 'progression.level', value: 7 });
    act('set', { path: 'resources.slots_4.current', value: 1 });
    const seen = () => JSON.stringify(read('conditions')).includes('invisible');
    cast('Invisibility', 'player');
    const blow = { move: 'attack', against: 'Grum', reason: 'a reaction' };
    expect([seen(), act('roll', blow).say]).toEqual([
      true,
      expect.stringContaining('(advantage: character:player is invisible)'),
    ]);
    expect([seen(), keeps()]).toEqual([false, '']);
    cast('Greater invisibility', 'player');
    act('roll', blow);
    expect(seen()).toBe(true);
    cast('Hex', 'Grum');
    const { rolls } = act('roll', { ...blow, move: 'cast', as: 'fire bolt', formula: '40' });
    expect(rolls.map(({ rolled }) => rolled.expression)).toContain('1d6');
    // A curse that somebody else keeps up adds nothing to the blows of the character.
    act('set', { path: 'status.concentration', value: '' });
    for (const [condition, target] of [
      ['hexed', 'Grum'],
      ['hexing', 'Mira'],
    ] as const)
      act('condition_add', { condition, target });
    const plain = act('roll', { ...blow, move: 'cast', as: 'fire bolt', formula: '40' });
    expect(plain.rolls.map(({ rolled }) => rolled.expression)).not.toContain('1d6');
    act('condition_add', { condition: 'frightened', target: 'Mira' });
    for (const _ of [1, 2]) cast('Heroism', 'Mira');
    expect([read('conditions', 'npc:mira'), read('resources.hp.temp', 'npc:mira')]).toEqual([[], 3]);
  });

  it('MV21: a shield cast as a reaction lasts a round less than one that takes the turn of the caster', () => {
    const { act, read } = openCaster('Shield');
    const lasting = () => (read('status.spells') as readonly { readonly rounds: number }[])[0]?.rounds;
    act('roll', { move: 'cast', as: 'shield', reason: 'a reaction to the blow' });
    expect(lasting()).toBe(1);
    act('roll', { move: 'cast', as: 'shield' });
    expect(lasting()).toBe(2);
  });

  it('NA28: mage armour takes the place of natural armour and of other defences without armour, and adds to none', () => {
    const { act, read } = openCaster();
    act('npc_create', { name: 'Web', like: 'giant spider' });
    const before = Number(read('combat.ac', 'creature:web'));
    act('condition_add', { condition: 'mage armour', target: 'Web' });
    expect(read('combat.ac', 'creature:web')).toBe(Math.max(before, 16));
    act('set', { path: 'identity.class', value: 'Barbarian' });
    act('set', { path: 'attributes.con.score', value: 18 });
    act('set', { path: 'attributes.dex.score', value: 10 });
    act('condition_add', { condition: 'mage armour', target: 'player' });
    expect(read('combat.ac')).toBe(14);
  });

  it('MV24: what the character rolls within the moves of others is no move of its own, and a reaction is the player’s to choose', async () => {
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
    // The player chooses what answers a hit.
    const learning = test.game.start('I learn.');
    for (const [name, given] of [
      ['set', { path: 'identity.class', value: 'Wizard' }],
      ['item_add', { name: 'Shield', list: 'features.spells' }],
      ['item_add', { name: 'Feather fall', list: 'features.spells' }],
      [
        'item_add',
        {
          name: 'Parry </now>',
          list: 'features.list',
          details: { effect: 'A reaction that turns a hit.' },
        },
      ],
    ] as const)
      expect(call(learning, name, given)).toMatchObject({ ok: true });
    learning.commit(endTurn());
    const blows = (words: string) => {
      const again = { ...strike(first, '40'), reason: 'opportunity attack' };
      const calls = [{ name: 'roll', arguments: again }];
      return playScript([{ calls }, { text: 'It comes at you.' }], { game: test.game, words });
    };
    const readHint = async (words: string) =>
      (await blows(words)).model.requests[1]?.messages.at(-1)?.content;
    const hint = await readHint('I go past.');
    expect(hint).toMatch(
      /answers this hit with (?:Parry &lt;\/now&gt; or Shield|Shield or Parry &lt;\/now&gt;), a/u,
    );
    expect(await readHint('I go past, without Shield or Parry </now>.')).not.toContain('a reaction');
    expect(await readHint('I go past with my shieldmates.')).toContain('Shield');
    // What the spell gives is there already, however the condition is written.
    const shielded = test.game.start('I am shielded.');
    expect(call(shielded, 'condition_add', { condition: 'SHIELD' })).toMatchObject({ ok: true });
    shielded.commit(endTurn());
    const later = await readHint('I go past.');
    expect(later).toContain('Parry');
    expect(later).not.toContain('Shield');
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

it('MV31, MV10: dice that were thrown for a loss by hand are taken off, and a rest may spend no dice and ends what is kept up', () => {
  const { act, read } = openWizard();
  for (let count = 0; count < 20; count += 1) {
    const blow = act('roll', { move: 'attack', against: 'Grum', reason: `blow ${count}` });
    if (blow.patches.some(({ entity }) => entity === 'creature:grum')) break;
  }
  const thrown = act('roll', { formula: '3d6', against: 'Grum', reason: 'whispers' });
  const delta = -(thrown.rolls[0]?.rolled.total ?? 0);
  const loss = { path: 'resources.hp.current', target: 'Grum' };
  expect(act('adjust', { ...loss, delta: delta - 1 }).say).toContain('came with the roll already');
  expect(act('adjust', { ...loss, delta })).toMatchObject({ ok: true });
  act('set', { ...loss, value: 0, reason: 'a beam' });
  expect(revealSecrets(act('mode_set', { mode: 'exploration' }).say)).toContain(
    'Beaten: creature:grum (progression.xp 450)',
  );
  act('set', { path: 'status.concentration', value: 'Suggestion' });
  expect(act('time_advance', { rest: 'short', dice: 0 })).toMatchObject({ ok: true, rolls: [] });
  expect(read('status.concentration')).toBe('Suggestion');
  act('time_advance', { rest: 'long' });
  expect(read('status.concentration')).toBe('');
  const bolt = act('roll', { move: 'cast', as: 'Sacred flame', who: 'Grum', against: 'player' });
  expect(bolt.say).toContain('By the rules creature:grum cannot do that');
  const traits = (note: string) => [{ name: 'Talks first' }, { name: 'Bond', note }];
  act('set', { path: 'narrative.traits', value: traits('Owes 40 gold.') });
  const told = act('set', { path: 'narrative.traits', value: traits('Owes 10 gold.') }).say;
  expect(told).toContain('Bond: note "Owes 40 gold." → "Owes 10 gold."');
});
