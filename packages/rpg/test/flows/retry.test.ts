// Tests retelling a turn: the head does not move until the new draft is committed.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel, ModelRequest } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel, type ScriptedReply } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { verifyRpg } from '../../src/game/verify-rpg-store.ts';
import { playTurn, resumeTurn, retryTurn } from '../../src/play-turn.ts';
import { openRecollector } from '../../src/retrieval/recollect.ts';
import { openDraftStore } from '../../src/state/draft-store.ts';
import type { Game } from '../../src/state/game.ts';
import { renderRetold } from '../../src/turn/context/render-retold.ts';
import type { TurnOptions } from '../../src/turn/stream-turn.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { dumpGame } from '../support/dump-game.ts';
import {
  call,
  endTurn,
  openTestGame,
  playCalls,
  playDraft,
  type TestGame,
} from '../support/open-test-game.ts';
import { gather, ofKind } from '../support/play-script.ts';
import { type Watch, watchGame } from './watched-game.ts';

const hit = (delta: number) => ['adjust', { path: 'resources.health.current', delta }] as const;
const note = (content: string) => ['note', { content }] as const;

function open(): TestGame {
  const test = openTestGame();
  onTestFinished(test.close);
  return test;
}

function withCode(code: string) {
  return expect.objectContaining({ code });
}

/** Opens a game of two turns, each with a wound and a note; the second also moves to the yard. */
function openPlayed(): TestGame {
  const test = open();
  playCalls(test.game, 'I go in.', [hit(-1), note('The mill creaks.')]);
  playCalls(test.game, 'I climb the mill.', [
    hit(-5),
    note('The mill sways.'),
    ['move', { destination: 'Yard' }],
  ]);
  return test;
}

function readHealth({ state }: Pick<Game, 'state'>): unknown {
  const { sheet } = state.find('character:player') ?? {};
  return (sheet?.['resources'] as { health?: { current?: number } } | undefined)?.health?.current;
}

/** Checks that the database is sound, and that replaying its log gives the same states. */
function expectSound({ connection }: TestGame): void {
  expect(verifyRpg(connection).problems).toEqual([]);
  expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
}

const replies: readonly ScriptedReply[] = [
  {
    text: 'A try.',
    calls: [
      { name: 'roll', arguments: { formula: '1d20' } },
      { name: 'lore_search', arguments: { words: 'mill' } },
      { name: 'adjust', arguments: { path: 'resources.health.current', delta: -2 } },
      { name: 'note', arguments: { content: 'The mill groans.' } },
    ],
  },
  { text: 'It groans, and you hold on.' },
];

/**
 * A model that chooses its reply by the number of replies in the messages, so that it can continue what another began.
 */
function buildModel(watch: Watch = () => undefined): LanguageModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    id: 'scripted:steps',
    requests,
    reply(request, options) {
      watch('before reply');
      options?.signal?.throwIfAborted();
      requests.push(request);
      const last = request.messages.findLastIndex(({ role }) => role === 'user');
      const step = request.messages.slice(last).filter(({ role }) => role === 'assistant').length;
      const { text, calls = [] } = replies[step] ?? {};
      const named = calls.map((one, index) => ({ ...one, id: `call-${step}-${index}` }));
      return buildScriptedModel([{ text: text ?? '', calls: named }]).reply(request, options);
    },
  };
}

type Telling = (options: TurnOptions) => AsyncIterable<TurnEvent>;

interface Struck {
  readonly watch?: Watch | undefined;
  readonly signal?: AbortSignal | undefined;
}

async function tell(
  { connection, game, system }: Pick<TestGame, 'connection' | 'game' | 'system'>,
  telling: Telling,
  { watch, signal }: Struck = {},
) {
  const model = buildModel(watch);
  const sessionId = game.session.id;
  const recollector = openRecollector({ connection, sessionId, system, countTokens: estimateTokens });
  const watched = watch === undefined ? game : watchGame(game, watch);
  const options = { game: watched, model, recollector, environment: buildFakeEnvironment(), signal };
  return { events: await gather(telling(options)), requests: model.requests };
}

