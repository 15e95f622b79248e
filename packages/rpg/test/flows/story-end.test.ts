// Tests that the end of a story is reported once, as an event of the turn that brings it about.

import { expect, it } from 'vitest';
import { openTestGame } from '../support/open-test-game.ts';
import { ofKind, playScript } from '../support/play-script.ts';

const update = (given: object) => ({ name: 'quest_update', arguments: { name: 'The Cellar', ...given } });

it('NB10: is an event of the turn in which the last quest is done, and of no other', async () => {
  const { game, close } = openTestGame();
  const play = async (...calls: ReturnType<typeof update>[]) => {
    const { events } = await playScript([{ calls }, { text: 'So it goes.' }], { game });
    return ofKind(events, 'story-ended').map(({ says }) => says);
  };
  expect(await play(update({ steps: ['Open it'] }))).toEqual([]);
  expect(await play(update({ done: ['Open it'], status: 'done' }))).toEqual([
    expect.stringContaining('/truth all'),
  ]);
  expect(await play(update({ about: 'It is open.' }))).toEqual([]);
  game.undo(2);
  expect(await play(update({ done: ['Open it'], status: 'done' }))).toHaveLength(1);
  close();
});
