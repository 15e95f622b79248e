// Tests cutting secrets out of a message: out of its text, and out of the parts into which it was divided.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUserMessage } from './parse-message.ts';
import { cutSecretSpans, cutSecrets } from './secrets.ts';

describe('a secret', () => {
  it.each([
    ['a <secret>b</secret> c', 'a  c'],
    ['a <secret>b <say>c</say>', 'a '],
    ['a <secret>b</secret> c</secret> d', ' d'],
    ['a <do>b</do> c</secret> d', ' d'],
    ['<say>a</say><say>b <do>c</do> d</secret> e</say> f', '<say>a</say><say> e</say> f'],
    ['<say>a <secret>b</say><say>c</secret> d</secret> e</say>', '<say>a  e</say>'],
  ])('TG11: is cut out of %s with all that it hides', (text, rest) => {
    expect(cutSecrets(text)).toBe(rest);
    const cut = cutSecretSpans(text, parseUserMessage(text).spans);
    expect(cut.text).toBe(rest);
    for (const { content, start } of cut.spans)
      expect(cut.text.slice(start, start + content.length)).toBe(content);
  });

  it('TG11: the spans that stay fit the text without secrets, wherever any of them stand', () => {
    const piece = fc.constantFrom('<say>', '</say>', '<secret>', '</secret>', '<pin>', '</pin>', 'a', 'b ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const { spans } = parseUserMessage(text);
        const cut = cutSecretSpans(text, spans);
        expect(cut.text).toBe(cutSecrets(text));
        for (const { content, start } of cut.spans)
          expect(cut.text.slice(start, start + content.length)).toBe(content);
      }),
    );
  });

  it('TG4: is cut out of a text with thousands of parts and secrets at once', () => {
    const text = '<say>hello</say><secret>x</secret>'.repeat(20_000);
    expect(cutSecretSpans(text, parseUserMessage(text).spans).spans).toHaveLength(20_000);
  });

  it('TG11: hides what the person said outside of parts before it was closed and after it was opened', () => {
    const list = (text: string) => parseUserMessage(text).spans.map(({ content }) => content.trim());
    expect(list('my code <do>b</do> is 12</secret> c')).toEqual(['b', 'is 12</secret> c']);
    expect(list('a <secret>my code <do>b</do> is 12')).toEqual(['a <secret>my code', 'b']);
  });
});
