// Tests normalising replies: calls that small models write into text become real calls, and prose is not changed.

import { findWrittenCall } from '@terrarium/kernel/read-written-calls';
import { writtenCalls } from '@terrarium/kernel/testing/written-calls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNarrativeStream } from './narrative-stream.ts';
import { normaliseReply } from './normalise-reply.ts';

const dice = { formula: '1d20', reason: 'luck' };
const json = JSON.stringify({ name: 'roll', arguments: dice });
const written: readonly (readonly [string, string])[] = [
  ['Hermes', `<tool_call>\n${json}\n</tool_call>`],
  ['Hermes, cut off behind it', `<tool_call>${json}`],
  ['Mistral', `[TOOL_CALLS][${json}]`],
  ['Llama', `<|python_tag|>{"name": "roll", "parameters": ${JSON.stringify(dice)}}`],
  ['Llama, as a function', `<function=roll>${JSON.stringify(dice)}</function>`],
  [
    'Qwen coder',
    '<tool_call>\n<function=roll>\n<parameter=formula>\n1d20\n</parameter>\n<parameter=reason>luck</parameter>\n</function>\n</tool_call>',
  ],
  ['bare JSON', json],
  ['a fence', `\`\`\`json\n${json}\n\`\`\``],
  [
    'as the wire has it',
    `<tool_call>${JSON.stringify({ type: 'function', function: { name: 'roll', arguments: JSON.stringify(dice) } })}</tool_call>`,
  ],
];

function tidy(text: string) {
  return normaliseReply({ text, calls: [] }, (index) => `written-${index}`);
}

/** What a screen shows of a reply that comes in pieces of this size. */
function show(text: string, size: number): string {
  const told: string[] = [];
  const stream = buildNarrativeStream((piece) => told.push(piece));
  stream.open(0);
  for (let at = 0; at < text.length; at += size) stream.append(text.slice(at, at + size));
  const tidied = tidy(text);
  stream.close(tidied.text, tidied.calls.length > 0);
  return told.join('');
}

describe('a reply', () => {
  it.each(Object.entries(writtenCalls))(
    'TU27: a call in the form of %s is a call, and is never told',
    (form, write) => {
      const text = write('roll', dice);
      const again = write('note', { text: 'The door gives.' });
      const { calls } = tidy(`${text}\n${again}`);
      expect(calls.map(({ name }) => name)).toEqual(['roll', 'note']);
      expect(JSON.parse(calls[0]?.arguments ?? '')).toEqual(dice);
      if (form === 'plain JSON') return;
      for (const size of [1, 3, 7, 1_000]) {
        expect(show(`You lean on the door. It gives way. ${text}`, size).trim()).toBe(
          'You lean on the door. It gives way.',
        );
      }
    },
  );

  it.each(written)('TU27: a call written as %s has is a call', (_, text) => {
    const { text: rest, calls } = tidy(text);
    expect(rest).toBe('');
    expect(calls.map(({ id, name }) => [id, name])).toEqual([['written-0', 'roll']]);
    expect(JSON.parse(calls[0]?.arguments ?? '')).toEqual(dice);
    expect(tidy(`You lean on the door.\n\n${text}`).calls).toHaveLength(1);
  });

  it('TU27: several calls are several, and what cannot be read is one that is answered', () => {
    expect(tidy(`<tool_call>${json}</tool_call>\n<tool_call>${json}</tool_call>`).calls).toHaveLength(2);
    expect(tidy(`[TOOL_CALLS][${json},${json},${json}]`).calls).toHaveLength(3);
    const [broken] = tidy('<tool_call>{"name": "roll", "arguments": {"formula": </tool_call>').calls;
    expect(broken?.name).toBe('roll');
    expect(tidy('<tool_call>oops').calls.map(({ name }) => name)).toEqual(['unreadable']);
  });

  it('TU27: calls are never told, in whatever pieces they come', () => {
    const prose = fc.constantFrom('', 'You lean on the door. It gives way. ');
    const call = fc.constantFrom(...written.map(([, text]) => text));
    fc.assert(
      fc.property(prose, call, fc.integer({ min: 1, max: 30 }), (before, text, size) => {
        fc.pre(before === '' || text !== json);
        expect(show(before + text, size).trim()).toBe(before.trim());
      }),
    );
  });

  it('TU27: a story wrapped in JSON is told, and what stands beside it is kept', () => {
    const text = JSON.stringify({ narrative: 'You win.', suggestions: ['Go on', 'Rest'] });
    expect(show(text, 5)).toBe('You win.');
    expect(tidy(text).text).toContain('Rest');
    const cut = tidy(text.slice(0, -4)).text;
    expect(cut).toMatch(/^You win\.\n/);
    expect(cut).toContain('Go on');
    const prose = '{The lights dim.} The screen reads {"text": "HELLO"}. You step back.';
    expect(tidy(prose)).toEqual({ text: prose, calls: [] });
    expect(tidy(text).calls).toEqual([]);
  });

  it.each(['None', 'null', ' none. ', 'N/A', '"undefined"'])('TU27: %j is no story', (text) => {
    expect(tidy(text)).toEqual({ text: '', calls: [] });
    expect(show(text, 2)).toBe('');
  });

  it('TU27: a line that is only a call in JSON is a call, and is told to nobody', () => {
    const told = { text: 'He nods.', calls: [expect.objectContaining({ name: 'roll' })] };
    expect(tidy(`He nods.\n\n${json}`)).toEqual(told);
    expect(tidy(`roll(formula="1d20")\n\n${json}`)).toEqual({ ...told, text: '' });
    expect(show(`He nods at you and says nothing.\n\n${json}`, 5)).toBe('He nods at you and says nothing.');
    const letter = 'The letter reads:\n{"name": "Ada", "owes": 3}';
    expect(tidy(letter)).toEqual({ text: letter, calls: [] });
  });

  it('TU27: prose is left as it is', () => {
    const prose = fc.oneof(fc.lorem({ maxCount: 40 }), fc.string({ maxLength: 300 }));
    fc.assert(
      fc.property(prose, fc.integer({ min: 1, max: 30 }), (text, size) => {
        fc.pre(findWrittenCall(text) === undefined && !text.trimStart().startsWith('{') && text.length > 12);
        fc.pre(!/<\s*after|\[after/i.test(text));
        expect(tidy(text)).toEqual({ text, calls: [] });
        expect(show(text, size)).toBe(text.trim() === '' ? '' : text.trimEnd().trimStart());
      }),
    );
  });

  it('TU27: whatever is written, tidying ends soon and throws nothing', () => {
    const parts = fc.array(
      fc.constantFrom('<tool_call>', '{', '[', '"', '}', ']', '\\', 'name', ':', ',', 'x', '<function=', '>'),
      {
        maxLength: 400,
      },
    );
    fc.assert(
      fc.property(parts, (all) => {
        expect(typeof tidy(all.join('')).text).toBe('string');
      }),
    );
    expect(tidy(`<tool_call>${'['.repeat(20_000)}${']'.repeat(20_000)}`).calls).toHaveLength(1);
    expect(tidy(`<tool_call>${'[{'.repeat(20_000)}`).calls).toHaveLength(1);
  });
});
