// Tests the reading of calls that models wrote into their text: each form is found, in one piece and in a stream.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerGrowthTests } from '../testing/growth.ts';
import { writtenCalls } from '../testing/written-calls.ts';
import { findWrittenCall, measureUncalled, readWrittenCalls } from './read-written-calls.ts';

/** The forms that are tested. Plain JSON is recognised only if the text contains nothing else. */
const read = ['Hermes and Qwen 2.5', 'Qwen 3 Coder', 'Mistral', 'fenced JSON', 'plain JSON'] as const;
const values = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.stringMatching(/^[a-z][a-z {}[\]"]{0,20}$/),
  {
    minKeys: 1,
    maxKeys: 4,
  },
);

describe('a written call', () => {
  it.each(read)('is read as %s has it', (form) => {
    fc.assert(
      fc.property(values, (given) => {
        const trimmed = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.trim()]));
        const [call, ...others] = readWrittenCalls(writtenCalls[form]('roll', trimmed));
        expect(others).toEqual([]);
        expect(call?.name).toBe('roll');
        expect(JSON.parse(call?.arguments ?? '')).toEqual(trimmed);
      }),
    );
  });

  it.each(read.slice(0, 4))('as %s has it is never taken for prose, in whatever pieces it comes', (form) => {
    const text = `You lean on the door. ${writtenCalls[form as (typeof read)[number]]('roll', { formula: '1d20' })}`;
    const start = findWrittenCall(text);
    expect(start).toBe(text.indexOf('door. ') + 6);
    for (let length = 0; length <= text.length; length += 1)
      expect(measureUncalled(text.slice(0, length))).toBeLessThanOrEqual(start ?? 0);
  });

  it('that cannot be read is one all the same', () => {
    expect(
      readWrittenCalls('<tool_call>{"name": "roll", "arguments": {"formula": </tool_call>'),
    ).toMatchObject([{ name: 'roll' }]);
    expect(readWrittenCalls('<tool_call>oops')).toEqual([
      { name: 'unreadable', arguments: '<tool_call>oops' },
    ]);
    expect(readWrittenCalls('{"note": "no call"}')).toEqual([]);
  });

  registerGrowthTests({
    measureUncalled,
    findWrittenCall,
    readWrittenCalls,
    'readWrittenCalls of one that begins': (text) => readWrittenCalls(`<tool_call>[{"name":"a",${text}`),
    'readWrittenCalls of parameters that nothing closes': (text) =>
      readWrittenCalls(`<function=a>${text.replaceAll(/[a ]/g, '<parameter=a>')}`),
    'readWrittenCalls of a function': (text) => readWrittenCalls(`<function=a>${text}`),
  });
});
