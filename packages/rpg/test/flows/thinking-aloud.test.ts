// Tests turns in which a model thinks aloud: only the story is told, and if there is none, the model is asked for it.

import { describe, expect, it } from 'vitest';
import { splitMarks } from '../../src/turn/split-marks.ts';
import { playScript, readShown } from '../support/play-script.ts';

const plan = 'The user wants to look around. I should describe the yard and keep the letter secret.';
const story = 'Rain stands over the yard like a wall.';
const after = '\n\n<after>\nsummary: It rains.\ntags: rain\nimportance: 0.4\n- Go\n</after>';

describe('a model that thinks aloud', () => {
  it('TU71: is told from where its story begins; the rest is kept with the turn and covered', async () => {
    const { game, events } = await playScript([{ text: `${plan}\n\n${story}${after}` }]);
    expect(readShown(events)).toBe(story);
    expect(game.head.narrative).toBe(story);
    const stored = game.readMarks(game.head.id);
    expect(JSON.stringify(stored)).not.toContain('letter');
    expect(splitMarks(stored)).toEqual({ marks: [], isChecked: false, aloud: [plan] });
  });

  it('TU27: is told that its story stands also where a later reply only calls, and until dice fall', async () => {
    const note = (content: string) => ({ name: 'note', arguments: { content } });
    const { game, model } = await playScript([
      { text: `${story} ${'The gutters run over. '.repeat(15)}`, calls: [note('It rains.')] },
      { text: '', calls: [note('The gutters run over.')] },
      { text: '', calls: [{ name: 'roll', arguments: { formula: '1d6' } }] },
      { text: `You find a dry place.${after}` },
    ]);
    const hints = model.requests.slice(1).map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(hints.map((hint) => hint.includes('What you told stands'))).toEqual([true, true, false]);
    expect(game.head.narrative).toMatch(/^Rain stands[\s\S]*You find a dry place\.$/u);
  });

  it('TU71: sets aside a paragraph that only says what to tell', async () => {
    const { game } = await playScript([{ text: `I should tell it without the kick.\n\n${story}${after}` }]);
    expect(game.head.narrative).toBe(story);
  });

  it('TU71: is asked for the story where it only planned, also between calls', async () => {
    const call = { name: 'note', arguments: { content: 'It rains.' } };
    const { game, model } = await playScript([
      { text: `${plan} ${'No roll is needed here. '.repeat(12)}`, calls: [call] },
      { text: plan },
      { text: `${story}${after}` },
    ]);
    expect(game.head.narrative).toBe(story);
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('Nothing has been told yet.');
    expect(splitMarks(game.readMarks(game.head.id)).aloud).toHaveLength(2);
  });
});
