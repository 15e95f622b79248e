// Tests turns with servers that cut prompts silently, and with models that only think: no such turn is committed.

import type { FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { cutsInSilence, openLimitedServer } from '@terrarium/kernel/testing/limited-server';
import { buildThinkingResponder } from '@terrarium/kernel/testing/responders';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { playTurn, resumeTurn } from '../../src/play-turn.ts';
import type { TurnEvent } from '../../src/turn/turn-event.ts';
import { openTestGame, type TestGame } from '../support/open-test-game.ts';

let test: TestGame;

beforeEach(() => {
  test = openTestGame();
});

afterEach(() => test.close());

const words = `I force the door. ${'I count the lamps along the wall of salt. '.repeat(60)}`;

/** Replies with a roll first, then with a narrative. */
function rollAndTell({ body }: FakeRequest) {
  if (body.messages.at(-1)?.role === 'tool') return { text: 'It opens.\n\n<after>\nsummary: open\n</after>' };
  return { calls: [{ name: 'roll', arguments: { formula: '1d20', reason: 'force the door' } }] };
}

/** Replies with a roll, then only with thinking. */
function rollAndThink(request: FakeRequest) {
  if (request.body.messages.at(-1)?.role !== 'tool') return rollAndTell(request);
  return buildThinkingResponder(rollAndTell, { tokens: 1_000_000 })(request);
}

async function open(options: Parameters<typeof openLimitedServer>[0]) {
  const opened = await openLimitedServer(options);
  onTestFinished(() => opened.close());
  return opened;
}

type Opened = Awaited<ReturnType<typeof open>>;

async function collect(events: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const play = ({ model }: Opened) =>
  collect(playTurn({ game: test.game, model, words, environment: test.environment }));
const resume = ({ model }: Opened) =>
  collect(resumeTurn({ game: test.game, model, environment: test.environment }));

describe('TU29: a reply that is none', () => {
  it('TU29: to a prompt that the server cut ends the turn within two requests; resumed at another server it is told', async () => {
    const cutting = await open({
      ...cutsInSilence,
      contextTokens: 2_048,
      respond: () => ({ text: 'What a lovely story!' }),
    });
    const { id } = test.game.head;
    const events = await play(cutting);
    expect(events.at(-1)).toMatchObject({ kind: 'turn-failed', code: 'model.prompt-cut', canResume: true });
    expect(events.map(({ kind }) => kind)).not.toContain('turn-committed');
    expect(cutting.server.records).toHaveLength(2);
    expect(test.game.head.id).toBe(id);
    const sound = await open({ respond: rollAndTell });
    expect((await resume(sound)).at(-1)).toMatchObject({ kind: 'turn-committed', narrative: 'It opens.' });
    expect(sound.server.records).toHaveLength(2);
  });

  it('TU29: and is all thinking ends it, too; what was rolled before stays rolled', async () => {
    const thinking = await open({ respond: rollAndThink });
    const events = await play(thinking);
    expect(events.at(-1)).toMatchObject({ kind: 'turn-failed', code: 'model.thought-out', canResume: true });
    expect(thinking.server.records).toHaveLength(3);
    const listRolls = (all: readonly TurnEvent[]) =>
      all.flatMap((event) => (event.kind === 'rolled' ? [event.roll] : []));
    expect(listRolls(events)).toHaveLength(1);
    const sound = await open({ respond: rollAndTell });
    const resumed = await resume(sound);
    expect(resumed.at(-1)).toMatchObject({ kind: 'turn-committed', narrative: 'It opens.' });
    expect(sound.server.records).toHaveLength(1);
    expect(listRolls(resumed)).toEqual(listRolls(events));
  });

  it('TU29: but one word more makes it one', async () => {
    const brief = buildThinkingResponder(rollAndTell, { tokens: 5_000 });
    const told = await play(await open({ respond: brief }));
    expect(told.at(-1)).toMatchObject({ kind: 'turn-committed', narrative: 'It opens.' });
  });
});
