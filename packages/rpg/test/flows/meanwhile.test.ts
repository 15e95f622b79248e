// Tests people elsewhere: after a rest or a long absence, a model is asked once what they did to follow their plans.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildScriptedModel, type ScriptedReply } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { playTurn, resumeTurn } from '../../src/play-turn.ts';
import type { Game } from '../../src/state/game.ts';
import { readNotebook } from '../../src/state/notebook.ts';
import { revealText } from '../../src/values/hidden-text.ts';
import { call, endTurn, openTestGame, playCalls } from '../support/open-test-game.ts';
import { gather, ofKind, playScript } from '../support/play-script.ts';
import { openTurnWorld } from './turn-world.ts';

const after = '\n\n<after>\nsummary: Ada slept.\ntags: sleep\nimportance: 0.3\n- Go\n- Wait\n- Eat\n</after>';
const sleep = { calls: [{ name: 'time_advance', arguments: { minutes: 480 } }] };
const told = { text: `You sleep until it is light.${after}` };
const known = ['notebook', { of: 'Tom', kind: 'knows', text: 'where the well is' }] as const;
const plan = ['notebook', { of: 'Tom', kind: 'plans', text: 'to sell the mill', hours: 4 }] as const;

/** Mira is with the player, Tom is in the yard and has a plan. */
function prepare(game: Game, more: readonly (readonly [string, unknown])[] = [known, plan]): void {
  playCalls(game, 'On.', [
    ['npc_create', { name: 'Tom', at: 'Yard' }],
    ['clock_tick', { name: 'The sale', segments: 4, ticks: 0 }],
    ...more,
  ]);
}

function open(more?: readonly (readonly [string, unknown])[]): Game {
  const test = openTestGame();
  onTestFinished(test.close);
  prepare(test.game, more);
  return test.game;
}

const acting: ScriptedReply = {
  text: 'Tom goes off.',
  calls: [
    { name: 'notebook', arguments: { id: 's2', text: 'to sign tomorrow', hours: 10 } },
    { name: 'move', arguments: { who: 'Tom', destination: 'Road' } },
    { name: 'clock_tick', arguments: { name: 'The sale', ticks: 1 } },
  ],
};

const findTom = (game: Game) => game.state.find('npc:tom')?.sheet['at'];
const readPlans = (game: Game) =>
  readNotebook(game.state).secrets.flatMap(({ kind, text }) => (kind === 'plans' ? [text] : []));

