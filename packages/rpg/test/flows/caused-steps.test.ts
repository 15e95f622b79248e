// Tests what the program marks so that the model need not: steps of quests that were reached, and segments of clocks.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { type Scenario, scenarioSchema } from '../../src/narrator/scenario.ts';
import { startSession } from '../../src/session-zero/start-session.ts';
import type { Acted } from '../../src/state/game.ts';
import { revealSecrets, stripSecrets } from '../../src/values/hidden-text.ts';
import { call, endTurn } from '../support/open-test-game.ts';

const seaside: Scenario = scenarioSchema.parse({
  id: 'seaside',
  title: 'Seaside',
  about: 'A harbour in the rain.',
  start: { at: 'Harbour', minutes: 600 },
  opening: ['It rains on the harbour.'],
  places: [
    { name: 'Harbour', about: 'Boats knock against each other.' },
    { name: 'Chapel', about: 'A cold nave.' },
    { name: 'Crypt', about: 'It drips.' },
  ],
  ways: [
    { from: 'Harbour', to: 'Chapel' },
    { from: 'Chapel', to: 'Crypt' },
  ],
  items: [{ name: 'tin box', about: 'Rusty.', hidden_at: 'Chapel' }],
  quests: [
    {
      name: 'The Pilot',
      about: 'The pilot is missing.',
      open: true,
      steps: [
        { name: 'Go to the Chapel', on: 'arrive', what: 'Chapel' },
        { name: 'Search the Chapel', on: 'search', what: 'Chapel', finds: 'tin box' },
        { name: 'Be in the Chapel', on: 'arrive', what: 'Chapel' },
        { name: 'Reach the Crypt', on: 'arrive', what: 'Crypt' },
      ],
    },
    { name: 'The Storm', about: 'It comes.', steps: [{ name: 'Flee' }] },
  ],
  clocks: [
    { name: 'Lightning', segments: 4, while: 'The Storm' },
    { name: 'Tide', segments: 4, on: ['failure', 'rest'] },
    { name: 'Fog', segments: 4, on: ['travel'] },
  ],
});

/** The percentile system, in which luck throws the dice anew. */
function buildRerolling() {
  const rerolled = structuredClone(readShippedSystem('percentile').manifest);
  Object.assign(rerolled.narrator?.spends?.[0] ?? {}, { does: 'reroll' });
  const checked = checkManifest(rerolled);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.system;
}

function isFailed({ rolls }: Pick<Acted, 'rolls'>): boolean {
  return (rolls[0]?.outcome?.degree ?? 0) < 0;
}

function open(seed: string, world = seaside, system = readShippedSystem('percentile')) {
  const environment = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  const character = { name: 'Wren', about: '', set: system.manifest.characters?.[0]?.set ?? {} };
  const session = startSession({ connection, environment, name: 'sea', seed, system, world, character });
  const game = openGame({ connection, session: session.id, clock: environment.clock });
  const draft = game.start('I act.');
  return {
    game,
    draft,
    act: (name: string, given: object) => call(draft, name, given),
    readDone: () => {
      const steps = draft.state.find('quest:the-pilot')?.sheet['steps'];
      return Array.isArray(steps) ? steps.map((step) => Object(step).is_done) : [];
    },
    readClock: (key: string) => Object(draft.state.find(`clock:${key}`)?.sheet['progress']).filled,
    checkReplay() {
      draft.commit(endTurn());
      expect(replay({ connection, session: session.id }).divergence).toBeUndefined();
    },
  };
}

/** Opens games until a roll of the move comes out well, or badly. */
function rollUntil(wanted: 'well' | 'badly', before: readonly (readonly [string, object])[] = []) {
  for (let count = 0; count < 60; count += 1) {
    const opened = open(`seed ${count}`);
    for (const [name, given] of before) opened.act(name, given);
    const acted = opened.act('roll', { move: 'search' });
    const degree = acted.rolls[0]?.outcome?.degree ?? 0;
    if (wanted === 'well' ? degree > 0 : degree < 0) return { ...opened, acted };
  }
  throw new Error('no seed comes out so');
}

