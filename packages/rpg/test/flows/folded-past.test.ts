// Tests summaries that code makes of past turns: they contain only what changed the game in turns that were not undone.

import { ProviderError } from '@terrarium/kernel/errors';
import type { ModelRequest, ReplyOptions } from '@terrarium/kernel/language-model';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel, type ScriptedReply } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { playTurn } from '../../src/play-turn.ts';
import type { Game } from '../../src/state/game.ts';
import type { Turn } from '../../src/state/session.ts';
import { appendTurn, emptyHistory, renderHistory } from '../../src/turn/context/history.ts';
import { endTurn, openTestGame } from '../support/open-test-game.ts';
import { gather, listKinds, ofKind, playScript } from '../support/play-script.ts';

const budget = { history: 60, chapters: 4_000 };

/** The text of a prompt about a game whose turns were all folded. */
function readFolded(game: Pick<Game, 'listTurns'>): string {
  const silent: Turn = { ...(game.listTurns(1)[0] as Turn), narrative: 'word '.repeat(400), summary: '' };
  const all = [...game.listTurns(1_000), silent, silent];
  const history = all.reduce((past, turn) => appendTurn(past, { turn, done: '' }, budget), emptyHistory);
  const [first] = renderHistory(history);
  return /<story_so_far>.*<\/story_so_far>/s.exec(String(first?.content))?.[0] ?? '';
}

const things = ['Lantern', 'Anchor', 'Teapot', 'Ladder'];
const step = fc.oneof(
  fc.record({ kind: fc.constant('win' as const), thing: fc.constantFrom(...things) }),
  fc.constantFrom({ kind: 'undo' as const }, { kind: 'edit' as const }),
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does the step, and keeps `won` as the list of things that were won and not undone. */
async function playStep(game: Game, won: string[], one: Step): Promise<void> {
  if (one.kind === 'win') {
    const calls = [{ name: 'item_add', arguments: { name: one.thing } }];
    await playScript([{ calls }, { text: 'Mira shows you a dragon.' }], { game });
    won.push(one.thing);
    return;
  }
  if (won.length === 0) return;
  if (one.kind === 'edit') game.editNarrative('Snow falls on the yard.');
  else {
    game.undo();
    won.pop();
  }
}

it('TU46: DM31: what was won stands in the folded past as long as its turn stands, edited or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const { game, close } = openTestGame();
      const won: string[] = [];
      for (const one of steps) await playStep(game, won, one);
      const folded = readFolded(game);
      for (const thing of things) expect(folded.includes(thing), folded).toBe(won.includes(thing));
      close();
    }),
    { numRuns: 15 },
  );
});

it('TU47: what was said or rolled beside the story is no part of the folded past, as far as it changed nothing', async () => {
  const { game, close } = openTestGame();
  game.start('/roll 2d6', { isAside: true }).commit({ ...endTurn(''), summary: '/roll 2d6' });
  await playScript([{ text: 'By its dice, says the miller.' }], { game, words: '/ooc How is this played?' });
  expect(game.head).toMatchObject({ summary: '', tags: [] });
  const calls = [{ name: 'item_add', arguments: { name: 'Lantern' } }];
  await playScript([{ calls }, { text: 'You have it.' }], { game, words: '/ooc I had a lantern.' });
  expect(game.head.summary).toBe('Got Lantern.');
  expect(splitTerms(readFolded(game)).counts.has('miller')).toBe(false);
  expect(readFolded(game)).toMatch(/: Got Lantern/);
  expect(readFolded(game)).not.toMatch(/2d6|ooc/);
  // An answer outside the story needs no block, so if it is given beside its calls, the model is not asked again.
  const text = 'It was taken off your list of things by mistake, and it is there again now. '
    .repeat(12)
    .trim();
  const rope = [{ name: 'item_add', arguments: { name: 'Rope' } }];
  await playScript([{ text, calls: rope }], {
    game,
    words: '/ooc I had a rope.',
  });
  expect(game.head.narrative).toBe(text);
  // A brief answer is not taken for a thought either.
  const brief = 'You are right, it was taken off by mistake. I have put it back. You have one bell now.';
  const bell = [{ name: 'item_add', arguments: { name: 'Bell' } }];
  const { model } = await playScript([{ text: brief, calls: bell }], {
    game,
    words: '/ooc I had a bell.',
  });
  expect([model.requests.length, game.head.narrative]).toEqual([1, brief]);
  // Words beside calls that only look something up are not the answer yet.
  const look = [{ name: 'state_query', arguments: {} }];
  const ahead = 'The keeper of the tallies goes through the whole of the book for you. '.repeat(20).trim();
  await playScript([{ text: ahead, calls: look }, { text: 'You have six.' }], {
    game,
    words: '/ooc How much vigour have I left?',
  });
  expect(game.head.narrative).toContain('You have six.');
  // A short answer beside calls is no thought, whether they were done or refused.
  for (const [list, more] of [
    [undefined, []],
    ['no.such', [{ text: 'There is no such line.' }]],
  ] as const) {
    const put = [{ name: 'item_add', arguments: { name: 'Twine', list } }];
    const short = `You owe ten, and I have put that right (${list}).`;
    await playScript([{ text: short, calls: put }, ...more], { game, words: '/ooc What do I owe?' });
    expect(game.head.narrative).toBe([short, ...more.map(({ text: told }) => told)].join('\n\n'));
  }
  close();
});

