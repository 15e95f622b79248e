// Tests that a failure at any point of a turn leaves the game playable, as it was before the turn or as it is after it.

import { ProviderError } from '@terrarium/kernel/errors';
import type { LanguageModel, ModelRequest } from '@terrarium/kernel/language-model';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel, type ScriptedReply } from '@terrarium/kernel/testing/scripted-model';
import { afterAll, describe, expect, it } from 'vitest';
import { playTurn, resumeTurn } from '../../src/play-turn.ts';
import type { Game } from '../../src/state/game.ts';
import type { Recollector } from '../../src/turn/recollector.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { buildTurnLog, type TurnLog } from '../../src/turn/turn-log.ts';
import { openTurnWorld, openTurnWorldOnDisk, type TurnWorld } from './turn-world.ts';
import { type Watch, watchGame } from './watched-game.ts';

const words = 'I force the door.';
const isProving = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';

/**
 * A thought with calls, one of which is refused; a text that is told, with further calls; and the end of the narrative.
 */
const replies: readonly ScriptedReply[] = [
  {
    text: 'The door is old.',
    reasoning: 'A roll, then the cost.',
    calls: [
      { name: 'roll', arguments: { formula: '1d20', reason: 'force the door' } },
      { name: 'adjust', arguments: { path: 'resources.no_such', delta: -1 } },
      { name: 'note', arguments: { content: 'The mill door is broken.', kind: 'fact' } },
    ],
  },
  {
    text: `You throw yourself against it. ${'The wood complains. '.repeat(10)}`,
    calls: [
      { name: 'time_advance', arguments: { minutes: 5 } },
      { name: 'note', arguments: { content: 'The mill door is broken.', kind: 'fact' } },
    ],
  },
  {
    text: 'It opens.\n\n<after>\nsummary: The door is open.\ntags: door\nimportance: 0.5\n- Go in\n- Listen\n- Call\n</after>',
  },
];

/**
 * A model that chooses its reply by the number of replies in the messages, so that it can continue what another began.
 */
function buildModel(watch: Watch, asked: string[] = []): LanguageModel {
  return {
    id: 'scripted:steps',
    async reply(request: ModelRequest, options = {}) {
      const last = request.messages.findLastIndex(({ role }) => role === 'user');
      const step = request.messages.slice(last).filter(({ role }) => role === 'assistant').length;
      asked.push(`${step}`);
      watch('before reply');
      options.signal?.throwIfAborted();
      const scripted = replies[step] ?? {};
      const { text = '' } = scripted;
      for (const piece of [text.slice(0, text.length / 2), text.slice(text.length / 2)]) {
        options.onText?.(piece);
        watch('piece of reply');
        options.signal?.throwIfAborted();
      }
      return buildScriptedModel([{ ...scripted, calls: nameCalls(scripted, step) }]).reply(request);
    },
  };
}

function nameCalls({ calls = [] }: ScriptedReply, step: number) {
  return calls.map((call, index) => ({ ...call, id: `call-${step}-${index}` }));
}

interface Played {
  readonly events: readonly TurnEvent[];
  readonly error: unknown;
}

interface Playing {
  readonly game: Game;
  readonly watch: Watch;
  readonly signal?: AbortSignal;
  readonly resumed?: boolean;
  readonly asked?: string[];
}

