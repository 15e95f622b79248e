// Tests splitting a rulebook: nothing is lost, nothing appears twice, and each part fits.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRulebook } from './split-rulebook.ts';

const count = (text: string) => Math.ceil(text.length / 4);
const pieces = fc.constantFrom(
  '# Rules\n',
  '## Falling\n\n',
  'A fall of ten feet costs 1d6.\n',
  '\n\n',
  'word '.repeat(60),
  'x'.repeat(900),
  '| 1 | 2 |\n|---|---|\n| 3 | 4 |\n',
  '🙂'.repeat(300),
  '   ',
);

describe('splitting a rulebook', () => {
  it('SZ20: gives parts that together are the text, each within the limit, no character divided', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }),
        fc.integer({ min: 60, max: 800 }),
        (text, maxTokens) => {
          const book = text.join('');
          const parts = splitRulebook(book, { maxTokens, count });
          expect(parts.map(({ start, end }) => book.slice(start, end)).join('')).toBe(book);
          for (const { start, end } of parts) {
            const part = book.slice(start, end);
            expect(count(part)).toBeLessThanOrEqual(maxTokens);
            expect(part.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });

  it('SZ20: says under which headings a part stands', () => {
    const filler = 'A rule of the house. '.repeat(20);
    const book = `# Play\n\n${filler}\n\n## Combat\n\n${filler}\n\n### Wounds\n\n${filler}\n\n## Rest\n\n${filler}\n`;
    const parts = splitRulebook(book, { maxTokens: 130, count });
    expect(parts.map(({ headings }) => headings.join(' › '))).toEqual([
      'Play',
      'Play › Combat',
      'Play › Combat › Wounds',
      'Play › Rest',
    ]);
    const short = `# Play\n\n${filler}\n\n## Luck\n\nIt runs out.\n\n## Rest\n\n${filler}\n\n${filler}\n`;
    const few = splitRulebook(short, { maxTokens: 240, count });
    expect(few.map(({ headings, start }) => [headings.join(' › '), short.slice(start, start + 7)])).toEqual([
      ['Play', '# Play\n'],
      ['Play › Rest', 'A rule '],
    ]);
  });
});