it('DM18: given up, it leaves the game at the turn as it was told, and lists no words that were answered', () => {
  const test = openPlayed();
  const { connection, game } = test;
  const told = game.head;
  const before = dumpGame(connection);
  const draft = game.retry();
  expect([draft.words, draft.number, draft.retold?.id]).toEqual([told.words, told.number, told.id]);
  call(draft, ...hit(-9));
  draft.close();
  expect([game.head.id, readHealth(game)]).toEqual([told.id, 14]);
  expect(game.findLeftDraft()?.retold?.id).toBe(told.id);
  expect(() => game.undo()).toThrow(withCode('session.draft-left'));
  expect(game.deleteLeftDraft()).toMatchObject({ words: told.words, retold: { id: told.id } });
  expect(game.listUnanswered()).toEqual([]);
  expect(dumpGame(connection)).toEqual(before);
  expect(game.listEvents(-1, 99).slice(-2)).toMatchObject([
    { kind: 'turn-begun', parent: told.parent },
    { kind: 'turn-ended' },
  ]);
  expectSound(test);
});

it('DM18: committed, it takes the place of the turn at the head in one move, and both are variants', () => {
  const test = openPlayed();
  const { game } = test;
  const told = game.head;
  const again = playDraft(game.retry(), [hit(-2), note('The mill stands.')]).turn;
  expect([again.number, again.parent, readHealth(game)]).toEqual([2, told.parent, 17]);
  expect(game.listVariants().map(({ id }) => id)).toEqual([told.id]);
  expect(game.state.find('note:the-mill-sways')).toBeUndefined();
  expect(
    game
      .listEvents(0, 99)
      .filter(({ kind }) => kind === 'head-moved')
      .at(-1),
  ).toMatchObject({
    reason: 'retry',
    from: told.id,
    to: again.id,
    keep: 1,
    turns: [{ id: again.id }],
  });
  game.moveTo(told.id, 'retry');
  expect(readHealth(game)).toBe(14);
  expectSound(test);
});

it('DM18: in it, everything is as it was before the turn: state, history, what comes to mind, what is found', async () => {
  const test = open();
  const { game } = test;
  playCalls(game, 'I go in.', [hit(-1), note('The mill creaks.')]);
  const play: Telling = (options) => playTurn({ ...options, words: 'I climb the mill.' });
  const first = await tell(test, play);
  const told = game.head;
  const again = await tell(test, retryTurn);
  const stripRetold = (written: string) => written.replaceAll(/<told_before>.*?<\/told_before>\\n/gu, '');
  expect(stripRetold(JSON.stringify(again.requests))).toBe(JSON.stringify(first.requests));
  expect(JSON.stringify(first.requests)).toContain('The mill creaks.');
  expect(game.head).toMatchObject({ words: told.words, stateHash: told.stateHash, lore: told.lore });
  expect(game.head.id).not.toBe(told.id);
  expect(ofKind(again.events, 'rolled').map(({ roll }) => roll)).toEqual(
    ofKind(first.events, 'rolled').map(({ roll }) => roll),
  );
  expectSound(test);
});

describe('told anew', () => {
  it('DM18: twice in a row, and the second given up', () => {
    const { game, ...test } = openPlayed();
    const first = playDraft(game.retry(), [hit(-2)]).turn;
    const second = playDraft(game.retry(), [hit(-3)]).turn;
    game.retry().delete();
    expect([game.head.id, readHealth(game)]).toEqual([second.id, 16]);
    expect(game.listVariants().map(({ id }) => id)).toEqual([3, first.id]);
    expectSound({ game, ...test });
  });

  it('DM18: with other words, which are listed where they were given up', () => {
    const test = openPlayed();
    const { game } = test;
    const told = game.head;
    game.retry('I wait instead.').delete();
    expect(game.head.id).toBe(told.id);
    expect(game.listUnanswered()).toMatchObject([{ words: 'I wait instead.', parent: told.parent }]);
    const other = playDraft(game.retry('I wait instead.'), []).turn;
    expect([other.words, other.parent, readHealth(game)]).toEqual(['I wait instead.', told.parent, 19]);
    expect(game.listUnanswered()).toEqual([]);
    expectSound(test);
  });

  it('DM18: after an undo and a redo', () => {
    const test = openPlayed();
    const { game } = test;
    game.undo();
    const again = playDraft(game.retry(), [hit(-7)]).turn;
    expect([again.number, again.words, readHealth(game)]).toEqual([1, 'I go in.', 13]);
    game.undo();
    expect(game.redo().id).toBe(again.id);
    expectSound(test);
  });

  it('DM18: turn one; the opening never', () => {
    const test = open();
    const { game } = test;
    expect(() => game.retry()).toThrow(withCode('session.at-opening'));
    const { turn } = playCalls(game, 'I go in.', [hit(-1)]);
    game.retry().delete();
    expect(game.head.id).toBe(turn.id);
    playDraft(game.retry(), [hit(-4)]);
    expect([game.head.number, readHealth(game)]).toEqual([1, 16]);
    expectSound(test);
  });

  it('DM18: at a branch, whose name stays with the turn it was given to', () => {
    const test = openPlayed();
    const { game } = test;
    game.createTurnBranch('up there');
    const told = game.head;
    game.undo(2);
    playCalls(game, 'I stay out.', []);
    game.moveTo(told.id, 'branch');
    playDraft(game.retry(), [hit(-8)]);
    expect(game.listBranches()).toEqual([{ name: 'up there', turn: told.id }]);
    expect(readHealth(game)).toBe(11);
    game.moveTo(told.id, 'branch');
    game.retry().delete();
    expect([game.head.id, readHealth(game)]).toEqual([told.id, 14]);
    expectSound(test);
  });
});

