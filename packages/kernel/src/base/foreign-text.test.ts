// Tests that escape sequences are removed completely, wherever a text is cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeXml,
  escapeAttribute,
  escapeJson,
  escapeTags,
  escapeText,
  extractUnfinishedEscape,
  stripEscapes,
} from './foreign-text.ts';

it.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['a\u001b[2J\u001b[10;20Hb', 'ab'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u009b31mred', 'red'],
  ['\u009d0;title\u009ctext', 'text'],
  ['a\u001bPq#0\u001b\\b', 'ab'],
  ['a\u001b(Bb\u001b7c', 'abc'],
  ['never ended \u001b]0;title\nnext line', 'never ended \nnext line'],
  ['cut \u001b[3', 'cut '],
  ['[31m is text, and so is ]0;', '[31m is text, and so is ]0;'],
])('strips %j to %j', (text, plain) => {
  expect(stripEscapes(text)).toBe(plain);
});

it('leaves no escape of whatever text, and plain text alone', () => {
  const unit = fc.constantFrom('\u001b', '[', ']', '3', 'm', ';', '\u0007', '\\', '\u009b', '\n', 'a');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      const stripped = stripEscapes(text);
      expect([stripped.includes('\u001b'), stripped.includes('\u009b')]).toEqual([false, false]);
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      expect(stripEscapes(text)).toBe(text);
    }),
  );
});

it('comes to the same in pieces, where an unfinished end is kept for the next', () => {
  const text = 'a\u001b[31mred\u001b[0m b\u001b]0;title\u0007c\u001b]8;;x\u001b\\d';
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
      let [kept, shown] = ['', ''];
      for (const [at, from] of places.slice(0, -1).entries()) {
        const whole = kept + text.slice(from, places[at + 1]);
        kept = extractUnfinishedEscape(whole);
        shown += stripEscapes(whole.slice(0, whole.length - kept.length));
      }
      expect(shown + stripEscapes(kept)).toBe('ared bcd');
    }),
  );
});

it('keeps nothing back that is whole, and loses nothing wherever any text is cut in two', () => {
  const unit = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '3',
    'm',
    ';',
    '\u0007',
    '\\',
    '\u009b',
    '\u0090',
    '\u009c',
    '\n',
    'a',
    ' ',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), fc.nat(20), (text, at) => {
      const kept = extractUnfinishedEscape(text.slice(0, at));
      expect(text.slice(0, at).endsWith(kept)).toBe(true);
      const before = stripEscapes(text.slice(0, at).slice(0, text.slice(0, at).length - kept.length));
      expect(before + stripEscapes(kept + text.slice(at))).toBe(stripEscapes(text));
    }),
    { numRuns: 2000 },
  );
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('<', '>', '&', '"', '&lt;', '&amp;amp;', '</post>', ' ', '\n', 'a'))
    .map((parts) => parts.join('')),
);

describe('escaping', () => {
  it('CX5: comes back as it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeXml(escapeText(text))).toBe(text);
      }),
    );
  });

  it('CX5: leaves nothing that opens or closes an element', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeText(text)).not.toMatch(/[<>]/);
        expect(escapeText(text)).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/);
      }),
    );
  });

  it('keeps an attribute inside its quotes and on one line, and only blanks differ when it comes back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeAttribute(text);
        expect(escaped).not.toMatch(/[<>"\r\n\t]/);
        expect(decodeXml(escaped)).toBe(text.replace(/\s+/g, ' '));
      }),
    );
  });

  it('CX5: JSON means the same, opens and closes no element, and keeps its comparisons', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeJson(JSON.stringify([text]));
        expect(JSON.parse(escaped)).toEqual([text]);
        expect(escaped).not.toMatch(/<[a-z/!?]/iu);
      }),
    );
    expect(escapeTags('a <b> or a <= 2 & b')).toBe('a &lt;b> or a <= 2 & b');
    expect(escapeJson('{"when":"current <= 0 & a > 1","say":"</made>"}')).toBe(
      '{"when":"current <= 0 & a > 1","say":"\\u003c/made>"}',
    );
  });

  it('leaves entities alone that are not ours', () => {
    expect(decodeXml('&nbsp;&#39;&amp;lt;')).toBe('&nbsp;&#39;&lt;');
  });
});
