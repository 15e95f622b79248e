// Tests the notebook: only the game master is told what only the game master knows, until the story reveals it.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { exportGame } from '../../src/exchange/export-game.ts';
import { readCard } from '../../src/exchange/read-card.ts';
import { openGame } from '../../src/game/open-game.ts';
import { replay } from '../../src/game/replay.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { buildNarrator } from '../../src/narrator/built-in-narrator.ts';
import { type Scenario, scenarioSchema } from '../../src/narrator/scenario.ts';
import { listScenarios, readScenario } from '../../src/narrator/scenarios.ts';
import { playTurn } from '../../src/play-turn.ts';
import { buildGlossaryWorld } from '../../src/session-zero/build-glossary-world.ts';
import { joinCard } from '../../src/session-zero/join-lore.ts';
import { startSession } from '../../src/session-zero/start-session.ts';
import type { TurnDraft } from '../../src/state/game.ts';
import { isStoryOver, listFollowing, readNotebook } from '../../src/state/notebook.ts';
import { revealSecrets } from '../../src/values/hidden-text.ts';
import { dumpGame } from '../support/dump-game.ts';
import { openTestGame, playCalls } from '../support/open-test-game.ts';
import { gather, playScript } from '../support/play-script.ts';
import { finishOne, listSteps } from '../support/quest-steps.ts';

const seaside: Scenario = scenarioSchema.parse({
  id: 'seaside',
  title: 'Seaside',
  about: 'A harbour in the rain.',
  start: { at: 'Harbour', minutes: 600 },
  opening: ['It rains on the harbour.'],
  places: [
    { name: 'Harbour', about: 'Boats knock against each other.' },
    { name: 'Chapel', about: 'A cold nave.' },
    { name: 'Grotto', about: 'It drips.' },
  ],
  ways: [
    { from: 'Harbour', to: 'Chapel' },
    { from: 'Harbour', to: 'Grotto', name: 'the zq-crack', back: 'the zq-slit', hidden: true },
  ],
  people: [
    {
      name: 'Abel',
      about: 'A fisherman.',
      at: 'Harbour',
      role: 'smuggler zq-role',
      want: 'to sell the zq-want before dawn',
      secret: ['He drowned the pilot zq-hides'],
      topics: [{ words: ['pilot'], say: ['He zq-knows where the pilot lies.'] }],
      plans: [
        {
          from: 'Harbour',
          to: 'Chapel',
          leaves: 'Off he goes.',
          comes: 'He comes.',
          found: 'He is there.',
          ticks: 'Tide',
        },
      ],
    },
    {
      name: 'Berta',
      about: 'She mends nets.',
      at: 'Chapel',
      gender: 'she',
      attitude: 'devoted',
      want: 'to leave with the zq-want',
      secret: ['She took the pilot in, zq-hides'],
    },
  ],
  creatures: [],
  items: [{ name: 'zq-box', about: 'A tin box.', hidden_at: 'Chapel' }],
  quests: [
    {
      name: 'The Pilot',
      about: 'The pilot is missing.',
      giver: 'Abel',
      open: true,
      steps: [
        { name: 'Ask Abel about the pilot', on: 'talk', what: 'Abel' },
        { name: 'Search the zq-nave' },
        { name: 'Face the zq-end' },
      ],
      won: 'zq-won and done.',
      next: 'The zq-next',
    },
    { name: 'The zq-next', about: 'What follows.', steps: [{ name: 'Go home' }, { name: 'Sleep at last' }] },
  ],
  clocks: [{ name: 'Tide', about: 'How high it is.', segments: 2, full: 'zq-brings the flood.' }],
  secrets: [
    { text: 'It was the zq-truth all along.' },
    { of: 'Chapel', kind: 'holds', text: 'a zq-bell: cracked' },
  ],
});

const markers = [
  'role',
  'want',
  'hides',
  'knows',
  'brings',
  'truth',
  'won',
  'next',
  'nave',
  'end',
  'box',
  'bell',
  'crack',
  'slit',
  'thought',
].map((word) => `zq-${word}`);