describe('people elsewhere', () => {
  it('NB14: act on their plans at a rest: one request behind the telling, and none of it is shown', async () => {
    const game = open();
    const { model, events } = await playScript([sleep, told, acting], { game });
    expect(model.requests).toHaveLength(3);
    const [asked, telling] = [model.requests[2], model.requests[1]].map((request) => request?.messages ?? []);
    expect(asked?.slice(0, telling?.length)).toEqual(telling);
    expect(model.requests[2]?.tools).toEqual(model.requests[1]?.tools);
    const content = asked?.at(-1)?.content;
    expect(content).toContain('<meanwhile passed="8 h" now="day 1, 08:00">');
    expect(content).toContain(
      'npc:tom Tom, at Yard; ways to Old Mill, Road\n  s2 npc:tom plans (due now): to sell the mill',
    );
    expect(content).toContain('clock The sale: 0 of 4');
    expect(content).not.toMatch(/Mira|the well/);
    expect([findTom(game), readPlans(game)]).toEqual(['location:road', ['to sign tomorrow']]);
    expect(game.head).toMatchObject({ narrative: 'You sleep until it is light.', summary: 'Ada slept.' });
    const shown = JSON.stringify([events, game.readActions(game.head.id)]);
    expect(shown).not.toMatch(/to sign tomorrow|Tom goes off|destination|location:road is/);
    expect(ofKind(events, 'tool-called').map(({ name }) => name)).toEqual(['time_advance']);
  });

  it.each([
    ['nobody elsewhere has a plan', [['notebook', { of: 'Mira', kind: 'plans', text: 'to stay' }]], 480],
    ['their plans have no time', [['notebook', { of: 'Tom', kind: 'plans', text: 'to sell' }]], 480],
    ['those who have one are gone', [plan, ['set', { target: 'Tom', path: 'is_gone', value: true }]], 480],
    ['only a little time passes', [plan], 60],
  ] as const)('NB14: are asked of in no request where %s', async (_, more, minutes) => {
    const game = open(more);
    const calls = [{ name: 'time_advance', arguments: { minutes } }];
    expect((await playScript([{ calls }, told], { game })).model.requests).toHaveLength(2);
  });

  it('NB14: do nothing where the player does not want it, or speaks outside the story', async () => {
    const game = open();
    await playScript([sleep, told], { game, settings: { meanwhile: false } });
    await playScript([sleep, told], { game, words: '/ooc Let it be morning.' });
    expect(readPlans(game)).toEqual(['to sell the mill']);
  });

  it('NB14: are asked of once: no answer asks for a plan that is asked for behind the telling', async () => {
    const due = /has had the time for this/;
    const game = open();
    const long = await playScript([sleep, told, acting], { game });
    expect(long.model.requests[1]?.messages.at(-1)?.content).not.toMatch(due);
    const hour = { calls: [{ name: 'time_advance', arguments: { minutes: 60 } }] };
    for (const settings of [{ meanwhile: false }, { meanwhile: true }]) {
      const short = await playScript([settings.meanwhile ? hour : sleep, told], {
        game: open([['notebook', { of: 'Tom', kind: 'plans', text: 'to sell', hours: 1 }]]),
        settings,
      });
      expect(short.model.requests[1]?.messages.at(-1)?.content).toMatch(due);
    }
  });

  it('NB14: are not asked of again where they moved in the turn, or a plan of theirs was changed in it', async () => {
    for (const call of [
      { name: 'notebook', arguments: { id: 's2', text: 'to wait', hours: 10 } },
      { name: 'move', arguments: { who: 'Tom', destination: 'Road' } },
    ]) {
      const { model } = await playScript([{ calls: [...sleep.calls, call] }, told], { game: open() });
      expect(model.requests).toHaveLength(2);
    }
  });

  it('NB14: act within bounds: nothing of the player, of whoever is here, of things or of what is not there', async () => {
    const game = open();
    const before = game.state.find('character:player');
    const calls = [
      { name: 'move', arguments: { who: 'player', destination: 'Yard' } },
      { name: 'move', arguments: { who: 'Mira', destination: 'Yard' } },
      { name: 'move', arguments: { who: 'Tom', destination: 'Loft', opened: true } },
      { name: 'move', arguments: '{"who": "Tom", "desti' },
      { name: 'notebook', arguments: { of: 'Mira', kind: 'plans', text: 'to leave' } },
      { name: 'notebook', arguments: { id: 's9', text: 'x' } },
      { name: 'clock_tick', arguments: { name: 'The sale', ticks: 9 } },
      { name: 'clock_tick', arguments: { name: 'Doom', segments: 4 } },
      { name: 'item_add', arguments: { name: 'gold', target: 'Tom' } },
      { name: 'time_advance', arguments: { minutes: 60 } },
    ];
    await playScript([sleep, told, { calls }], { game });
    expect([findTom(game), readPlans(game)]).toEqual(['location:yard', ['to sell the mill']]);
    expect(game.state.find('character:player')).toEqual(before);
    expect(game.state.list('clock').map(({ sheet }) => sheet['progress'])).toMatchObject([{ filled: 0 }]);
  });

  it('NB14: act where the player comes back after long, once', async () => {
    const game = open([plan, ['move', { destination: 'Yard' }], ['move', { destination: 'Old Mill' }]]);
    playCalls(game, 'Away.', [
      ['move', { destination: 'Yard' }],
      ['move', { destination: 'Road' }],
    ]);
    for (let hour = 0; hour < 13; hour += 1) playCalls(game, 'I walk.', [['time_advance', { minutes: 60 }]]);
    const go = (destination: string) => ({ calls: [{ name: 'move', arguments: { destination } }] });
    const { model } = await playScript([go('Old Mill'), told, { calls: [] }], { game });
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch(/<meanwhile passed="13 h [^"]*"/);
    expect((await playScript([go('Yard'), told], { game })).model.requests).toHaveLength(2);
  });

  it.each([1, 2])(
    'NB14: a turn that broke off behind reply %d comes to the same state when it is resumed',
    async (broken) => {
      const undisturbed = open();
      await playScript([sleep, told, acting], { game: undisturbed });
      const world = openTurnWorld();
      onTestFinished(() => world.close());
      prepare(world.game);
      const fault = new Error('The cable was pulled.');
      const script = [sleep, told, acting];
      const model = buildScriptedModel([...script.slice(0, broken), fault]);
      const words = 'I look around.';
      await expect(gather(playTurn({ game: world.game, words, model }))).rejects.toBe(fault);
      const game = world.openAnew();
      await gather(resumeTurn({ game, model: buildScriptedModel(script.slice(broken)) }));
      expect(game.head.stateHash).toBe(undisturbed.head.stateHash);
    },
  );

  it('TU2: a turn that broke off among their calls is resumed with the rest of them', async () => {
    const test = openTestGame();
    onTestFinished(test.close);
    const { game } = test;
    prepare(game);
    const draft = game.start('On.');
    const sale = { name: 'Empty Granary', after: 'Harvest', about: 'Fill it.', steps: [{ name: 'Ask Tom' }] };
    draft.execute({ id: '', name: 'quest_plan', arguments: JSON.stringify(sale) }, 'system');
    call(draft, 'quest_update', { name: 'Harvest', steps: ['Reap'], done: ['Reap'], status: 'done' });
    draft.commit(endTurn());
    const dream = { text: `You sleep, and dream of the empty granary.${after}` };
    const start: Game['start'] = (words) => {
      const draft = game.start(words);
      const execute: typeof draft.execute = (call, by, manner) => {
        if (call.name === 'move') throw new Error('Killed.');
        return draft.execute(call, by, manner);
      };
      return { ...draft, state: draft.state, actions: draft.actions, execute };
    };
    const killed = playScript([sleep, dream, acting], { game: { ...game, start } });
    await expect(killed).rejects.toThrow('Killed.');
    expect(game.findLeftDraft()?.actions.map(({ tool }) => tool)).toEqual([
      'time_advance',
      'quest_update',
      'notebook',
    ]);
    await gather(resumeTurn({ game, model: buildScriptedModel([]) }));
    const done = game.readActions(game.head.id).map(({ tool }) => tool);
    expect(done).toEqual(['time_advance', 'quest_update', 'notebook', 'move', 'clock_tick']);
  });

  it('NB14: a request that fails costs no telling, and a game in which they acted replays', async () => {
    const test = openTestGame();
    prepare(test.game);
    const away = new ProviderError({
      code: 'model.refused',
      happened: 'It is away.',
      todo: 'Wait.',
      retryable: false,
    });
    const { events, game } = await playScript([sleep, told, away], { game: test.game });
    expect(game.head.narrative).toBe('You sleep until it is light.');
    expect(ofKind(events, 'warned')[0]?.says).toContain('Nobody acted elsewhere');
    await playScript([sleep, told, acting], { game });
    const { connection } = test;
    expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
    const hidden = game.readActions(game.head.id).map(({ arguments: text }) => revealText(text));
    expect(hidden.filter((text) => text.includes('Road'))).toHaveLength(1);
    test.close();
  });
});