const sentences =
  'Ada swore to Mira that the mill would be hers before the frost, and Tom owes Ada forty crowns for the grain.';

/** A turn that fills the history quickly. */
function tell(number: number): ScriptedReply {
  const text = `Part ${number} goes on. ${'The wheel turns and the water runs below it. '.repeat(24)}`;
  const summary = `In part ${number} Ada promised Mira to bring the grain, and Tom hid the ledger of the mill in place ${number} before the frost came down.`;
  return {
    text: `${text}\n\n<after>\nsummary: ${summary}\ntags: mill\nimportance: 0.6\n- Go\n- Wait\n- Eat\n</after>`,
  };
}

const small = { settings: { promptTokens: 5_600, maxOutputTokens: 100 } };
const isSumming = ({ messages }: { readonly messages: readonly { readonly content: string }[] }) =>
  messages.at(-1)?.content.includes('<older>') === true;

interface Summing {
  readonly game: Game;
  /** The requests in which the model was asked to sum up. */
  readonly asked: readonly string[];
  readonly prompts: readonly string[];
  readonly says: readonly string[];
}

/** Plays turns with a model that answers a request to sum up with `reply`. */
async function playOn(
  game: Game,
  turns: readonly number[],
  reply: () => ScriptedReply | Error,
  more: { readonly sumsUp?: boolean } = {},
): Promise<Summing> {
  const settings = { ...small.settings, ...more };
  const asked: string[] = [];
  const prompts: string[] = [];
  const says: string[] = [];
  for (const number of turns) {
    const told = buildScriptedModel([tell(number)]);
    const model = {
      ...told,
      reply: async (request: ModelRequest, options?: ReplyOptions) => {
        if (!isSumming(request)) {
          prompts.push(request.messages.map(({ content }) => content).join('\n'));
          return await told.reply(request, options);
        }
        asked.push(request.messages.map(({ content }) => content).join('\n'));
        return await buildScriptedModel([reply()]).reply(request, options);
      },
    };
    const environment = buildFakeEnvironment();
    const events = await gather(
      playTurn({ game, model, environment, words: `I do thing ${number}.`, settings }),
    );
    expect(events.at(-1)?.kind).toBe('turn-committed');
    says.push(...ofKind(events, 'warned').map((event) => event.says));
  }
  return { game, asked, prompts, says };
}

const readSoFar = (prompt?: string) => /<story_so_far>\n.*<\/story_so_far>/s.exec(String(prompt))?.[0] ?? '';
const count = (length: number, from = 1) => Array.from({ length }, (_unused, at) => at + from);

