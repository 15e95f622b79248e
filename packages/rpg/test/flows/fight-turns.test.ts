// Tests the order of turns in a fight: how it is rolled, how moves pass the turn on, rounds, and the turns of foes.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import { resumeTurn } from '../../src/play-turn.ts';
import type { Manifest } from '../../src/system/manifest.ts';
import type { System } from '../../src/system/system.ts';
import { readOrder } from '../../src/tools/moves/read-order.ts';
import { renderNow } from '../../src/turn/context/render-now.ts';
import { type EntityId, fightId, type GameState, playerId, sceneId } from '../../src/values/entity.ts';
import { revealSecrets } from '../../src/values/hidden-text.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { gather, ofKind, playScript } from '../support/play-script.ts';
import { openStory } from '../support/play-story.ts';
import { findShipped, shippedSystems } from '../support/shipped-system.ts';

const edition = findShipped('dnd5e');

function change(system: System, by: (manifest: Manifest) => void): System {
  const manifest = structuredClone(system.manifest);
  by(manifest);
  const checked = checkManifest(manifest);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1));
  return checked.system;
}

function open(system: System = edition, seed = 'mill') {
  const test = openTestGame({ system, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  return { ...test, draft, act, readOrder: () => readOrder(draft.state) };
}

/** A fight with a goblin and an ogre; nobody has acted yet. */
function openFight(seed = 'mill') {
  const test = open(edition, seed);
  test.act('npc_create', { name: 'Snik', like: 'goblin' });
  test.act('npc_create', { name: 'Grum', like: 'ogre' });
  const begun = test.act('mode_set', { mode: 'combat', opponents: ['Snik', 'Grum'] });
  /** The player's character strikes at Grum, or rolls for life if it is down; the others strike at the character. */
  const strike = (who: string) => {
    if (who !== playerId) return test.act('roll', { move: 'attack', who, against: playerId });
    const isDown = Number(readHitPoints(test.draft.state, playerId)) <= 0;
    return test.act('roll', isDown ? { move: 'down' } : { move: 'attack', against: 'Grum' });
  };
  return { ...test, begun, strike };
}

function readHitPoints(state: GameState, id: string): unknown {
  const { resources } = state.find(id as EntityId)?.sheet ?? {};
  return (resources as { hp?: { current?: number } } | undefined)?.hp?.current;
}

/** Checks that everybody in the order has one place and exists in the game, and that there is an order only in a fight. */
function expectWholeOrder(state: GameState): void {
  const order = readOrder(state);
  const known = (order?.places ?? []).map(({ id }) => id);
  expect(new Set(known).size).toBe(known.length);
  const named = order?.turn === undefined ? known : [...known, order.turn];
  for (const id of named) expect(state.find(id)).toBeDefined();
  if (state.find(sceneId)?.sheet['mode'] !== 'combat') expect(order).toBeUndefined();
}

it('MV22: a fight is won only where nobody hostile is left, and a blow at one who is named thrice says that it was one', () => {
  const { act } = open();
  for (const name of ['Snik', 'Grum', 'Skulk'])
    act('npc_create', { name, like: 'goblin', values: { attitude: name === 'Grum' ? 'wary' : 'hostile' } });
  const thrice = { move: 'attack', against: 'Snik, Snik, Snik', versus: 40 };
  expect(act('roll', thrice).say).toContain('Only 1 of the 3 that were named: the move has no more rolls.');
  const beat = (target: string) => {
    act('adjust', { path: 'resources.hp.current', delta: -99, target });
    return revealSecrets(act('roll', { move: 'look', reason: `beside ${target}` }).say);
  };
  const waiting = /No opponent stands\.<secret>.* creature:skulk is hostile and here/s;
  expect(beat('Snik')).toMatch(waiting);
  expect(beat('Skulk').match(/Nobody else stands/g)).toHaveLength(1);
});

it('MV22: a blow between two others harms neither more nor less than the one it is made against', () => {
  const { act, draft } = open();
  act('npc_create', { name: 'Snik', like: 'goblin' });
  act('npc_create', { name: 'Grum', like: 'ogre' });
  const read = (id: string) => Number(readHitPoints(draft.state, id));
  const before = [read('character:player'), read('creature:snik'), read('creature:grum')];
  for (let blow = 0; blow < 12 && read('creature:grum') === before[2]; blow += 1)
    expect(act('roll', { move: 'attack', who: 'Snik', against: 'Grum' }).ok).toBe(true);
  expect(read('creature:grum')).toBeLessThan(before[2] ?? 0);
  expect([read('character:player'), read('creature:snik')]).toEqual(before.slice(0, 2));
  for (let blow = 0; blow < 12 && read('character:player') === before[0]; blow += 1)
    expect(act('roll', { move: 'attack', who: 'Snik' }).ok).toBe(true);
  expect(read('character:player')).toBeLessThan(before[0] ?? 0);
});

describe('the order of turns', () => {
  it('MV20: when a fight begins, everybody who fights gets a place by the dice of the rules, and the answer tells it', () => {
    const { begun, readOrder } = openFight();
    const { places = [], turn, round } = readOrder() ?? {};
    expect(places.map(({ id }) => id).toSorted()).toEqual([
      'character:player',
      'creature:grum',
      'creature:snik',
    ]);
    expect(places.map(({ rolled }) => rolled)).toEqual(
      places.map(({ rolled }) => rolled).toSorted((one, other) => other - one),
    );
    expect([turn, round]).toEqual([places[0]?.id, 1]);
    const listed = places.map(({ id, rolled }) => `${id} ${rolled}`).join(', ');
    expect(begun.say).toContain(`Order of turns: ${listed}.\n${places[0]?.id} is first.`);
    expect(begun.rolls.map(({ who, rolled }) => `${who} ${rolled.total}`).toSorted()).toEqual(
      places.map(({ id, rolled }) => `${id} ${rolled}`).toSorted(),
    );
  });

  it('MV20: a system may read the order from the sheets, and of equals the player goes first', () => {
    const { act, readOrder } = open(findShipped('percentile'));
    act('npc_create', { name: 'Quick', values: { 'characteristics.dex': 90 } });
    act('set', { path: 'characteristics.dex', value: 50 });
    act('npc_create', { name: 'Even', values: { 'characteristics.dex': 50 } });
    const begun = act('mode_set', { mode: 'combat', opponents: ['Even', 'Quick'] });
    expect(begun.rolls).toEqual([]);
    expect(readOrder()?.places).toEqual([
      { id: 'npc:quick', rolled: 90 },
      { id: playerId, rolled: 50 },
      { id: 'npc:even', rolled: 50 },
    ]);
  });

  it('MV21: whoever can do nothing by the rules has no turn, and what lasts for rounds ends all the same', () => {
    const { act, readOrder, strike } = openFight();
    act('condition_add', { condition: 'Stunned', target: 'Snik', rounds: 2 });
    act('condition_add', { condition: 'prone', target: 'Grum' });
    const turns: string[] = [];
    for (let blow = 0; blow < 6 && readOrder()?.round !== 3; blow += 1) {
      const { turn = playerId } = readOrder() ?? {};
      turns.push(turn);
      const struck = strike(turn);
      expect(struck.ok, struck.say).toBe(true);
    }
    expect(turns.slice(0, 4)).not.toContain('creature:snik');
    expect(turns).toContain('creature:grum');
    expect(readOrder()?.round).toBe(3);
    for (let blow = 0; blow < 3; blow += 1) {
      const { turn = playerId } = readOrder() ?? {};
      turns.push(turn);
      strike(turn);
    }
    expect(turns).toContain('creature:snik');
  });

  it('MV20: a system without turns has no order', () => {
    for (const id of ['starter', 'blades-style']) {
      const { act, readOrder, draft } = open(findShipped(id));
      expect(act('mode_set', { mode: 'combat', opponents: ['Mira'] }).say).not.toMatch('Order of turns');
      expect(readOrder()).toBeUndefined();
      expect(draft.state.list('fight')).toEqual([]);
    }
  });

  it('MV20: whoever comes or strikes in later gets a place; who fights nobody has none; the order ends with the fight', () => {
    const { act, readOrder } = openFight();
    const before = readOrder()?.places ?? [];
    act('npc_create', { name: 'Late', like: 'goblin' });
    expect(act('roll', { move: 'attack', who: 'Mira', against: 'Grum' }).say).toMatch('Order of turns: ');
    const joined = act('mode_set', { mode: 'combat', opponents: ['Snik', 'Grum', 'Late'] });
    expect(joined.say).toMatch('creature:late');
    const places = readOrder()?.places ?? [];
    expect(places).toHaveLength(5);
    for (const place of before) expect(places).toContainEqual(place);
    act('mode_set', { mode: 'exploration' });
    expect(readOrder()).toBeUndefined();
    expect(act('mode_set', { mode: 'combat' }).say).not.toMatch('Order of turns');
    expect(act('mode_set', { mode: 'combat', opponents: ['Grum'] }).say).toMatch('Order of turns');
    expect(readOrder()?.places).toHaveLength(2);
  });
});

describe('turns', () => {
  it('MV21: a turn passes on with each move, past those who lie, and each time around is a round', () => {
    const { act, readOrder, strike } = openFight();
    const order = (readOrder()?.places ?? []).map(({ id }) => id);
    for (const [index, who] of order.entries()) {
      expect(readOrder()?.turn).toBe(who);
      const acted = strike(who);
      const next = order[(index + 1) % order.length];
      expect(acted.say).toMatch(`Turn: ${next}.`);
      expect(acted.say.includes('Round 2.')).toBe(index === order.length - 1);
    }
    expect(readOrder()?.round).toBe(2);
    act('adjust', { path: 'resources.hp.current', delta: -999, target: 'Snik' });
    const left = order.filter((id) => id !== 'creature:snik');
    for (const who of [...left, ...left]) {
      strike(who);
      expect(readOrder()?.turn).not.toBe('creature:snik');
    }
    expect(readOrder()?.round).toBe(4);
  });

  it('MV21: a roll that is no move, or of a move that there is not, leaves the turn where it is', () => {
    const { act, readOrder } = openFight();
    const order = (readOrder()?.places ?? []).map(({ id }) => id);
    const third = order[2] ?? playerId;
    act('roll', { formula: '1d20', who: third });
    act('roll', { check: 'saving_throw', who: third });
    act('roll', { move: 'attak', who: third });
    act('roll', { move: 'attak', who: third });
    expect(readOrder()).toMatchObject({ turn: order[0], round: 1 });
  });

  it('MV21: what lasts for rounds ends by itself when they have passed', () => {
    const { act, draft, strike } = openFight();
    act('condition_add', { condition: 'stunned', rounds: 2, target: 'Grum' });
    const has = () =>
      JSON.stringify(draft.state.find('creature:grum')?.sheet['conditions']).includes('stunned');
    const playRound = () => {
      for (const { id } of readOrder(draft.state)?.places ?? []) strike(id);
    };
    playRound();
    expect(has()).toBe(true);
    playRound();
    expect(has()).toBe(false);
  });

  it('MV22: a move is rolled as often as the sheet of whoever makes it has it, until the other lies', () => {
    const { act } = open();
    act('npc_create', { name: 'Bear', like: 'owlbear', values: { 'combat.attacks': 3 } });
    act('set', { path: 'progression.level', value: 20 });
    const blows = (acted: { rolls: readonly { move?: string | undefined }[] }) =>
      acted.rolls.filter(({ move }) => move === 'foe_attack' || move === 'attack').length;
    expect(blows(act('roll', { move: 'attack', who: 'Bear', against: 'player' }))).toBe(3);
    act('adjust', { path: 'resources.hp.current', delta: -999 });
    act('adjust', { path: 'resources.hp.current', delta: 1 });
    const seen = new Set<number>();
    for (let count = 0; count < 30; count += 1) {
      act('set', { path: 'resources.hp.current', value: 1, reason: 'a test' });
      const acted = act('roll', { move: 'attack', who: 'Bear', against: 'player' });
      const hit = acted.rolls.findIndex(({ outcome }) => (outcome?.degree ?? 0) > 0);
      seen.add(blows(acted));
      if (hit !== -1)
        expect(acted.rolls.slice(hit + 1).filter(({ move }) => move === 'foe_attack')).toEqual([]);
    }
    expect(seen.has(1)).toBe(true);
  });

  it('MV22: others choose the variant of a move that their own sheet calls for, and may be told another', () => {
    const { act } = open(findShipped('step-dice'));
    act('npc_create', { name: 'Archer', values: { 'skills.shooting': 'd10' } });
    const [shot] = act('roll', { move: 'attack', who: 'Archer', against: 'player' }).rolls;
    expect(shot).toMatchObject({ rolled: { expression: '@skills.shooting!-@status.penalty' }, target: 4 });
    act('set', { path: 'skills.fighting', value: 'd12', target: 'Archer' });
    const [blow] = act('roll', { move: 'attack', who: 'Archer', against: 'player' }).rolls;
    expect(blow?.rolled.expression).toBe('@skills.fighting!-@status.penalty');
    const [told] = act('roll', { move: 'attack', as: 'shoot', who: 'Archer', against: 'player' }).rolls;
    expect(told?.target).toBe(4);
  });
});

describe('moves out of turn', () => {
  const strike = (who: string, reason?: string) => ({ move: 'attack', who, against: 'player', reason });

  const byDexterity = change(edition, ({ narrator }) => {
    if (narrator?.order !== undefined) narrator.order.by = 'attributes.dex.score';
  });

  /** A fight in which the goblin's turn comes before that of the player's character, and the ogre's after it. */
  function openOrdered() {
    const test = open(byDexterity);
    test.act('npc_create', { name: 'Snik', like: 'goblin' });
    test.act('npc_create', { name: 'Grum', like: 'ogre' });
    test.act('set', { path: 'attributes.dex.score', value: 12 });
    test.act('adjust', { path: 'resources.hp.temp', delta: 500 });
    test.act('mode_set', { mode: 'combat', opponents: ['Snik', 'Grum'] });
    const begin = (words: string) => {
      const draft = test.game.start(words);
      const act = (wanted: object) => call(draft, 'roll', wanted);
      return { draft, act, readTurn: () => readOrder(draft.state)?.turn };
    };
    return { ...test, begin };
  }

  it('MV36: nobody acts before the player, or twice in a round, and the refusal says whose turn it is', () => {
    const { draft, act, begin } = openOrdered();
    const strikeBy = (who: string) => act('roll', strike(who));
    const early = strikeBy('Grum');
    expect(early).toMatchObject({ ok: false, patches: [], rolls: [] });
    expect(early.say).toMatch(
      /^It is the turn of creature:snik, and character:player acts before creature:grum\./,
    );
    expect(strikeBy('Snik').ok).toBe(true);
    expect(strikeBy('Snik').say).toBe(
      "It is the turn of character:player; creature:snik acts after it. Stop there: tell what happened, since the player's next words decide. A reaction or opportunity attack is made with that word in `reason`.",
    );
    draft.commit(endTurn());
    const next = begin('I strike Snik.');
    expect(next.act(strike('Grum')).ok).toBe(false);
    next.act({ move: 'attack', against: 'Grum' });
    expect([next.act(strike('Grum')).ok, next.act(strike('Snik')).ok, next.act(strike('Grum')).ok]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('MV36: what the player does without a move uses up the turn', () => {
    const { draft, act, begin } = openOrdered();
    act('roll', strike('Snik'));
    draft.commit(endTurn());
    const talk = begin('I beg them to stop.');
    expect(talk.act(strike('Grum')).say).toMatch(/ send the same call again\.$/);
    expect(talk.act(strike('Grum')).ok).toBe(true);
    talk.draft.commit(endTurn());
    const hide = begin('I hide.');
    hide.act({ check: 'saving_throw', with: { modifier: 2 }, versus: 10 });
    hide.act({ move: 'attack', against: 'Grum' });
    expect(hide.act(strike('Snik')).ok).toBe(true);
  });

  /** A fight in which the turns of two goblins come before that of the player's character, and an ogre's after it. */
  function openCrowd() {
    const test = open(byDexterity);
    test.act('npc_create', { name: 'Snik', like: 'goblin' });
    test.act('npc_create', { name: 'Snak', like: 'goblin' });
    test.act('npc_create', { name: 'Grum', like: 'ogre' });
    test.act('set', { path: 'attributes.dex.score', value: 12 });
    test.act('adjust', { path: 'resources.hp.temp', delta: 500 });
    const begun = test.act('mode_set', { mode: 'combat', opponents: ['Snik', 'Snak', 'Grum'] });
    const own = { move: 'attack', against: 'Grum' };
    return { ...test, begun, own, roll: (wanted: object) => test.act('roll', wanted) };
  }

  it('MV36: nobody is passed over without a word: their moves are asked for, then it is said that they did nothing', () => {
    const { begun, own, roll, readOrder, draft, game, connection } = openCrowd();
    expect(begun.say).toMatch('Before the turn of character:player come creature:snik, creature:snak.');
    const early = roll(own);
    expect(early).toMatchObject({ ok: false, patches: [], rolls: [] });
    expect(early.say).toBe(
      'It is the turn of creature:snik: before character:player comes the turn of creature:snik, creature:snak. Make their moves first (roll with `who`). A reaction or opportunity attack is made with that word in `reason`. If they do nothing, send the same call again.',
    );
    expect(roll(strike('Snik')).ok).toBe(true);
    expect(roll({ ...own, reason: 'I cut' }).say).toMatch(
      'comes the turn of creature:snak. Make its move first',
    );
    const passing = roll(own);
    expect(passing.say).toMatch(
      /^creature:snak did nothing in its turn\.\nAda, Attack against creature:grum: /,
    );
    expect(readOrder()).toMatchObject({ turn: 'creature:grum', round: 1 });
    const [lead, blow] = draft.actions.slice(-2);
    expect([lead?.tool, lead?.by, blow?.tool, blow?.by]).toEqual(['turn_pass', 'system', 'roll', 'model']);
    draft.commit(endTurn());
    expect(replay({ connection, session: game.session.id }).divergence).toBeUndefined();
  });

  it('TU2: a turn in which somebody was passed over is resumed with nothing done twice', async () => {
    const { own, draft, game } = openCrowd();
    draft.commit(endTurn());
    const calls = [{ name: 'roll', arguments: own }];
    const away = new ProviderError({
      code: 'model.away',
      happened: 'Away.',
      todo: 'Wait.',
      retryable: false,
    });
    const gained = { name: 'adjust', arguments: { path: 'progression.xp', delta: 5 } };
    await playScript([{ calls }, { calls: [...calls, gained] }, away], { game });
    const left = game.findLeftDraft();
    expect(left?.actions.map(({ tool }) => tool)).toEqual(['roll', 'turn_pass', 'roll', 'adjust']);
    const resumed = await gather(resumeTurn({ game, model: buildScriptedModel([{ text: 'You strike.' }]) }));
    expect(ofKind(resumed, 'rolled').length).toBeGreaterThan(0);
    expect(game.readActions(game.head.id)).toEqual(left?.actions);
  });

  it('MV36: a round that somebody opens out of turn begins before their blow, and no further act of one turn is refused', () => {
    const { own, roll, readOrder } = openCrowd();
    roll(strike('Snik'));
    roll(strike('Snak'));
    expect(roll(own).ok).toBe(true);
    expect(roll({ move: 'persuade', against: 'Grum' }).ok).toBe(true);
    expect(readOrder()).toMatchObject({ turn: 'creature:grum', round: 1 });
    expect(roll(strike('Snik')).say).toMatch('comes the turn of creature:grum.');
    const opened = roll(strike('Snik'));
    expect(opened.say).toMatch(/^creature:grum did nothing in its turn\.\nRound 2\.\ncreature:snik/);
    expect(readOrder()).toMatchObject({ turn: 'creature:snak', round: 2 });
  });

  it('MV36: what lasts a round is there in the next turn of whoever has it, whoever opens the round', () => {
    const { own, roll, act, draft } = openCrowd();
    const isProne = (id: EntityId) =>
      JSON.stringify(draft.state.find(id)?.sheet['conditions']).includes('Prone');
    roll(strike('Snik'));
    roll(strike('Snak'));
    roll(own);
    act('condition_add', { condition: 'Prone', rounds: 1, target: 'Snak' });
    roll(strike('Grum'));
    expect(readOrder(draft.state)).toMatchObject({ turn: 'creature:snik', round: 2 });
    expect(isProne('creature:snak')).toBe(true);
    roll(strike('Snik'));
    expect(isProne('creature:snak')).toBe(true);
    const rise = roll(strike('Snak'));
    expect(isProne('creature:snak')).toBe(false);
    expect(rise.patches.find(({ path }) => path === 'conditions')?.because).toBe('its rounds are over');
  });

  it('MV36: a reaction is made at any time, and leaves the turn where it is', () => {
    const { draft, act, begin } = openOrdered();
    act('roll', strike('Snik'));
    draft.commit(endTurn());
    const { act: roll, readTurn } = begin('I run.');
    expect(roll(strike('Grum', 'blow of opportunity')).ok).toBe(true);
    expect(readTurn()).toBe(playerId);
  });
});

describe('turns told by the built-in narrator', () => {
  it('MV24: everybody who stands has their turn before the next words of the player, once in a round', async () => {
    const story = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'wolves' });
    onTestFinished(story.close);
    const foes = ['Thin Wolf', 'Lame Wolf', 'Old Wolf'];
    const make = (name: string) => ['npc_create', { name, like: 'wolf', attitude: 'hostile' }] as const;
    story.force(foes.map(make));
    story.force([['adjust', { path: 'resources.hp.temp', delta: 500 }]]);
    for (const _round of [1, 2, 3]) {
      const standing = foes
        .map((name) => `creature:${name.toLowerCase().replace(' ', '-')}`)
        .filter((id) => Number(readHitPoints(story.game.state, id)) > 0);
      const { happenings } = await story.play('I attack the wolf');
      const blows = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll] : []));
      const strikers = blows.flatMap(({ move, who }) => (move === 'foe_attack' ? [who] : []));
      const left = standing.filter((id) => Number(readHitPoints(story.game.state, id)) > 0);
      expect(new Set(strikers).size).toBe(strikers.length);
      if (readOrder(story.game.state) !== undefined) expect(strikers).toEqual(expect.arrayContaining(left));
      if (left.length > 1) expect(readOrder(story.game.state)?.turn).toBe(playerId);
    }
  });

  it.each(['percentile', 'dnd5e', 'step-dice'])(
    'MV24: in %s whoever is attacked strikes in its own turn, and a round takes one round of every condition',
    async (system) => {
      const story = openStory({ system, scenario: 'the-winter-toll', seed: 'a' });
      onTestFinished(story.close);
      const foes = ['Thin Wolf', 'Lame Wolf', 'Old Wolf'];
      const ids = foes.map((name) => `creature:${name.toLowerCase().replace(' ', '-')}`);
      story.force(
        foes.map((name) => ['npc_create', { name, type: 'creature', attitude: 'hostile' }] as const),
      );
      const all = [playerId, ...ids];
      story.force(
        all.map((target) => ['condition_add', { condition: 'marked', rounds: 20, target }] as const),
      );
      const readRounds = () =>
        all.map((id) => {
          const listed = story.game.state.find(id as EntityId)?.sheet['conditions'] as readonly {
            rounds: number;
          }[];
          return listed[0]?.rounds ?? 0;
        });
      await story.play('I attack the old wolf');
      for (const words of ['I attack the lame wolf', 'I wait']) {
        const order = (readOrder(story.game.state)?.places ?? []).map(({ id }) => id as string);
        const before = readRounds();
        const { happenings } = await story.play(words);
        if (readOrder(story.game.state) === undefined) return;
        const strikers = happenings.flatMap((one) =>
          one.kind === 'rolled' && one.roll.move === 'foe_attack' ? [one.roll.who ?? ''] : [],
        );
        const once = [...new Set(strikers)];
        const own = order.indexOf(playerId);
        const turns = [...order.slice(own + 1), ...order.slice(0, own)];
        expect(once).toEqual(turns.filter((id) => once.includes(id)));
        expect(readRounds()).toEqual(before.map((rounds) => rounds - 1));
      }
    },
  );

  it('MV24: once others have answered the move of the player, a model is told to roll no further one, and how talk ends a fight', async () => {
    const test = open();
    test.act('npc_create', { name: 'Snik', like: 'goblin' });
    test.act('mode_set', { mode: 'combat', opponents: ['Snik'] });
    test.act('adjust', { path: 'resources.hp.temp', delta: 500 });
    test.act('adjust', { path: 'resources.hp.current', delta: 500, target: 'Snik' });
    if (test.readOrder()?.turn !== playerId)
      test.act('roll', { move: 'attack', who: 'creature:snik', against: playerId });
    test.draft.commit(endTurn());
    const roll = (given: Readonly<Record<string, unknown>>) => ({
      calls: [{ name: 'roll', arguments: given }],
    });
    const blow = roll({ move: 'attack', against: 'Snik', formula: '1d1-9' });
    const answer = roll({ move: 'attack', who: 'creature:snik', against: playerId });
    const script = [blow, answer, { text: 'You miss, and so does he.' }];
    const { model } = await playScript(script, { game: test.game, words: 'I strike, and strike again.' });
    const hints = model.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(hints[1]).toMatch(/roll that move now.*mode_set exploration ends the fight/s);
    expect(hints[1]).not.toContain("It is the player's turn again");
    expect(hints[2]).toMatch(/It is the player's turn again.*roll no further move of their character now/s);
  });

  it('MV24: whoever struck back within the roll of the player is not said to have done nothing', async () => {
    const story = openStory({ system: 'step-dice', scenario: 'the-winter-toll', seed: 'b' });
    onTestFinished(story.close);
    const foes = ['Thin Wolf', 'Lame Wolf', 'Old Wolf'];
    story.force(foes.map((name) => ['npc_create', { name, type: 'creature', attitude: 'hostile' }] as const));
    story.force([['condition_add', { condition: 'marked', rounds: 20 }]]);
    await story.play('I attack the old wolf');
    const { happenings } = await story.play('I attack the lame wolf');
    const { happenings: next } = await story.play('I attack the old wolf');
    const said = [...happenings, ...next].flatMap((one) => (one.kind === 'tool-called' ? [one.say] : []));
    expect(said.join('\n')).toContain('creature:lame-wolf strikes back.');
    expect(said.join('\n')).not.toContain('lame-wolf did nothing');
    expect(readOrder(story.game.state)).toMatchObject({ round: 4, turn: playerId });
  });
});

describe('what is told of turns, and what becomes of them', () => {
  it('MV20: the prompt tells order, round and whose turn it is while the fight lasts', () => {
    const { act, draft, readOrder } = openFight();
    const budget = new Proxy({}, { get: () => 1_000 }) as Parameters<typeof renderNow>[0]['budget'];
    const render = () =>
      renderNow({
        system: edition,
        state: draft.state,
        settings: {} as Parameters<typeof renderNow>[0]['settings'],
        beside: [],
        recalled: [],
        words: 'I act.',
        budget,
      })['order'];
    const { places = [], turn } = readOrder() ?? {};
    const listed = places.map(({ id, rolled }) => `${id} ${rolled}`).join(', ');
    expect(render()).toBe(`<order round="1" turn="${turn}">${listed}</order>`);
    act('mode_set', { mode: 'exploration' });
    expect(render()).toBe('');
  });

  it('MV20: an undone turn has no order, and the same turn told again has the same', () => {
    const { game, draft, act } = open();
    act('npc_create', { name: 'Snik', like: 'goblin' });
    act('roll', { move: 'attack', against: 'Snik' });
    const order = draft.state.find(fightId)?.sheet;
    expect(order).toBeDefined();
    draft.commit(endTurn());
    game.undo();
    expect(game.state.find(fightId)).toBeUndefined();
    game.redo();
    expect(game.state.find(fightId)?.sheet).toEqual(order);
    const again = game.retry();
    call(again, 'npc_create', { name: 'Snik', like: 'goblin' });
    call(again, 'roll', { move: 'attack', against: 'Snik' });
    expect(again.state.find(fightId)?.sheet).toEqual(order);
  });

  it('MV20: a manifest whose order cannot be read is refused with the place and what would do', () => {
    const say = (by: string) => {
      const manifest = structuredClone(edition.manifest);
      Object.assign(manifest.narrator ?? {}, { order: { by } });
      const checked = checkManifest(manifest);
      return checked.ok ? [] : checked.problems.map(({ pointer, says }) => `${pointer}: ${says}`);
    };
    expect(say('1d20+@combat.initiativ')[0]).toMatch(/^\/narrator\/order\/by: /);
    expect(say('combat.quickness')[0]).toMatch(/^\/narrator\/order\/by: /);
    const odd = structuredClone(edition.manifest);
    Object.assign(odd.narrator?.opponents?.attack ?? {}, { times: 'combat.atacks' });
    const checked = checkManifest(odd);
    expect(checked.ok ? '' : checked.problems[0]?.pointer).toBe('/narrator/opponents/attack/times');
  });

  it('MV23: any moves, foes, falls and modes leave an order of those who are there, with the turn of somebody in it', () => {
    const someone = fc.constantFrom('player', 'Mira', 'Snik', 'Grum');
    const anyCall = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          name: fc.constant('roll'),
          given: fc.record({
            move: fc.constantFrom('attack', 'flee', 'down'),
            who: someone,
            against: someone,
          }),
        }),
      },
      fc.record({
        name: fc.constant('mode_set'),
        given: fc.record(
          {
            mode: fc.constantFrom('combat', 'exploration'),
            opponents: fc.uniqueArray(fc.constantFrom('Mira', 'Snik', 'Grum')),
          },
          { requiredKeys: ['mode'] },
        ),
      }),
      fc.record({
        name: fc.constant('npc_create'),
        given: fc.record({ name: fc.constantFrom('Snik', 'Grum'), type: fc.constant('creature') }),
      }),
      fc.record({
        name: fc.constant('set'),
        given: fc.record({ path: fc.constant('is_gone'), value: fc.boolean(), target: someone }),
      }),
      fc.record({
        name: fc.constant('set'),
        given: fc.record({
          path: fc.constant('turn'),
          value: fc.constantFrom('npc:mira', 'creature:snik', ''),
          target: fc.constant('fight:now'),
        }),
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedSystems),
        fc.array(anyCall, { maxLength: 14 }),
        (system, calls) => {
          const test = openTestGame({ system });
          const draft = test.game.start('I try.');
          for (const { name, given } of calls) expect(call(draft, name, given).faults).toEqual([]);
          expectWholeOrder(draft.state);
          draft.commit(endTurn());
          expect(replay({ connection: test.connection, session: 'The Mill' }).divergence).toBeUndefined();
          test.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('MV20: a game that was begun by rules without turns has none, and names the turn where rules with turns differ', () => {
    const old = change(edition, ({ narrator }) => {
      delete narrator?.order;
    });
    const { act, draft, connection } = open(old);
    act('npc_create', { name: 'Snik', like: 'goblin' });
    expect(act('roll', { move: 'attack', against: 'Snik' }).rolls).toHaveLength(1);
    draft.commit(endTurn());
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    expect(replay({ connection, session: 'The Mill', system: edition }).divergence).toMatchObject({
      turn: { number: 1 },
      entity: fightId,
    });
  });
});

describe('a fight in Fate', () => {
  it('MV36: a blow struck in return is the turn of whoever strikes it, and words of the ladder are numbers', () => {
    const fate = findShipped('fate');
    const seeds = Array.from({ length: 40 }, (_, index) => `back-${index}`);
    const fights = seeds.map((seed) => {
      const test = open(fate, seed);
      test.act('npc_create', { name: 'Dolg', type: 'creature', at: 'Old Mill', like: 'standard' });
      test.act('mode_set', { mode: 'combat', opponents: ['Dolg'] });
      test.act('roll', { move: 'attack', who: 'Dolg', against: 'player' });
      const blow = test.act('roll', { move: 'attack', against: 'Dolg' });
      return { ...test, blow };
    });
    const struck = fights.find(({ blow }) => blow.say.includes('strikes back.'));
    expect(struck?.blow.say).toMatch(/Turn: character:player\.$/);
    expect(struck?.act('roll', { move: 'attack', against: 'Dolg' }).rolls).not.toEqual([]);
    const climbed = struck?.act('roll', { formula: '4dF+@skills.athletics', versus: 'Fair' });
    expect(climbed?.rolls[0]).toMatchObject({ target: 2 });
    expect(struck?.act('roll', { formula: '4dF', versus: 'Enormous' }).say).toContain('such as 2 or Fair');
  });
});

describe('a fight that begins', () => {
  it('MV20: the answer names those who are hostile and here as well', () => {
    const { act } = open();
    for (const name of ['Goblin', 'Sal', 'Bram'])
      act('npc_create', {
        name,
        type: 'creature',
        at: 'Old Mill',
        attitude: name === 'Bram' ? 'wary' : 'hostile',
      });
    const blow = revealSecrets(act('roll', { move: 'attack', against: 'Goblin' }).say);
    expect(blow).toContain('Hostile and here as well: creature:sal. mode_set');
    // The same is true if more fighters come first than an answer would name.
    const many = open();
    const names = ['Ann', 'Bo', 'Cyd', 'Dex', 'Eve', 'Fox', 'Gil'];
    for (const name of names)
      many.act('npc_create', { name, type: 'creature', at: 'Old Mill', attitude: 'hostile' });
    const begun = many.act('mode_set', { mode: 'combat', opponents: names.slice(0, 6) });
    expect(revealSecrets(begun.say)).toContain('Hostile and here as well: creature:gil. mode_set');
  });
});
