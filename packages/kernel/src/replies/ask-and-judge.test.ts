// Tests asking and judging: how often a model is asked, what it is shown, and what counts as the answer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildScriptedModel } from '../testing/scripted-model.ts';
import { advanceAsking, askAndJudge, type JudgedQuestion, notAsked, type Standing } from './ask-and-judge.ts';

const standings = fc.array(fc.constantFrom<Standing>('clear', 'cut', 'refused'), { maxLength: 60 });

/** Each reply contains its own judgement, and each judgement takes something from the reply. */
const question: JudgedQuestion<readonly string[]> = {
  messages: [{ role: 'user', content: 'What is there?' }],
  maxOutputTokens: 50,
  temperature: 0,
  judge: (reply, before = []) => ({
    standing: reply.split(' ')[0] as Standing,
    taken: [...before, reply],
    again: { role: 'user', content: `It was ${reply}.` },
  }),
};

/**
 * How many replies are asked for if they are judged in this order: up to the first clear one, the second refused one,
 * or the 21st cut one.
 */
function countAsked(row: readonly Standing[]): number {
  let asking = notAsked;
  const over = row.findIndex((standing) => {
    asking = advanceAsking(asking, standing);
    return asking.isOver;
  });
  return over + 1;
}

describe('asking and judging', () => {
  it('asks on after each cut, once more after a refusal, and never after what is clear', async () => {
    await fc.assert(
      fc.asyncProperty(standings, async (row) => {
        const script = [...row, 'clear' as const].map((standing, at) => ({ text: `${standing} ${at}` }));
        const count = countAsked([...row, 'clear']);
        const model = buildScriptedModel(script.slice(0, count));
        const { taken, replies } = await askAndJudge({ model }, question);
        expect(replies).toEqual(script.slice(0, count).map(({ text }) => text));
        expect(taken).toEqual(replies);
        model.assertDone();
      }),
      { numRuns: 30 },
    );
  });

  it('is over after two refusals and after 21 cuts, whatever comes between', () => {
    fc.assert(
      fc.property(standings, (row) => {
        const count = countAsked([...row, 'clear']);
        const before = row.slice(0, count - 1);
        expect(before).not.toContain('clear');
        expect(before.filter((standing) => standing === 'refused').length).toBeLessThanOrEqual(1);
        expect(before.filter((standing) => standing === 'cut').length).toBeLessThanOrEqual(20);
      }),
    );
    expect(countAsked(Array.from({ length: 40 }, () => 'cut'))).toBe(21);
    expect(countAsked(['cut', 'refused', 'cut', 'refused', 'clear'])).toBe(4);
  });

  it('shows the question, the newest reply and what is said of it, and no more, and tells of each reply as it comes', async () => {
    const model = buildScriptedModel([{ text: 'cut 0' }, { text: 'refused 1' }, { text: 'clear 2' }]);
    const arrived: string[] = [];
    await askAndJudge({ model }, { ...question, onArrival: (soFar) => arrived.push(soFar) });
    expect(arrived).toEqual(['cut 0', 'refused 1', 'clear 2']);
    expect(model.requests.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['What is there?'],
      ['What is there?', 'cut 0', 'It was cut 0.'],
      ['What is there?', 'refused 1', 'It was refused 1.'],
    ]);
  });

  it('asks for no reply that was written down, and writes each new one down', async () => {
    const noted = ['refused 0'];
    const journal = {
      find: (place: number) => noted[place],
      note: (reply: string) => void noted.push(reply),
    };
    const model = buildScriptedModel([{ text: 'clear 1' }]);
    const { replies } = await askAndJudge({ model }, { ...question, journal });
    expect(replies).toEqual(['refused 0', 'clear 1']);
    expect(noted).toEqual(replies);
    expect(model.requests[0]?.messages.at(-1)?.content).toBe('It was refused 0.');
  });
});