async function play({ game, watch, signal, resumed = false, asked = [] }: Playing): Promise<Played> {
  const recollector: Recollector = {
    recall() {
      watch('recollect');
      return [
        {
          key: 'lore:mill',
          kind: 'lore',
          text: 'The mill is haunted.',
          from: 'the glossary',
          because: 'mill',
        },
      ];
    },
  };
  const options = {
    game: watchGame(game, watch),
    model: buildModel(watch, asked),
    recollector,
    environment: buildFakeEnvironment(),
    settings: { retries: { attempts: 2, baseDelayMs: 10, awayMinutes: 0 } },
    signal,
    log: watchLog(watch),
  };
  const events: TurnEvent[] = [];
  try {
    for await (const event of resumed ? resumeTurn(options) : playTurn({ ...options, words })) {
      events.push(event);
    }
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

/** Watches events at the place where they are appended, since a screen receives them only later. */
function watchLog(watch: Watch): TurnLog {
  const log = buildTurnLog();
  return {
    ...log,
    append(turn, happening) {
      watch(`tell ${happening.kind}`);
      return log.append(turn, happening);
    },
  };
}

class Killed extends Error {}

/** The points that a turn passes if nothing goes wrong, and its end. */
async function playUndisturbed() {
  const world = openTurnWorld();
  const points: string[] = [];
  const game = world.game;
  const { error } = await play({ game, watch: (point) => points.push(point) });
  expect(error).toBeUndefined();
  const { stateHash, narrative, summary, suggestions, lore } = game.head;
  const before = game.listTurns(2)[0]?.stateHash;
  world.close();
  return { points, before, end: { stateHash, narrative, summary, suggestions, lore } };
}

const undisturbed = await playUndisturbed();
const worlds: TurnWorld[] = [];

function openWorld(open = openTurnWorld): TurnWorld {
  const world = open();
  worlds.push(world);
  return world;
}

afterAll(() => {
  for (const world of worlds) world.close();
});

/** Builds a watch that calls `strike` once, at the point with this number. */
function strikeAt(number: number, strike: (point: string) => void): Watch {
  let passed = -1;
  return (point) => {
    passed += 1;
    if (passed === number) strike(point);
  };
}

/** Expects the game to be as it was before the turn or as it is after the turn, never in between. */
function expectWhole(game: Game): 'before' | 'behind' {
  if (game.head.number === 1) {
    expect(game.head).toMatchObject(undisturbed.end);
    expect(game.head.words).toBe(words);
    return 'behind';
  }
  expect(game.head.stateHash).toBe(undisturbed.before);
  return 'before';
}

async function expectResumed(game: Game): Promise<void> {
  const left = game.findLeftDraft();
  expect(left?.words).toBe(words);
  const paid = (left?.replies ?? []).filter((reply) => JSON.parse(reply).kind === 'reply').length;
  const asked: string[] = [];
  const { events, error } = await play({ game, watch: () => undefined, resumed: true, asked });
  expect(error).toBeUndefined();
  expect(asked).toEqual(replies.map((_reply, step) => String(step)).slice(paid));
  expect(events[0]).toMatchObject({ kind: 'turn-started', words, isResumed: true });
  expect(game.head).toMatchObject(undisturbed.end);
  expect(game.head.words).toBe(words);
}

const points = undisturbed.points.map((point, number) => ({ number, point }));
/** Every fifth point, for mishaps that do little harm; all points when the long proofs are run. */
const somePoints = points.filter(({ number }) => isProving || number % 5 === 0);

describe('a turn, struck anywhere', () => {
  it('passes the points that are struck below', () => {
    const names = new Set(points.map(({ point }) => point));
    for (const name of [
      'before start',
      'before execute',
      'after recordReply',
      'before commit',
      'piece of reply',
    ]) {
      expect(names).toContain(name);
    }
  });

  it.each(points)('TU1, TU2: is killed at point $number ($point)', async ({ number }) => {
    const world = openWorld(isProving || number % 4 === 0 ? openTurnWorldOnDisk : openTurnWorld);
    let isDead = false;
    const watch = strikeAt(number, () => {
      isDead = true;
    });
    const kill: Watch = (point) => {
      watch(point);
      if (isDead) throw new Killed(point);
    };
    await play({ game: world.game, watch: kill });
    const game = world.openAnew();
    const left = game.findLeftDraft();
    if (expectWhole(game) === 'before' && left !== undefined) await expectResumed(game);
    else expect(game.head.number === 1 || points[number]?.point === 'before start').toBe(true);
  });

  it.each(points)('TU1, TU19: is cancelled at point $number ($point)', async ({ number, point }) => {
    const world = openWorld();
    const cancelling = new AbortController();
    const watch = strikeAt(number, () => cancelling.abort());
    const game = world.game;
    const { events, error } = await play({ game, watch, signal: cancelling.signal });
    expect(error).toBeUndefined();
    if (expectWhole(game) === 'behind') {
      expect(events.at(-1)?.kind).toBe('turn-committed');
      expect(['before commit', 'after commit', 'tell turn-committed']).toContain(point);
      return;
    }
    expect(events.at(-1)).toMatchObject({ kind: 'turn-failed', code: 'turn.cancelled', canResume: false });
    expect(game.findLeftDraft()).toBeUndefined();
    expect(game.listUnanswered().map((one) => one.words)).toEqual([words]);
    const again = await play({ game, watch: () => undefined });
    expect(again.events.at(-1)?.kind).toBe('turn-committed');
    expect(game.head).toMatchObject(undisturbed.end);
  });

  it.each(somePoints)('TU1, TU3: gets other words at point $number ($point)', async ({ number, point }) => {
    const world = openWorld();
    const game = world.game;
    const refused: Promise<unknown>[] = [];
    const watch = strikeAt(number, () => {
      const other = playTurn({ game, model: buildScriptedModel([]), words: 'Something else.' });
      refused.push(other.next().catch((error: unknown) => error));
    });
    const isRunning = !['before start', 'after commit', 'tell turn-committed'].includes(point);
    if (!isRunning) return;
    const { error } = await play({ game, watch });
    expect(error).toBeUndefined();
    expect(expectWhole(game)).toBe('behind');
    for (const one of await Promise.all(refused)) expect(one).toMatchObject({ code: 'session.turn-open' });
  });

  it.each(
    points.flatMap((place) =>
      ['before reply', 'piece of reply'].includes(place.point)
        ? [true, false].map((retryable) => ({ ...place, retryable }))
        : [],
    ),
  )(
    'TU17, TU18: loses the model at point $number ($point, retryable: $retryable)',
    async ({ number, retryable }) => {
      const world = openWorld();
      const game = world.game;
      const failure = new ProviderError({
        code: 'model.broken-stream',
        happened: 'The reply broke off.',
        todo: 'Look at the server.',
        retryable,
      });
      const watch = strikeAt(number, () => {
        throw failure;
      });
      const { events, error } = await play({ game, watch });
      expect(error).toBeUndefined();
      const failed = events.findIndex(({ kind }) => kind === 'turn-failed');
      const waited = events.findIndex(({ kind }) => kind === 'retry-waiting');
      if (waited >= 0) expect(expectWhole(game)).toBe('behind');
      else {
        expect(events[failed]).toMatchObject({ code: 'model.broken-stream', canResume: true });
        expect(expectWhole(game)).toBe('before');
        await expectResumed(game);
      }
      expect(waited >= 0).toBe(retryable && !hasTold(events.slice(0, Math.max(failed, waited))));
    },
  );

  it.each(somePoints)('TU1, TU19: loses whoever looks at point $number ($point)', async ({ number }) => {
    const world = openWorld();
    const game = world.game;
    const options = { game, model: buildModel(() => undefined), environment: buildFakeEnvironment() };
    let seen = 0;
    for await (const event of playTurn({ ...options, words })) {
      seen += 1;
      if (seen * 3 >= number || event.kind === 'turn-committed') break;
    }
    if (game.head.number === 1) expect(game.head.words).toBe(words);
    else expect(game.listUnanswered().map((one) => one.words)).toEqual([words]);
    expect(game.findLeftDraft()).toBeUndefined();
  });
});

/** Whether the player has read anything of the reply that was cut off. */
function hasTold(events: readonly TurnEvent[]): boolean {
  const lastCall = events.findLastIndex(({ kind }) => kind === 'tool-called' || kind === 'context-built');
  return events.slice(lastCall + 1).some(({ kind }) => kind === 'narrative-delta');
}
