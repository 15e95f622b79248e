// Tests cutting the text on either side of a quote.

import { expect, it } from 'vitest';
import { cutAfter, cutBefore } from './cut-beside.ts';

it('cuts between two words, and leaves a short text as it is', () => {
  const words = 'lamp oil '.repeat(20).trim();
  expect(cutBefore(words)).toMatch(/^… (?:lamp|oil) .{60,90} oil$/u);
  expect(cutAfter(words)).toMatch(/^lamp .{60,90} (?:lamp|oil)…$/u);
  expect([cutBefore('Nell ran'), cutAfter('and fell')]).toEqual(['Nell ran', 'and fell']);
});

it('cuts a text without blanks after as many characters', () => {
  const text = '她上了楼然后就再也没有回来'.repeat(20);
  expect(cutBefore(text)).toBe(`…${text.slice(-90)}`);
  expect(cutAfter(text)).toBe(`${text.slice(0, 90)}…`);
});

it('cuts no emoji in half', () => {
  const text = `a${'🦊'.repeat(60)}b`;
  expect(cutBefore(text)).toBe(`…${'🦊'.repeat(45)}b`);
  expect(cutAfter(text)).toBe(`a${'🦊'.repeat(44)}…`);
});