describe('what the earlier telling of a turn was', () => {
  const award = { name: 'adjust', arguments: { path: 'resources.stress', delta: 2 } };
  const wound = { name: 'adjust', arguments: { path: 'resources.health.current', delta: -1 } };
  const rope = { name: 'item_add', arguments: { name: 'Silk rope' } };

  async function retell(
    calls: NonNullable<ScriptedReply['calls']>,
    words = 'I search <all>.',
    promptTokens?: number,
  ) {
    const { game } = open();
    const first = buildScriptedModel([
      { calls: [award, wound, rope] },
      { text: 'The mill groans, and you find a rope.' },
    ]);
    await gather(playTurn({ game, model: first, words }));
    const model = buildScriptedModel([...(calls.length === 0 ? [] : [{ calls }]), { text: 'It groans.' }]);
    const events = await gather(
      retryTurn({ game, model, settings: { authorNote: 'half as long', promptTokens } }),
    );
    return { model, warned: ofKind(events, 'warned').map(({ says }) => says) };
  }

  it('TU24: is told to the model with what was done in it, before the words of the player', async () => {
    const { model } = await retell([]);
    const content = model.requests[0]?.messages.at(-1)?.content ?? '';
    expect(content).toMatch(
      /<told_before>\nYou told this turn before[^\n]+\n<done>adjust resources\.stress[^\n]+<\/done>\n<calls>[^\n]*adjust \{"path":"resources\.stress"[^\n]+<\/calls>\nThe mill groans, and you find a rope\.\n<\/told_before>/,
    );
    expect(content.indexOf('<wishes>')).toBeLessThan(content.indexOf('<told_before>'));
    expect(content).toMatch(/<player>I search &lt;all&gt;\.<\/player>$/);
    const other = buildScriptedModel([{ text: 'You wait.' }]);
    const { game } = openPlayed();
    await gather(retryTurn({ game, model: other, words: 'I wait instead.' }));
    expect(other.requests[0]?.messages.at(-1)?.content).not.toContain('told_before');
  });

  it('TU24: is told in a small window too, when the words of the player take all their room', async () => {
    const { model } = await retell([], `I search ${'high and low, '.repeat(20)}everywhere.`, 4_000);
    expect(model.requests[0]?.messages.at(-1)?.content).toMatch(
      /<calls>adjust \{"path":"resources\.stress"[^\n]+<\/calls>\nThe mill groans, and you find a rope\.\n<\/told_before>/,
    );
  });

  it('TU24: its calls name no roll that a price was paid for, which the game finds anew', () => {
    const given = '{"spend":"luck","points":3,"judges":{"turn":4,"index":1}}';
    const rolled = { expression: '1d6', total: 5, groups: [], rendered: '' };
    const rolls = [{ who: 'character:player', rolled }];
    const action = { by: 'model', ok: true, tool: 'roll', arguments: given, say: 'So.', rolls, patches: [] };
    const retold = { id: 4, words: 'I go.', narrative: 'You go.' };
    const told = renderRetold(
      { readActions: () => [action] } as never,
      { retold, words: 'I go.' } as never,
      600,
    );
    expect(told).toContain('<calls>roll {"spend":"luck","points":3}</calls>');
  });

  it('TU24: the player is told what only the earlier telling brought', async () => {
    const lost = await retell([wound]);
    expect(lost.warned).toEqual([
      'What only the earlier telling brought is taken back: Stress 0/6 → 2/6; got Silk rope.',
    ]);
    expect((await retell([rope, wound, award])).warned).toEqual([]);
    const ropes = { ...rope, arguments: { name: 'Silk rope', quantity: 3 } };
    expect((await retell([ropes, wound, award])).warned).toEqual([]);
  });
});

class Killed extends Error {}

/** The points that a retelling passes if nothing goes wrong, and its end. */
async function tellUndisturbed() {
  const test = openPlayed();
  const points: string[] = [];
  await tell(test, retryTurn, { watch: (point) => points.push(point) });
  const { stateHash, narrative, suggestions, lore } = test.game.head;
  return { points, end: { stateHash, narrative, suggestions, lore } };
}

/** Opens a game whose retelling was killed at the point with this number. */
async function killAt(number: number) {
  const test = openPlayed();
  const told = test.game.head;
  const before = dumpGame(test.connection);
  let passed = -1;
  const watch: Watch = (point) => {
    passed += 1;
    if (passed >= number) throw new Killed(point);
  };
  await tell(test, retryTurn, { watch }).catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
  test.game.close();
  const game = test.reopen();
  const left = game.findLeftDraft();
  if (left !== undefined) expect([left.words, left.retold, game.head]).toEqual([told.words, told, told]);
  return { test: { ...test, game }, told, before, isLeft: left !== undefined };
}

describe('struck at every step', () => {
  it('DM18: killed and resumed, it ends as if undisturbed', async () => {
    const undisturbed = await tellUndisturbed();
    expect(undisturbed.points).toEqual(
      expect.arrayContaining(['after retry', 'before execute', 'after commit']),
    );
    for (const [number, point] of undisturbed.points.entries()) {
      const { test, told, isLeft } = await killAt(number);
      const isBefore = point === 'before retry';
      expect([point, isLeft]).toEqual([point, !isBefore && point !== 'after commit']);
      if (isLeft) await tell(test, resumeTurn);
      expect(test.game.head).toMatchObject(isBefore ? told : { ...undisturbed.end, number: told.number });
      expect(test.game.listVariants().length).toBe(isBefore ? 0 : 1);
      expect(test.game.listUnanswered()).toEqual([]);
      expectSound(test);
    }
  });

  it('DM18: killed and given up, it is as if it had never begun', async () => {
    const { points } = await tellUndisturbed();
    for (const [number, point] of points.entries()) {
      const { test, before, isLeft } = await killAt(number);
      if (!isLeft) continue;
      test.game.deleteLeftDraft();
      expect([point, dumpGame(test.connection)]).toEqual([point, before]);
      expect(test.game.listUnanswered()).toEqual([]);
      expectSound(test);
    }
  });

  it('DM18: cancelled, it leaves the game as it was', async () => {
    const { points } = await tellUndisturbed();
    for (const [number, point] of points.entries()) {
      const test = openPlayed();
      const before = dumpGame(test.connection);
      const cancelling = new AbortController();
      let passed = -1;
      const watch: Watch = () => {
        passed += 1;
        if (passed === number) cancelling.abort();
      };
      const { events } = await tell(test, retryTurn, { watch, signal: cancelling.signal });
      if (events.at(-1)?.kind === 'turn-failed') {
        expect([point, dumpGame(test.connection)]).toEqual([point, before]);
      } else expect(['before commit', 'after commit']).toContain(point);
      expect(test.game.listUnanswered()).toEqual([]);
    }
  });
});

describe('a game of an older program, which moved the head before it told a turn anew', () => {
  function openOld() {
    const test = openPlayed();
    const { game } = test;
    const told = game.head;
    game.moveTo(told.parent ?? 0, 'retry');
    call(game.start(told.words), ...hit(-3));
    game.close();
    return { test, told, game: test.reopen() };
  }

  it('DM18: goes back to the turn as it was told where that is given up', () => {
    const { test, told, game } = openOld();
    expect(game.deleteLeftDraft()).toMatchObject({ words: told.words, retold: { id: told.id } });
    expect([game.head.id, readHealth(game), game.listUnanswered()]).toEqual([told.id, 14, []]);
    expectSound(test);
  });

  it('DM18: goes on with it, and keeps both tellings', () => {
    const { test, told, game } = openOld();
    game.resume().commit(endTurn());
    expect([game.head.number, readHealth(game)]).toEqual([2, 16]);
    expect(game.listVariants().map(({ id }) => id)).toEqual([told.id]);
    expectSound(test);
  });

  it('DM18: lists no words that it kept when a retry was given up there', () => {
    const { test, told, game } = openOld();
    game.resume().close();
    const { words, parent = 0 } = told;
    const drafts = openDraftStore(test.connection);
    drafts.addUnanswered(game.session.id, { words, parent, atMs: test.environment.clock.now() });
    drafts.addUnanswered(game.session.id, { words: 'I sing.', parent, atMs: test.environment.clock.now() });
    expect(game.listUnanswered().map((one) => one.words)).toEqual(['I sing.']);
  });
});

it('TU24: what was let pass when it was sent again is let pass at once where the turn is told anew for the same words', () => {
  const { game } = open();
  playCalls(game, 'I wait.', [['npc_create', { name: 'Ogre', type: 'creature', at: 'Yard' }]]);
  const far = ['mode_set', { mode: 'combat', opponents: ['Ogre'] }] as const;
  expect(playCalls(game, 'I shout.', [far, far]).acted.map(({ ok }) => ok)).toEqual([false, true]);
  expect(playDraft(game.retry(), [far]).acted.map(({ ok }) => ok)).toEqual([true]);
  expect(playDraft(game.retry('I whisper.'), [far]).acted.map(({ ok }) => ok)).toEqual([false]);
});

it('DM4: of an action whose follow-up cannot be stored nothing stays, in the draft as little as on the disk', () => {
  const test = open();
  const draft = test.game.start('I run.');
  call(draft, 'mode_set', { mode: 'combat', opponents: ['Mira'] });
  const read = () =>
    JSON.stringify(['scene:now', 'character:player'].map((id) => draft.state.find(id as never)));
  const [was, before] = [draft.actions.length, read()];
  test.connection.exec(
    "CREATE TEMP TRIGGER full BEFORE INSERT ON draft_action WHEN NEW.by = 'system' BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  const flee = () => call(draft, 'move', { destination: 'Yard' });
  expect(flee).toThrow();
  test.connection.exec('DROP TRIGGER full');
  expect([draft.actions.length, read()]).toEqual([was, before]);
  expect(flee().ok).toBe(true);
  expect(draft.actions).toHaveLength(was + 2);
  draft.commit(endTurn());
  expectSound(test);
});

it('DM30: DM31: the ends of all ways are listed, and an edit leaves nothing of what it replaced to be remembered', () => {
  const { game, close } = openTestGame();
  playCalls(game, 'I knock.', []);
  const first = playCalls(game, 'I wait.', []).turn;
  game.undo();
  expect(game.findNext()?.id).toBe(first.id);
  const second = playCalls(game, 'I leave.', []).turn;
  expect(game.findNext()).toBeUndefined();
  expect(game.listTips().map(({ id }) => id)).toEqual([first.id, second.id]);
  const edited = game.editNarrative('Snow falls on the lane. Nobody has seen a dragon.');
  expect(edited.summary).toBe('“I leave.”: Snow falls on the lane.');
  expect(game.listTips().map(({ id }) => id)).toEqual([first.id, second.id, edited.id]);
  const told =
    'You step out of the mill and down the long wet lane, past the gate, the ferry, the chapel and its bell, and nobody calls you back across the frozen river, where a heron stands on one leg among reeds, boats, ropes, barrels and empty baskets.';
  const toldBy = [{ model: 'm', promptVersion: 'v' }];
  const commit = (summary: string) => game.start('I walk.').commit({ ...endTurn(told), summary, toldBy });
  commit('They leave the village for good.');
  // A mere correction leaves the summary that a model wrote, unless the word that was corrected is in it.
  expect(game.editNarrative(told.replace('wet', 'dry')).summary).toBe('They leave the village for good.');
  commit('They leave by the wet lane.');
  expect(game.editNarrative(told.replace('wet', 'dry')).summary).not.toContain('wet');
  // A part of a summary goes if its words were struck out of the narrative; the rest stays.
  commit('They leave the village for good; a heron waits among the reeds; nobody calls them back.');
  const struck = told.replace(' where a heron stands on one leg among reeds,', '');
  expect(game.editNarrative(struck).summary).toBe('They leave the village for good; nobody calls them back.');
  commit('Mr. Thrift leaves the village; a heron waits among the reeds.');
  expect(game.editNarrative(struck).summary).toBe('Mr. Thrift leaves the village.');
  // An edit that only denies a deed, or only swaps two words, is no mere correction.
  const kept = 'They leave the village for good.';
  for (const [from, to] of [
    ['You step', 'You do not step'],
    ['the ferry, the chapel', 'the chapel, the ferry'],
  ] as const) {
    commit(kept);
    expect(game.editNarrative(told.replace(from, to)).summary).not.toBe(kept);
  }
  close();
});