it('TU77: older turns that no longer fit are summed up by the model, once, and prompts show what it wrote', async () => {
  const { game, close } = openTestGame();
  onTestFinished(close);
  const { asked, prompts, says } = await playOn(game, count(24), () => ({
    text: `<story_so_far>\nTurns 0 to 4: ${sentences}\n</story_so_far>\n\n<after>\nsummary: x\n</after>`,
  }));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(8);
  expect(says).toEqual([]);
  expect(asked[0]).toContain('<turn number="1" importance="0.6">\nIn part 1 Ada promised');
  expect(asked[0]).toContain('<player>I do thing 7.</player>');
  // A reply that is cut off does not count, so it is asked for what fits into a reply.
  expect(asked[0]).toContain('in at most 45 words');
  expect(asked.at(-1)).toContain(`<story_so_far to="`);
  expect(readSoFar(prompts.at(-1))).toMatch(/^<story_so_far>\nTurns 0 to \d+: Ada swore to Mira/u);
  const before = game.listStories().length;
  expect(before).toBe(asked.length);
  expect(new Set(asked).size).toBe(asked.length);
});

it('TU77: where the setting is off, nothing is asked, and prompts have the summaries of the turns', async () => {
  const { game, close } = openTestGame();
  onTestFinished(close);
  const { asked, prompts } = await playOn(game, count(11), () => ({ text: sentences }), { sumsUp: false });
  expect(asked).toEqual([]);
  expect(readSoFar(prompts.at(-1))).toMatch(/In part \d Ada/u);
});

it('TU77: a story never covers turns that are not on the way to the head', async () => {
  const { game, close } = openTestGame();
  onTestFinished(close);
  await playOn(game, count(11), () => ({ text: sentences }));
  const [story] = game.listStories();
  expect(story).toBeDefined();
  game.undo(game.head.number - Number(story?.number) + 1);
  expect(game.listStories().some(({ turn }) => turn === story?.turn)).toBe(false);
  const other = await playOn(game, count(3, 20), () => ({
    text: 'Tom found the grain, and Mira keeps the ledger of the mill from Ada now.',
  }));
  for (const prompt of other.prompts) expect(readSoFar(prompt)).not.toContain('Ada swore');
  expect(game.listStories().map(({ text }) => text)).not.toContain(story?.text);
  game.editNarrative('Snow falls.', 1);
  expect(game.listStories()).toEqual([]);
});

it.each([
  [
    'a refusal',
    () => ({ text: 'I am sorry, but I cannot continue with this request as it is written here.' }),
    /tells nothing/u,
  ],
  ['a cut', () => ({ text: sentences, finish: 'length' as const }), /cut off/u],
  [
    'an unreachable model',
    () => new ProviderError({ code: 'model.gone', happened: 'No.', todo: 'Wait.', retryable: false }),
    /No\./u,
  ],
])(
  'TU77: after %s prompts have the summaries of the turns, and the turn goes on',
  async (_what, reply, says) => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const played = await playOn(game, count(11), reply);
    expect(played.says.length).toBeGreaterThan(0);
    for (const one of played.says) expect(one).toMatch(says);
    expect(game.listStories()).toEqual([]);
    expect(readSoFar(played.prompts.at(-1))).toMatch(/In part \d Ada/u);
  },
);

it('TU77: a stop while older turns are summed up keeps the turn, and the game replays the same', async () => {
  const { connection, game, close } = openTestGame();
  onTestFinished(close);
  const played = await playOn(game, count(6), () => ({ text: sentences }));
  const stop = new AbortController();
  let stopped = 0;
  for (const number of count(9, 7)) {
    const told = buildScriptedModel([tell(number)]);
    const model = {
      ...told,
      reply: async (request: ModelRequest, options?: ReplyOptions) => {
        if (!isSumming(request)) return await told.reply(request, options);
        stopped += 1;
        stop.abort();
        throw stop.signal.reason;
      },
    };
    if (stop.signal.aborted) break;
    const { signal } = stop;
    const environment = buildFakeEnvironment();
    const events = await gather(
      playTurn({ game, model, environment, words: `I go on, ${number}.`, signal, ...small }),
    );
    expect(events.at(-1)?.kind).toBe('turn-committed');
    if (stop.signal.aborted)
      expect(listKinds(events).slice(-3)).toEqual(['summing-up', 'warned', 'turn-committed']);
  }
  expect([stopped, game.head.words.startsWith('I go on, ')]).toEqual([1, true]);
  expect(game.listStories().length).toBe(played.asked.length);
  expect(replay({ connection, session: game.session.id }).divergence).toBeUndefined();
});
