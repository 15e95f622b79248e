// Proves that quotes are sorted by what they say, and that none is lost or changed by it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortQuotes } from './sort-quotes.ts';

const jetan = {
  term: 'jetan',
  aliases: ['Martian chess'],
  definition: 'A board game of two armies, played with live men.',
};
const telling = [
  'We call the game jetan.',
  'In jetan two armies of twenty pieces meet upon a board.',
  'The men who played jetan with living pieces died by the hundred.',
];
const bare = ['“Jetan!” he said.', 'O jetan!', 'And jetan, too?'];

const show = (quotes: readonly string[]) => quotes.map((quote, id) => ({ quote, id }));

describe('sortQuotes', () => {
  it('GL22: every quote that tells something comes before every bare mention, in whatever order they came', () => {
    const any = fc.shuffledSubarray([...telling, ...bare], { minLength: 2 });
    fc.assert(
      fc.property(any, (quotes) => {
        const sorted = sortQuotes(jetan, show(quotes)).map(({ quote }) => quote);
        const kinds = sorted.map((quote) => telling.includes(quote));
        expect(kinds).toEqual(kinds.toSorted((one, other) => Number(other) - Number(one)));
      }),
    );
  });

  it('GL22: a quote that shares words with the definition comes before one that shares none', () => {
    const quotes = ['He left the hall of jetan by the northern gate.', telling[1] ?? ''];
    expect(sortQuotes(jetan, show(quotes)).map(({ id }) => id)).toEqual([1, 0]);
  });

  it('GL22: quotes are only sorted, equals stay in their order, and a second sorting changes nothing', () => {
    const quotes = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...telling, ...bare)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(quotes, fc.string(), (texts, definition) => {
        const entry = { ...jetan, definition };
        const sorted = sortQuotes(entry, show(texts));
        expect(sorted.toSorted((one, other) => one.id - other.id)).toEqual(show(texts));
        expect(sortQuotes(entry, sorted)).toEqual(sorted);
        const same = sorted.filter(({ quote }) => quote === texts[0]).map(({ id }) => id);
        expect(same).toEqual(same.toSorted((one, other) => one - other));
      }),
    );
  });
});