function open(world: Scenario = seaside) {
  const environment = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  const system = readShippedSystem('starter');
  const [quick] = system.manifest.characters ?? [];
  const character = { name: 'Wren', about: '', set: quick?.set ?? {} };
  const session = startSession({
    connection,
    environment,
    name: 'sea',
    seed: 'sea',
    system,
    world,
    character,
  });
  const game = openGame({ connection, session: session.id, clock: environment.clock });
  return { game, connection, environment, session };
}

type Opened = ReturnType<typeof open>;

/** Everything that a player, a screen or a program can see of a game, and its database file. */
function collectShown({ game, connection, environment, session }: Opened): string {
  const formats = ['story', 'sillytavern', 'corpus'] as const;
  return JSON.stringify([
    game.listEvents(0, 100_000),
    game.readStanding(),
    game.listTurns(1000),
    game.listTurns(1000).map(({ id }) => game.readActions(id)),
    formats.map((format) => exportGame({ connection, session: session.id, format, ids: environment.ids })),
    dumpGame(connection),
  ]);
}

function listMarkers(text: string): readonly string[] {
  return markers.filter((marker) => text.includes(marker));
}

const wild = [
  { name: 'move', arguments: { destination: 'Chapel' } },
  { name: 'move', arguments: { destination: 'Harbour' } },
  { name: 'time_advance', arguments: { minutes: 900 } },
  { name: 'clock_tick', arguments: { name: 'Tide', ticks: 1 } },
  { name: 'state_query', arguments: { target: 'Abel' } },
  { name: 'lore_search', arguments: { query: 'pilot zq' } },
  { name: 'notebook', arguments: { of: 'Abel', kind: 'plans', text: 'to burn the zq-truth', hours: 2 } },
  { name: 'notebook', arguments: { id: 's2', text: 'to keep the zq-want' } },
  { name: 'notebook', arguments: { of: 'nobody', text: 'the zq-truth' } },
  { name: 'notebook', arguments: { text: 'the zq-truth', wrong: 1 } },
  { name: 'notebook', arguments: { id: 's3', text: '' } },
  { name: 'mode_set', arguments: { mode: 'combat', opponents: ['Abel'] } },
  { name: 'npc_create', arguments: { name: 'Berta', at: 'Chapel' } },
  { name: 'reveal', arguments: { id: 'nothing' } },
  { name: 'notebooks', arguments: { of: 'Abel', text: 'to burn the zq-truth' } },
  { name: 'notebook', arguments: { of: 'Abel', kind: 'the zq-truth', text: 'x' } },
  { name: 'move', arguments: { destination: 'Grotto' } },
  { name: 'state_query', arguments: { target: 'Grotto' } },
  {
    name: 'place_create',
    arguments: {
      name: 'Vault',
      exits: [{ to: 'Chapel', name: 'zq-slit', is_hidden: true, is_locked: true }],
    },
  },
  { name: 'place_create', arguments: { name: 'Vault', exits: [{ to: 'the zq-bell', is_hidden: 'yes' }] } },
] as const;

/** Calls for people elsewhere while time passes: allowed ones, and ones that are refused. */
const elsewhere = {
  text: 'Abel does the zq-thought.',
  reasoning: 'So zq-thought it is.',
  calls: [
    { name: 'notebook', arguments: { of: 'Abel', kind: 'plans', text: 'to burn the zq-truth', hours: 3 } },
    { name: 'notebook', arguments: { of: 'Berta', kind: 'hides', text: 'the zq-hides' } },
    { name: 'move', arguments: { who: 'Abel', destination: 'Chapel' } },
    { name: 'move', arguments: { who: 'zq-truth', destination: 'Chapel' } },
    { name: 'clock_tick', arguments: { name: 'Tide' } },
    { name: 'clock_tick', arguments: { name: 'zq-want', segments: 4 } },
    { name: 'reveal', arguments: { id: 's1' } },
  ],
};

