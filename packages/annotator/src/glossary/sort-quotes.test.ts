// Proves that quotes are sorted by what they say, and that a quote is left out only if another contains it.

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
        const sorted = sortQuotes(jetan, show(quotes)).map(({ piece }) => piece.quote);
        const kinds = sorted.map((quote) => telling.includes(quote));
        expect(kinds).toEqual(kinds.toSorted((one, other) => Number(other) - Number(one)));
      }),
    );
  });

  it('GL22: a quote that shares words with the definition comes before one that shares none', () => {
    const quotes = ['He left the hall of jetan by the northern gate.', telling[1] ?? ''];
    expect(sortQuotes(jetan, show(quotes)).map(({ piece }) => piece.id)).toEqual([1, 0]);
  });

  it('GL22: only parts of longer quotes are left out, equal quotes keep their order, and sorting again changes nothing', () => {
    const quotes = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...telling, ...bare)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(quotes, fc.string(), (texts, definition) => {
        const entry = { ...jetan, definition };
        const sorted = sortQuotes(entry, show(texts)).map(({ piece }) => piece);
        const isPart = (text: string) =>
          texts.some((one) => one.trim().length > text.trim().length && one.includes(text.trim()));
        expect(sorted.toSorted((one, other) => one.id - other.id)).toEqual(
          show(texts).filter(({ quote }) => !isPart(quote)),
        );
        expect(sortQuotes(entry, sorted).map(({ piece }) => piece)).toEqual(sorted);
        const same = sorted.filter(({ quote }) => quote === texts[0]).map(({ id }) => id);
        expect(same).toEqual(same.toSorted((one, other) => one - other));
      }),
    );
  });

  it('GL22: a quote that leans on another is marked and follows it, and what it tells counts for both', () => {
    const place = (quote: string, postId: number) => ({ quote, corpus: 'main', postId, start: 0 });
    const asked = place('“How do you explain it, John Carter?” he asked.', 7);
    const told = place('“I never age, and I love life,” was the answer.', 8);
    const met = place('John Carter crossed the plaza with his sword drawn.', 3);
    const carter = {
      term: 'John Carter',
      aliases: [],
      definition: 'A fighting man who never ages and loves life.',
    };
    expect(sortQuotes(carter, [met, told, asked])).toEqual([
      { piece: asked, isSupporting: false },
      { piece: told, isSupporting: true },
      { piece: met, isSupporting: false },
    ]);
  });

  it('GL22: a quote that a longer one contains is left out', () => {
    const [first = '', second = ''] = telling;
    const shown = sortQuotes(jetan, show([first, `${first} ${second}`]));
    expect(shown.map(({ piece }) => piece.id)).toEqual([1]);
  });
});
