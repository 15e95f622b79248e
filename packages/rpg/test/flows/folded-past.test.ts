// Tests summaries that code makes of past turns: they contain only what changed the game in turns that were not undone.

import { splitTerms } from '@terrarium/kernel/split-terms';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Game } from '../../src/state/game.ts';
import type { Turn } from '../../src/state/session.ts';
import { appendTurn, emptyHistory, renderHistory } from '../../src/turn/context/history.ts';
import { endTurn, openTestGame } from '../support/open-test-game.ts';
import { playScript } from '../support/play-script.ts';

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
  // An answer outside the story has no block, so nothing is asked for once it is given beside its calls.
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
