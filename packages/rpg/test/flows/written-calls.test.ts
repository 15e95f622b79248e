// Tests calls that a model writes into its text: the text before and after them is told exactly once.

import { describe, expect, it } from 'vitest';
import { cutWrittenCalls } from '../../src/turn/loop/cut-written-calls.ts';
import { playScript } from '../support/play-script.ts';

const story = 'The rain stands over the yard like a wall, and nobody has left the mill since noon. '
  .repeat(5)
  .trim();
const after = '\n<after>\nsummary: rain\ntags: rain\nimportance: 0.4\n- Go\n</after>';
const tagged = '\n<tool_call>{"name":"note","arguments":{"content":"It rains."}}</tool_call>\n';
const named = '\nnote({"content":"It (really) rains \\"so\\"."})\n';
const short = 'It rains on the yard, and nobody comes.';

describe('calls within the text', () => {
  it.each([
    ['behind the block', `${story}${after}${tagged}`, [story]],
    ['before the block', `${story}${tagged}${after}`, [story]],
    ['before the story', `${tagged}${story}${after}`, [story]],
    ['in the midst', `${story}${named}And so it goes on.${after}`, [story, 'And so it goes on.']],
    ['behind a short story', `${short}${after}${tagged}`, [short]],
  ])(
    'TU27: %s the story is kept, the call is done, and nothing is asked again',
    async (_where, text, parts) => {
      const { game, model } = await playScript([{ text }]);
      expect(model.requests).toHaveLength(1);
      expect(game.head.narrative.split('\n\n')).toEqual(parts);
      expect(game.head.summary).toBe('rain');
      expect(game.readActions(game.head.id).map(({ tool, ok }) => [tool, ok])).toEqual([['note', true]]);
    },
  );

  it.each([1, 15, 16, 17, 100])('TU27: the story around %i calls is kept', (many) => {
    const calls = Array.from({ length: many }, (_, at) => `note({"content":"Note ${at}."})`);
    expect(cutWrittenCalls(`${story}\n${calls.join('\n')}\n${short}`, ['note'])).toBe(`${story}\n\n${short}`);
    expect(cutWrittenCalls(`${story}\n${calls.join('\n')}`, ['note'])).toBe(story);
  });

  it('TU27: a call whose end cannot be told takes what follows with it', () => {
    expect(cutWrittenCalls('It rains. note({"content":"so"', ['note'])).toBeUndefined();
    expect(cutWrittenCalls('It rains.', ['note'])).toBeUndefined();
  });
});