describe('the notebook of the game master', () => {
  it('NB1: over random games nothing secret stands in what a player, a screen, an export or a search is given', async () => {
    const calls = fc.array(fc.constantFrom(...wild), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(calls, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (turns, isFast) => {
          const opened = open();
          const shown: unknown[] = [];
          let isTold = false;
          for (const wanted of turns) {
            const written = wanted.map((one, index) => ({
              id: `c${index}`,
              name: one.name,
              arguments: JSON.stringify(one.arguments),
            }));
            const script: ScriptStep[] = [
              {
                text: isFast ? '' : 'Now for the zq-thought.',
                reasoning: 'So zq-thought it is.',
                calls: written,
              },
              { text: 'It rains on.' },
            ];
            const { model, events } = await playScript(script, {
              game: opened.game,
              words: 'I watch Abel.',
              settings: { isFast },
              meanwhile: elsewhere,
            });
            shown.push(events, opened.game.head.suggestions);
            isTold ||= JSON.stringify(model.requests).includes('zq-truth');
          }
          expect(isTold).toBe(true);
          expect(listMarkers(JSON.stringify(shown))).toEqual([]);
          const all = collectShown(opened);
          expect(listMarkers(all)).toEqual([]);
          expect(all).not.toMatch(/"to\\?":\\?"(?:location:(?:grotto|vault)|Grotto|Vault)/);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('NB2: the game master is told who wants, hides and knows what, what lies here, what is to come and the truth behind it', async () => {
    const { game } = open();
    const first = await playScript([{ text: 'It rains.' }], { game });
    const now = first.model.requests[0]?.messages.at(-1)?.content ?? '';
    const secret = /<secret>[\s\S]*<\/secret>/.exec(now)?.[0] ?? '';
    for (const marker of ['role', 'want', 'hides', 'knows', 'brings', 'truth', 'nave', 'next', 'crack'].map(
      (word) => `zq-${word}`,
    ))
      expect(secret).toContain(marker);
    expect(secret).not.toContain('zq-box');
    expect(listMarkers(now.replace(secret, ''))).toEqual([]);
    playCalls(game, 'I go.', [['move', { destination: 'Chapel' }]]);
    const second = await playScript([{ text: 'It rains.' }], { game });
    const later = second.model.requests[0]?.messages.at(-1)?.content ?? '';
    expect(later).toContain('location:chapel holds: zq-box: A tin box.');
    expect(later).not.toContain('He drowned');
    const named = await playScript([{ text: 'It rains.' }], { game, words: 'I think of Abel.' });
    expect(named.model.requests[0]?.messages.at(-1)?.content).toContain('He drowned');
    expect(later).not.toContain('zq-won');
    const whole = `He was put ashore ${'by night and by day '.repeat(20)}until he was there.`;
    const { acted } = playCalls(game, 'On.', [['notebook', { kind: 'truth', of: 'The Pilot', text: whole }]]);
    expect(acted[0]?.ok, acted[0]?.say).toBe(true);
    const long = await playScript([{ text: 'It rains.' }], { game });
    expect(long.model.requests[0]?.messages.at(-1)?.content).toContain(whole);
    const done = ['Ask Abel about the pilot', 'Search the zq-nave'];
    playCalls(
      game,
      'On.',
      done.map((step) => ['quest_update', { name: 'The Pilot', done: [step] }] as const),
    );
    const end = await playScript([{ text: 'It rains.' }], { game });
    expect(end.model.requests[0]?.messages.at(-1)?.content).toContain('At its end: zq-won and done.');
  });

  it('NB2: what somebody keeps stands first where the player speaks to them, and what others far off are due to do takes one line', async () => {
    const { game } = open(readScenario('the-unkept-lamp'));
    const look = async (words: string) => {
      const { model } = await playScript([{ text: 'So it is.' }], {
        game,
        words,
        settings: { promptTokens: 24_000 },
      });
      const now = model.requests[0]?.messages.at(-1)?.content ?? '';
      return (/<secret>\n([\s\S]*)\n<\/secret>/.exec(now)?.[1] ?? '').split('\n');
    };
    const quest = 'The Lamp Nobody Sits Under';
    playCalls(game, 'I go.', [
      ['move', { destination: 'Blue Kettle' }],
      ['time_advance', { minutes: 900 }],
    ]);
    const kettle = await look('I ask Widow Esk what she has been keeping from me.');
    expect(kettle[0]).toContain('npc:widow-esk wants');
    expect(kettle[1]).toContain('npc:widow-esk hides: Widow Esk looks at her hands.');
    const elsewhere = kettle.filter((line) => line.includes('goes to'));
    expect(elsewhere).toHaveLength(1);
    expect(elsewhere[0]).toMatch(/^due elsewhere: .*npc:dunstan-crake: If at Ropewalk, goes to Fish Market/);
    expect(elsewhere[0]).toContain(`npc:issy-fenn: If at Lamp Office, goes to Pewter Rows`);
    playCalls(game, 'I go on.', [
      ['quest_update', { name: quest, status: 'done', done: listSteps(game, quest) }],
      ['quest_update', { name: 'The Eighth Chandler' }],
      ['move', { destination: 'Ropewalk' }],
    ]);
    const asked = await look('I ask him where he keeps the keys, and go down when it is open.');
    expect(asked.findIndex((line) => line.includes('gives the grating key'))).toBeLessThan(2);
    expect(asked.join('\n')).toContain('npc:dunstan-crake hides');
    expect(asked.join('\n')).toContain('quest:the-eighth-chandler: then');
    expect(asked.join('\n')).not.toContain('npc:issy-fenn');
    expect(asked.join('\n')).not.toContain(quest);
  });

  it('NB2: what lies here is told to its end, a trade takes no room, and of a quest that brings nothing more there is no line', async () => {
    const { game } = open(readScenario('the-unkept-lamp'));
    const long = `Under the third step ${'lies a stair that goes down and down '.repeat(5)}to zq-end.`;
    const { acted } = playCalls(game, 'I go.', [
      ['notebook', { kind: 'truth', of: 'Widow Esk', text: 'a widow' }],
      ['notebook', { kind: 'holds', of: 'Blue Kettle', text: long }],
      ['move', { destination: 'Blue Kettle' }],
    ]);
    expect(acted.map(({ ok, say }) => (ok ? '' : say))).toEqual(['', '', '']);
    const { model } = await playScript([{ text: 'So.' }], {
      game,
      words: 'I look around, and ask Widow Esk.',
      settings: { promptTokens: 24_000 },
    });
    const secret =
      /<secret>[\s\S]*<\/secret>/.exec(model.requests[0]?.messages.at(-1)?.content ?? '')?.[0] ?? '';
    expect(secret).toContain('zq-end.');
    expect(secret).not.toContain('truth: a widow');
    expect(secret).not.toContain('no further step');
    // Notes that are asked for are told whole, as far as all of them fit into an answer.
    const notes = [1, 2, 3, 4, 5].map((number) => `zq-${number} ${'goes down and on and on '.repeat(50)}`);
    const { acted: told } = playCalls(game, 'I think.', [
      ...notes.map((text) => ['notebook', { kind: 'knows', of: 'Blue Kettle', text }] as const),
      ['state_query', { target: 'Blue Kettle' }],
    ]);
    const known = revealSecrets(told.at(-1)?.say ?? '');
    expect(known).toContain('zq-1 goes');
    expect(known).not.toContain('zq-5 goes');
    expect(known).toMatch(/\(\d+ more left out\)/);
    expect(known.length).toBeLessThan(7_000);
  });

  it('NB3: what is revealed is shown from then on, and what is found is revealed by being there', () => {
    const opened = open();
    const { game, connection, session } = opened;
    const [hides] = readNotebook(game.state).secrets.filter(({ kind }) => kind === 'hides');
    const { acted } = playCalls(game, 'I press him.', [
      ['reveal', { id: hides?.id.slice(7) }],
      ['reveal', { id: hides?.id }],
      ['item_add', { name: 'the zq-box' }],
    ]);
    // Revealing a note that is already known is not refused, so the model need not reply again.
    expect(acted.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(acted[0]?.say).toBe('The player knows now: He drowned the pilot zq-hides');
    expect(acted[1]?.say).toBe(`The player knows ${hides?.id} already.`);
    expect(listMarkers(collectShown(opened))).toEqual(['zq-hides', 'zq-box']);
    const revealed = readNotebook(game.state).secrets.filter(({ isRevealed }) => isRevealed);
    expect(revealed.map(({ of, kind }) => [of, kind])).toEqual([
      ['npc:abel', 'hides'],
      ['location:chapel', 'holds'],
    ]);
    expect(replay({ connection, session: session.id }).divergence).toBeUndefined();
    game.undo();
    expect(readNotebook(game.state).secrets.every(({ isRevealed }) => !isRevealed)).toBe(true);
  });

  it('NB1: a way that is found is an exit from then on, as it was noted; before, only the game master is told of it', async () => {
    const opened = open();
    const { game, connection, session } = opened;
    const readNames = () => game.state.find('location:harbour')?.sheet['exits'];
    expect(readNames()).toMatchObject([{ to: 'location:chapel' }]);
    const { model } = await playScript([{ text: 'It rains.' }], { game });
    expect(model.requests[0]?.messages.at(-1)?.content).toContain(
      'location:harbour hidden way "the zq-crack" → location:grotto',
    );
    const { acted } = playCalls(game, 'I look for a way.', [
      ['move', { destination: 'the zq-crack' }],
      ['move', { destination: 'Grotto' }],
      ['place_create', { name: 'Harbour', exits: [{ to: 'Grotto', is_locked: true, opens_with: 'coin' }] }],
      ['place_create', { name: 'Harbour', exits: [{ to: 'Grotto', is_hidden: false, is_one_way: true }] }],
      ['move', { destination: 'Grotto', opened: true }],
    ]);
    expect(acted.map(({ ok }) => ok)).toEqual([false, false, true, true, true]);
    expect(acted[1]?.say).toMatch(
      /^No open way leads to location:grotto\. Exits: .*<secret>hidden:[\w-]+<\/secret>$/,
    );
    expect(acted[2]?.say).toMatch(/^location:harbour is known\.\n<secret>hidden:[\w-]+<\/secret>$/);
    expect(readNames()).toMatchObject([
      { to: 'location:chapel' },
      { to: 'location:grotto', name: 'the zq-crack', opens_with: 'coin', is_locked: false },
    ]);
    expect(game.state.find('location:grotto')?.sheet['exits']).toMatchObject([
      { to: 'location:harbour', name: 'the zq-slit', is_locked: false },
    ]);
    expect(readNotebook(game.state).ways).toEqual([]);
    expect(replay({ connection, session: session.id }).divergence).toBeUndefined();
    game.undo();
    expect(readNotebook(game.state).ways).toHaveLength(2);
    expect(replay({ connection, session: session.id }).divergence).toBeUndefined();
  });

  it('NB4: steps of a quest are shown one by one, and what follows it opens by its name', () => {
    const opened = open();
    const { game } = opened;
    const readSteps = (key: string) => game.state.find(`quest:${key}`)?.sheet['steps'];
    expect(readSteps('the-pilot')).toMatchObject([{ name: 'Ask Abel about the pilot' }]);
    const first = playCalls(game, 'I ask.', [
      ['quest_update', { name: 'The Pilot', done: ['ask abel about the pilot'] }],
    ]);
    expect(first.acted[0]?.say).toContain('the next step is known now: "Search the zq-nave"');
    expect(readSteps('the-pilot')).toMatchObject([
      { is_done: true },
      { name: 'Search the zq-nave', is_done: false },
    ]);
    expect(listMarkers(collectShown(opened))).toEqual(['zq-nave']);
    const ahead = playCalls(game, 'I leap ahead.', [
      ['quest_update', { name: 'The Pilot', done: ['Face the zq-end'] }],
    ]);
    expect(ahead.acted[0]?.ok).toBe(true);
    expect(readSteps('the-pilot')).toMatchObject([
      {},
      { is_done: false },
      { name: 'Face the zq-end', is_done: true },
    ]);
    const wrong = playCalls(game, 'I err.', [['quest_update', { name: 'The Pilot', done: ['Dance'] }]]);
    expect(wrong.acted[0]?.say).toMatch(/^quest:the-pilot has no such step\./);
    const end = playCalls(game, 'I end it.', [
      ['quest_update', { name: 'The Pilot', done: ['Search the zq-nave'], status: 'done' }],
    ]);
    expect(revealSecrets(end.acted[0]?.say ?? '')).toContain('"The zq-next" can follow: What follows.');
    expect(game.state.find('quest:the-zq-next')).toBeUndefined();
    const next = playCalls(game, 'I go on.', [['quest_update', { name: 'The zq-next' }]]);
    expect(next.acted[0]?.say).toContain('The player reads of it: What follows.');
    expect(readSteps('the-zq-next')).toMatchObject([{ name: 'Go home' }]);
    const again = { name: 'The zq-next', steps: ['Go home', 'Sleep at last', 'Dream'] };
    playCalls(game, 'I say it again.', [['quest_update', again]]);
    expect(readSteps('the-zq-next')).toMatchObject([{ name: 'Go home' }, { name: 'Dream' }]);
  });

  it.each([
    ['says what it is about', 'Abel wipes his eyes. “Sal keeps the pilot’s lantern in her grotto,” he says.'],
    ['names it', 'Abel wipes his eyes. “Then look for the Drowned Lantern,” he says.'],
  ])('NB4: a quest that follows opens once a telling %s, and before that nobody sees it', async (_, hint) => {
    const [pilot, next] = seaside.quests;
    if (pilot === undefined || next === undefined) throw new Error('the scenario has two quests');
    const lantern = {
      ...next,
      name: 'Drowned Lantern',
      about: 'Sal keeps the lantern of the pilot in a grotto.',
    };
    const opened = open({ ...seaside, quests: [{ ...pilot, next: lantern.name }, lantern] });
    const { game } = opened;
    const all = ['Ask Abel about the pilot', 'Search the zq-nave', 'Face the zq-end'];
    const end = { name: 'quest_update', arguments: { name: 'The Pilot', done: all, status: 'done' } };
    const silent = { text: 'It is over. Abel sits down by the boats and weeps.' };
    await playScript([{ calls: [end] }, silent], { game });
    expect([game.state.list('quest').length, isStoryOver(game.state)]).toEqual([1, false]);
    expect(collectShown(opened)).not.toContain('Lantern');
    const { model } = await playScript([{ text: hint }], { game });
    const asked = model.requests[0]?.messages.at(-1)?.content;
    expect(asked).toContain(
      '"Drowned Lantern", a quest that follows "The Pilot" and opens once you have told it',
    );
    expect(game.state.find('quest:drowned-lantern')?.sheet).toMatchObject({
      about: lantern.about,
      steps: [{ name: 'Go home', is_done: false }],
    });
    const replayed = replay({ connection: opened.connection, session: opened.session.id });
    expect(replayed.divergence).toBeUndefined();
  });

  it('NB11: the call that ends a quest is answered with its end, whole, and the player is shown none of the answer', async () => {
    const won = `zq-won ${'and the fog is wet and only wet '.repeat(20)}& <so> it ends.`;
    const quests = seaside.quests.map((quest, at) => (at === 0 ? { ...quest, won } : quest));
    const opened = open({ ...seaside, quests });
    const ask = (id: string, status: string, done: readonly string[] = []) => ({
      id,
      name: 'quest_update',
      arguments: JSON.stringify({ name: 'The Pilot', status, done }),
    });
    const script: ScriptStep[] = [
      { calls: [ask('a', 'open')] },
      { calls: [ask('b', 'done', ['Ask Abel', 'Search the zq-nave', 'Face the zq-end'])] },
      { text: 'It is over.' },
    ];
    const { model, events } = await playScript(script, { game: opened.game });
    const [, second, third] = model.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(second).not.toContain('zq-won');
    const whole = won.replace('&', '&amp;').replace('<so>', '&lt;so&gt;');
    expect(third).toContain(`<secret>Its end, which the player must hear now: ${whole}</secret>`);
    expect(JSON.stringify(events)).not.toContain('zq-won');
    expect(listMarkers(collectShown(opened))).not.toContain('zq-won');
    const again = await playScript([{ calls: [ask('c', 'done')] }, { text: 'Still over.' }], {
      game: opened.game,
    });
    expect(again.model.requests[1]?.messages.at(-1)?.content).not.toContain('zq-won');
  });

  it('NB11: an end that is too long for the prompt says which call tells it whole', async () => {
    const won = `zq-won ${'and the fog is wet and only wet '.repeat(20)}at last.`;
    const quests = seaside.quests.map((quest) => ({ ...quest, steps: quest.steps.slice(0, 1), won }));
    const { game } = open({ ...seaside, quests });
    const { model } = await playScript([{ text: 'It rains.' }], { game });
    const now = model.requests[0]?.messages.at(-1)?.content ?? '';
    expect(now).toContain('At its end (quest_update with status done tells it whole): zq-won and');
    expect(now).not.toContain('at last.');
  });

  it('NB3: what is revealed is shown behind the telling, and not in the answer to the call', async () => {
    const { game } = openTestGame();
    playCalls(game, 'On.', [['notebook', { of: 'Mira', kind: 'knows', text: 'The zq-well is dry.' }]]);
    const calls = [
      { name: 'reveal', arguments: { id: 's1' } },
      { name: 'note', arguments: { content: 'She told.' } },
    ];
    const { events } = await playScript([{ calls }, { text: 'She says that the well is dry.' }], { game });
    const told = events.findLastIndex(({ kind }) => kind === 'narrative-delta');
    const shown = events.findIndex((event) => JSON.stringify(event).includes('zq-well'));
    expect([told > 0, shown > told, events[shown]?.kind]).toEqual([true, true, 'state-changed']);
  });

  it('NB5: plans of people tick with time, wherever the player is, and are told when they are due', async () => {
    const { game } = openTestGame();
    const { acted } = playCalls(game, 'I wait.', [
      ['notebook', { of: 'Mira', kind: 'plans', text: 'to open the sluice', hours: 3 }],
      ['notebook', { of: 'Mira', kind: 'plans', text: 'to open the sluice', hours: 9 }],
      ['move', { destination: 'Yard' }],
      ['time_advance', { minutes: 120 }],
      ['time_advance', { minutes: 60 }],
    ]);
    expect(acted[1]?.say).toBe('That is noted already as secret:s1.');
    expect(acted[3]?.say).not.toContain('<secret>');
    expect(acted[4]?.say).toMatch(/<secret>hidden:[\w-]+<\/secret>$/);
    const script: ScriptStep[] = [
      {
        calls: [
          { id: 'a', name: 'notebook', arguments: '{"of":"Mira","kind":"plans","text":"to flee","hours":1}' },
          { id: 'b', name: 'time_advance', arguments: '{"minutes":60}' },
        ],
      },
      { text: 'It is quiet.' },
    ];
    const { model, events } = await playScript(script, { game, words: 'Where is Mira?' });
    expect(model.requests[0]?.messages.at(-1)?.content).toContain(
      's1 npc:mira plans (due now): to open the sluice',
    );
    expect(model.requests[1]?.messages.at(-1)?.content).toContain(
      '<secret>secret:s2: by now npc:mira has had the time for this: to flee',
    );
    expect(JSON.stringify(events)).not.toContain('to flee');
  });

  it('NB6: a note is changed and struck by its number, and nothing is noted of nobody', () => {
    const { game } = openTestGame();
    const { acted } = playCalls(game, 'I think.', [
      ['notebook', { text: 'The mill is hollow.' }],
      ['notebook', { id: 's1', text: 'The mill is alive.', of: 'Old Mill', kind: 'hides' }],
      ['notebook', { of: 'Nobody at all', text: 'x' }],
      ['notebook', {}],
      ['notebook', { id: 's9', text: 'x' }],
    ]);
    expect(acted.map(({ ok }) => ok)).toEqual([true, true, false, false, false]);
    expect(readNotebook(game.state).secrets).toMatchObject([
      { of: 'location:old-mill', kind: 'hides', text: 'The mill is alive.' },
    ]);
    playCalls(game, 'I forget.', [['notebook', { id: 'secret:s1', text: '' }]]);
    expect(readNotebook(game.state).secrets).toEqual([]);
  });

  it('NB6: a note may be named without its letter; where there is none, the nearest and those of who was named are listed', () => {
    const { game } = openTestGame();
    const notes = Array.from({ length: 30 }, (_unused, at) => [
      'notebook',
      { text: `It is ${at}.`, ...(at === 4 ? { of: 'Mira' } : {}) },
    ]) as [string, unknown][];
    playCalls(game, 'I think.', notes);
    const { acted } = playCalls(game, 'I tell.', [
      ['reveal', { id: '12' }],
      ['reveal', { id: '12' }],
      ['notebook', { id: 's3', text: '' }],
      ['reveal', { id: '3' }],
      ['reveal', { id: 'mira' }],
      ['reveal', { id: 'x' }],
      ['reveal', { id: 'S7' }],
      ['reveal', { id: 'Secret:S7' }],
    ]);
    expect(acted.map(({ say }) => say)).toEqual([
      'The player knows now: It is 11.',
      'The player knows secret:s12 already.',
      expect.any(String),
      expect.stringMatching(/Notes: s2, s4, s1, s5, /),
      expect.stringMatching(/Notes: s5\.$/),
      expect.stringMatching(/Notes: s19, .*, s30\.$/),
      'The player knows now: It is 6.',
      'The player knows secret:s7 already.',
    ]);
  });

  it('NB7: the built-in narrator reads the same notebook: it finds what is noted as hidden, and knows wants and secrets', async () => {
    const opened = open();
    const { game, environment } = opened;
    const model = (draft: TurnDraft) =>
      buildNarrator({ system: game.system, seed: 'sea', readView: () => lookAt(draft) });
    const play = async (words: string) => {
      await gather(playTurn({ game, words, model, environment, settings: { maxRounds: 8 } }));
      return game.head.narrative;
    };
    await play('Go to the Chapel');
    expect(await play('Ask Berta what she wants')).toContain('zq-want');
    const told = [await play('Persuade Berta to talk'), await play('Berta, you are hiding something')];
    expect(told.join('\n')).toContain('zq-hides');
    const hides = readNotebook(game.state).secrets.filter(({ kind }) => kind === 'hides');
    expect(hides.map(({ of, isRevealed }) => [of, isRevealed])).toEqual([
      ['npc:abel', false],
      ['npc:berta', true],
    ]);
    const found: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) found.push(await play('Search the place'));
    expect(found.join('\n')).toMatch(/zq-(?:box|bell)/);
  });

  it.each(listScenarios().map(({ id }) => id))(
    'NB8, NB10: %s can be played to its end by the notebook alone, and then nothing of its quests is hidden',
    (id) => {
      const { game } = open(readScenario(id));
      const written = readScenario(id).quests;
      for (let round = 0; round < 60; round += 1) {
        const quest = game.state.list('quest').find(({ sheet }) => sheet['status'] === 'open');
        const [next] = listFollowing(game.state);
        if (quest === undefined && next === undefined) break;
        expect(isStoryOver(game.state)).toBe(false);
        const begin = ['quest_update', { name: next?.name }] as const;
        playCalls(game, 'On.', [quest === undefined ? begin : finishOne(game, quest.key)]);
      }
      expect(isStoryOver(game.state)).toBe(true);
      const main = written.filter(({ open, name }) => open || written.some(({ next }) => next === name));
      const names = game.state.list('quest').map(({ sheet }) => sheet['name']);
      expect(names).toEqual(main.map(({ name }) => name));
      for (const { name, steps } of main) {
        const made = game.state.list('quest').find(({ sheet }) => sheet['name'] === name);
        expect(made?.sheet['status']).toBe('done');
        expect(made?.sheet['steps']).toMatchObject(steps.map((step) => ({ name: step.name, is_done: true })));
      }
    },
  );
});

it('NB9: is filled from a generated world, a card and a glossary', () => {
  const card = readCard(
    Buffer.from(
      JSON.stringify({
        spec: 'chara_card_v2',
        data: { name: 'Nim', description: 'She is a diver.', personality: 'sly, and {{user}} is her rival' },
      }),
    ),
  );
  const glossary = buildGlossaryWorld({
    title: 'Tides',
    asOf: 'as of chapter 3',
    readEntries: () => [
      {
        term: 'Sallow',
        aliases: [],
        kind: 'place',
        definition: 'A mud flat.',
        quote: 'Sallow',
        where: 'post 1',
        weight: 1,
        beside: [],
        told: [{ words: 'Orrin went out on the Sallow.', post: 1 }],
      },
      {
        term: 'Orrin',
        aliases: [],
        kind: 'person',
        definition: 'A keeper.',
        quote: 'Orrin',
        where: 'post 2',
        weight: 1,
        beside: ['Sallow', 'the Court'],
        told: [{ words: 'Orrin went out on the Sallow.', post: 1 }],
      },
    ],
  });
  const { game } = open(joinCard(glossary, card, 'nim.json').world);
  const { secrets } = readNotebook(game.state);
  expect(secrets.map(({ of, kind, text }) => [of, kind, text])).toEqual([
    ['npc:orrin', 'knows', 'the story names them together with Sallow, the Court'],
    ['npc:nim', 'truth', 'Nim is: sly, and Wren is her rival'],
  ]);
});

function lookAt(draft: TurnDraft) {
  const { past, words, number: turn } = draft;
  const narratives = past.listTurns(8).map(({ narrative }) => narrative);
  return { before: past.state, words, turn, narratives, actions: draft.actions };
}