describe('what code marks for a model', () => {
  it('NB15: where the player arrives, the step that waits for it is marked, and the answer says so', () => {
    const { act, readDone, checkReplay } = open('sea');
    expect(readDone()).toEqual([false]);
    const arrived = act('move', { destination: 'Chapel' });
    expect(arrived.say).toContain('The player is at Chapel: of quest:the-pilot, "Go to the Chapel" is done.');
    expect(arrived.say).toContain('the next step is known now: "Search the Chapel"');
    expect(readDone()).toEqual([true, false]);
    expect(act('move', { destination: 'Crypt' }).say).not.toContain('is done');
    checkReplay();
  });

  it('NB15: a search that succeeds marks its step and those that it makes the next, and names what is found', () => {
    const { acted, readDone, act, checkReplay } = rollUntil('well', [['move', { destination: 'Chapel' }]]);
    expect(revealSecrets(acted.say)).toContain(
      'Chapel has been searched: of quest:the-pilot, "Search the Chapel" is done.<secret> It finds tin box: give it with item_add.</secret>',
    );
    expect(stripSecrets(acted.say)).not.toContain('tin box');
    expect(readDone()).toEqual([true, true, true, false]);
    expect(act('move', { destination: 'Crypt' }).say).toContain('to end it, set `status` to done');
    checkReplay();
  });

  it('NB15: a search that fails marks nothing, and the thing that it is for marks its step', () => {
    const { readDone, act } = rollUntil('badly', [['move', { destination: 'Chapel' }]]);
    expect(readDone()).toEqual([true, false]);
    expect(act('item_add', { name: 'tin box' }).say).toContain(
      'The player has tin box: of quest:the-pilot, "Search the Chapel" is done.',
    );
    expect(readDone()).toEqual([true, true, true, false]);
  });

  it('NB15: a talk and a thing mark their steps as soon as they come about, a later one too that nobody has been shown', () => {
    const people = [
      { name: 'Osric Vane', about: 'The keeper.', at: 'Harbour', secret: ['He knocks on the rail.'] },
      { name: 'Merrin', about: 'A boatwoman.', at: 'Chapel', secret: ['She put out the lamp.'] },
    ];
    const steps = [
      { name: 'Speak with the keeper', on: 'talk', what: 'Osric Vane' },
      { name: 'Find what cut the wick', on: 'find', what: 'tin box' },
      { name: 'Win over Merrin', on: 'talk', what: 'Merrin' },
      { name: 'Reach the Crypt', on: 'arrive', what: 'Crypt' },
    ];
    const quests = [{ name: 'The Pilot', about: 'He is missing.', open: true, steps }];
    const world = scenarioSchema.parse({ ...seaside, people, quests });
    const { act, readDone, draft, checkReplay } = open('sea', world);
    const found = act('item_add', { name: 'tin box' });
    expect(found.say).toContain(
      'The player has tin box: of quest:the-pilot, "Find what cut the wick" is done.',
    );
    expect(readDone()).toEqual([false, true]);
    const rolled = act('roll', { move: 'talk', against: 'Osric Vane' });
    expect(rolled.say).toContain('The player has talked to Osric Vane: of quest:the-pilot');
    expect(readDone()).toEqual([true, true, false]);
    // If somebody comes to the player, the answer tells what is noted about them.
    const come = act('move', { who: 'Merrin', destination: 'Harbour' });
    expect(revealSecrets(come.say)).toContain('She put out the lamp.');
    expect(stripSecrets(come.say)).not.toContain('lamp');
    const gone = act('move', { who: 'Osric Vane', destination: 'Chapel' });
    expect(revealSecrets(gone.say)).not.toContain('knocks');
    for (let count = 0; count < 12 && readDone()[2] === false; count += 1) {
      const tried = act('roll', { move: 'persuade', against: 'Merrin', reason: `try ${count}` });
      expect(readDone()[2]).toBe(!isFailed(tried));
    }
    expect(readDone()).toEqual([true, true, true, false]);
    expect(draft.state.find('quest:the-pilot')?.sheet['status'] ?? 'open').toBe('open');
    checkReplay();
  });

  it('NB15: a talk that fails, that is about something else, or that a later step names, marks nothing', () => {
    const people = [{ name: 'Ilka Renn', about: 'An astronomer.', at: 'Harbour' }];
    const steps = [
      { name: 'Talk to Ilka Renn about the log', on: 'talk', what: 'Ilka Renn' },
      { name: 'Reach the Chapel', on: 'arrive', what: 'Chapel' },
      { name: 'Ask Ilka Renn about the mast', on: 'talk', what: 'Ilka Renn' },
      { name: 'Reach the Crypt', on: 'arrive', what: 'Crypt' },
      { name: 'Tell Ilka Renn about the mast', on: 'talk', what: 'Ilka Renn' },
      { name: 'Talk to Ilka Renn', on: 'talk', what: 'Ilka Renn' },
    ];
    const quests = [{ name: 'The Pilot', about: 'He is missing.', open: true, steps }];
    const { act, readDone, checkReplay } = open('sea', scenarioSchema.parse({ ...seaside, people, quests }));
    const tryUntilWell = (reason: string, before: readonly boolean[]) => {
      for (let count = 0; count < 30; count += 1) {
        expect(readDone()).toEqual(before);
        if (!isFailed(act('roll', { move: 'talk', against: 'Ilka Renn', reason: `${reason}, ${count}` })))
          return;
      }
      throw new Error('no roll succeeds');
    };
    tryUntilWell('haggle over boots', [false]);
    tryUntilWell('get a copy of her logs', [false]);
    tryUntilWell('ask about the masts', [true, false]);
    // The step to ask her about the mast may be done early; the steps to tell her of it, or only to talk to her, may
    // not.
    tryUntilWell('ask about the mast again', [true, false, true]);
    expect(readDone()).toEqual([true, false, true]);
    checkReplay();
  });

  it('NB15: what the built-in narrator does, it marks itself', () => {
    const { draft, readDone } = open('sea');
    const given = JSON.stringify({ destination: 'Chapel' });
    draft.execute({ id: '', name: 'move', arguments: given }, 'model', { isByRules: true });
    expect(readDone()).toEqual([false]);
  });

  it('NB16: a failed roll of the player moves the clock that waits for one, once in a turn', () => {
    const { acted, act, draft, readClock, checkReplay } = rollUntil('badly');
    expect(acted.say).toContain('The failed roll moves clock:tide on.');
    expect([readClock('tide'), readClock('lightning'), readClock('fog')]).toEqual([1, 0, 0]);
    const again = act('clock_tick', { name: 'Tide' });
    expect([again.ok, again.say]).toEqual([false, expect.stringContaining('came by itself already')]);
    for (let count = 0; count < 20; count += 1) act('roll', { move: 'search', reason: `try ${count}` });
    act('time_advance', { rest: 'short' });
    expect(readClock('tide')).toBe(1);
    expect(draft.actions.filter(({ tool, ok }) => ok && tool === 'clock_tick')).toHaveLength(1);
    expect(readClock('attention')).toBeGreaterThan(1);
    checkReplay();
  });

  it.each([
    { move: 'persuade' },
    { move: 'talk', as: 'lie' },
    { check: 'skill_roll', versus: '@skills.psychology' },
    { check: 'skill_roll', versus: '@skills.first_aid' },
    { check: 'skill_roll', versus: '@skills.listen' },
    { move: 'look', as: 'listen' },
  ])('NB16: who only asks, looks or helps moves no clock by failing: %j', (wanted) => {
    const { act, readClock } = open('sea');
    const tries = Array.from({ length: 12 }, (_, count) =>
      act('roll', { ...wanted, reason: `try ${count}` }),
    );
    expect(tries.some(isFailed)).toBe(true);
    expect([readClock('tide'), readClock('attention')]).toEqual([0, undefined]);
  });

  it('NB16, NA38: a search that fails from a controlled position moves no clock, and one from a risky position does', () => {
    const seen = new Map<number, unknown>();
    for (let count = 0; seen.size < 2; count += 1) {
      const position = 1 + (count % 2);
      const { act, readClock, checkReplay } = open(`p${count}`, seaside, readShippedSystem('blades-style'));
      act('set', { path: 'status.position', value: position });
      if (!isFailed(act('roll', { move: 'search' }))) continue;
      seen.set(position, readClock('tide'));
      checkReplay();
    }
    expect([seen.get(1), seen.get(2)]).toEqual([0, 1]);
  });

  it('TO16, NB16: no rest and no payment are read from an argument that is left empty', () => {
    const rested = open('sea');
    expect(rested.act('time_advance', { minutes: 5, rest: null }).ok).toBe(true);
    expect(rested.readClock('tide')).toBe(0);
    const { act, readClock } = rollUntil('badly');
    expect(readClock('tide')).toBe(1);
    const tries = Array.from({ length: 40 }, (_, count) =>
      act('roll', { move: 'search', spend: null, reason: `try ${count}` }),
    );
    expect(tries.some((tried) => tried.ok && !isFailed(tried))).toBe(true);
    expect(readClock('tide')).toBe(1);
  });

  it('NB16: a clock moves with a rest if it waits for one, and not in a fight or with an open quest missing', () => {
    const rested = open('sea');
    expect(rested.act('time_advance', { rest: 'short' }).say).toContain('The rest moves clock:tide on.');
    expect(rested.readClock('tide')).toBe(1);
    const quiet = rollUntil('badly', [['quest_update', { name: 'The Pilot', status: 'dropped' }]]);
    expect(quiet.readClock('tide')).toBe(0);
    const fighting = rollUntil('badly', [
      ['npc_create', { name: 'Crab', type: 'creature' }],
      ['mode_set', { mode: 'combat', opponents: ['Crab'] }],
    ]);
    expect(fighting.readClock('tide')).toBe(0);
  });

  it('NB16: a roll that is judged again and then succeeds takes the tick back', () => {
    for (let count = 0; count < 60; count += 1) {
      const { act, readClock, checkReplay } = open(`seed ${count}`);
      const first = act('roll', { move: 'search' });
      if ((first.rolls[0]?.outcome?.degree ?? 0) >= 0) continue;
      const again = act('roll', { spend: 'luck', points: 20 });
      const degree = again.rolls[0]?.outcome?.degree;
      if (degree === undefined || degree < 0) continue;
      expect(again.say).toContain('The roll did not fail after all: clock:tide is moved back.');
      expect(readClock('tide')).toBe(0);
      checkReplay();
      return;
    }
    throw new Error('no roll was saved');
  });

  it('NB16: a tick is taken back too where the player pays, and never counts twice where fresh dice fail again', () => {
    const rerolling = buildRerolling();
    const seen = new Set<boolean>();
    for (let count = 0; count < 60 && seen.size < 2; count += 1) {
      const { game, draft, act } = open(`seed ${count}`, seaside, rerolling);
      if (!isFailed(act('roll', { move: 'search' }))) {
        draft.delete();
        continue;
      }
      draft.commit(endTurn());
      const next = game.start('/spend luck');
      const given = JSON.stringify({ spend: 'luck', points: 1 });
      const again = next.execute(
        { id: '', name: 'roll', arguments: given },
        count % 2 === 0 ? 'player' : 'model',
      );
      expect(again.ok, again.say).toBe(true);
      const hasFailed = isFailed(again);
      seen.add(hasFailed);
      expect(Object(next.state.find('clock:tide')?.sheet['progress']).filled).toBe(hasFailed ? 1 : 0);
      next.commit(endTurn());
    }
    expect(seen.size).toBe(2);
  });
});
