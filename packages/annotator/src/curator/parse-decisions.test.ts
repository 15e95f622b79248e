// Tests that decisions are found anywhere in a curator's reply and are judged one by one.

import { describe, expect, it } from 'vitest';
import type { EntryId } from '../glossary/entry.ts';
import { parseDecisions } from './parse-decisions.ts';

const asked = [12, 13].map((id) => id as EntryId);
const first = { entry_id: 12, verdict: 'CONFIRM', reason: 'It is named often.' };
const second = { entry_id: 13, verdict: 'REJECT', reason: 'A passing word.' };
const both = JSON.stringify([first, second]);
const list = JSON.stringify([first]);

describe('decisions', () => {
  it.each([
    ['bare', both],
    ['in a fence', `\`\`\`json\n${both}\n\`\`\``],
    ['behind words with a number in brackets', `About [12] and [13] I say:\n${both}\nThat is all [of it].`],
    ['in two fences', `\`\`\`json\n${list}\n\`\`\`\nand\n\`\`\`json\n[${JSON.stringify(second)}]\n\`\`\``],
    ['said again', `${both}\nOnce more, in order:\n${both}`],
    ['one a line', `${JSON.stringify(first)}\n${JSON.stringify(second)}`],
    ['in an object', JSON.stringify({ decisions: [first, second] })],
    ['behind thinking', `<think>[12] is REJECT?</think>${both}`],
  ])('CU3: are read %s', (_dress, reply) => {
    const { decisions, faults } = parseDecisions(reply, asked);
    expect(decisions.map(({ entryId, verdict }) => [entryId, verdict])).toEqual([
      [12, 'CONFIRM'],
      [13, 'REJECT'],
    ]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a cut one', `${both.slice(0, -20)}`],
    ['one that is no JSON', `${list.slice(0, -1)},{entry_id: 13}]`],
    ['one without a verdict', `${list.slice(0, -1)},{"entry_id": 13}]`],
  ])('CU3: stand beside %s, which is said to be missing', (_neighbour, reply) => {
    const { decisions, faults } = parseDecisions(reply, asked);
    expect(decisions.map(({ entryId }) => entryId)).toEqual([12]);
    expect(faults.at(-1)).toBe('There is no valid decision about 13.');
    expect(parseDecisions(reply, asked, [13 as EntryId]).faults.join()).not.toContain('no valid decision');
  });

  it('CU3: about each entry make a reply clear, whatever else it holds', () => {
    const strange = JSON.stringify({ entry_id: 99, verdict: 'CONFIRM', reason: 'Nobody asked.' });
    const again = JSON.stringify({ ...first, reason: 'Said twice.' });
    const reply = `[${JSON.stringify(first)}, ${strange}, ${again}, {"verdict": "CONFIRM"}, ${JSON.stringify(second)}]`;
    expect(parseDecisions(reply, asked)).toEqual({ decisions: [first, second].map(toDecision), faults: [] });
  });

  it('CU3: that contradict each other do not count', () => {
    const reply = JSON.stringify([first, second, { ...first, verdict: 'REJECT' }]);
    const { decisions, faults } = parseDecisions(reply, asked);
    expect(decisions.map(({ entryId }) => entryId)).toEqual([13]);
    expect(faults).toEqual([
      'There are two different decisions about entry 12.',
      'There is no valid decision about 12.',
    ]);
  });
});

function toDecision({ entry_id: entryId, ...decision }: typeof first) {
  return { entryId, ...decision };
}
