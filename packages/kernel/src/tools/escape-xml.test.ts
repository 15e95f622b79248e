// Tests escaping: nothing escaped can open or close an element, and all of it comes back.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeXml, escapeAttribute, escapeText } from './escape-xml.ts';

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

  it('leaves entities alone that are not ours', () => {
    expect(decodeXml('&nbsp;&#39;&amp;lt;')).toBe('&nbsp;&#39;&lt;');
  });
});
