// Tests finding a quote in a text: word for word, or else the passages that are most like it.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, listClosePassages } from './locate-quote.ts';

const all = (body: string) => ({ start: 0, end: body.length });

function cite(body: string, quote: string, within = all(body)): string | undefined {
  const span = findExactQuote(body, quote, within);
  return span === undefined ? undefined : body.slice(span.start, span.end);
}

function listClose(body: string, quote: string, within = all(body)): string[] {
  return listClosePassages(body, quote, within).map(({ start, end }) => body.slice(start, end));
}

/** Distinct words, so that a run of them occurs in only one place. */
const distinctWords = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 12, maxLength: 30 });

describe('findExactQuote', () => {
  it('GL5: white space around a quote is no part of it', () => {
    expect(cite('Then Soma slept.', '  Soma slept\n')).toBe('Soma slept');
    expect(cite('Then “Soma” slept.', '  "Soma"  slept\n')).toBe('“Soma” slept');
  });

  it('GL5: an exact match is preferred to one that matches only when folded', () => {
    const body = '“Soma” slept. "Soma" slept.';
    expect(findExactQuote(body, '"Soma" slept.', all(body))?.start).toBe(14);
  });

  it('GL5: a quote without words is found nowhere', () => {
    for (const quote of ['', '  ', '\n'])
      expect(findExactQuote('Soma slept.', quote, all('Soma'))).toBeUndefined();
  });

  it('GL5: a quote is found as whole words, at its first place', () => {
    const body = 'Ilmar saw Ilm, and Ilm saw him.';
    expect(findExactQuote(body, 'Ilm', all(body))?.start).toBe(10);
    expect(cite(body, 'lm saw')).toBeUndefined();
    expect(cite(body, 'Ilm sa')).toBeUndefined();
    expect(cite('Room 12 was shut.', 'Room 1')).toBeUndefined();
    expect(cite('彼は黎明に会った。', '黎明')).toBe('黎明');
  });

  it('GL8: a quote that extends beyond what was read is found nowhere', () => {
    const body = 'He sat. Soma left the hill. He ate.';
    const read = { start: 8, end: 27 };
    expect(cite(body, 'Soma left the hill.', read)).toBe('Soma left the hill.');
    expect(cite(body, 'Soma left', { start: 8, end: 17 })).toBe('Soma left');
    for (const quote of ['sat. Soma', 'hill. He', 'He ate.', 'He sat.'])
      expect(cite(body, quote, read)).toBeUndefined();
  });

  it('GL8: where a post was divided inside a word, its halves can be cited', () => {
    expect(cite('Somaslept', 'slept', { start: 4, end: 9 })).toBe('slept');
    expect(cite('Somaslept', 'Soma', { start: 0, end: 4 })).toBe('Soma');
  });
});

describe('listClosePassages', () => {
  it('GL7: a passage is shown with the marks that close it and without what follows', () => {
    const body = 'He said: “Soma rode the grey horse home.” Then he ate.';
    expect(listClose(body, 'Soma rode the gray horse home')[0]).toBe('Soma rode the grey horse home.”');
  });

  it('GL7: upper and lower case make no difference when passages are looked for', () => {
    expect(listClose('Much later SOMA RODE the grey horse home.', 'Soma rode the gray horse home.')[0]).toBe(
      'SOMA RODE the grey horse home.',
    );
  });

  it('GL7: nothing is close if most words differ, and nothing is close to an empty quote', () => {
    const body = 'Soma rode the grey horse home.';
    expect(listClose(body, 'Phaidor ate seventeen cakes alone')).toEqual([]);
    expect(listClose(body, 'Soma ate seventeen small cakes')).toEqual([]);
    expect(listClose(body, 'Soma rode seventeen small cakes')).not.toEqual([]);
    expect(listClose(body, '…')).toEqual([]);
    expect(listClose('…', 'Soma rode')).toEqual([]);
    expect(listClose('', 'Soma rode')).toEqual([]);
  });

  it('GL8: nothing after what was read is close', () => {
    const body = 'Soma rode the grey horse home. Soma rode the grey mare home.';
    expect(listClose(body, 'Soma rode the gray mare home.', { start: 0, end: 30 })).toEqual([
      body.slice(0, 30),
    ]);
    expect(listClose(body, 'Soma rode the gray horse home.', { start: 31, end: 60 })).toEqual([
      body.slice(31),
    ]);
  });

  it('GL7: the best of many passages is found, wherever it is', () => {
    const many = Array.from({ length: 30 }, (_, index) => `Soma rode the grey horse to place${index}.`);
    const body = [...many, 'Soma rode the gray horse home at last.', ...many].join(' ');
    const [best, ...others] = listClosePassages(body, 'Soma rode the gray horse home at last!', all(body));
    expect(body.slice(best?.start, best?.end)).toBe('Soma rode the gray horse home at last.');
    expect(others.length).toBeLessThan(12);
  });

  it('GL7: words that differ by one letter are closer than different words', () => {
    const body = 'Soma rode the grey incomprehensibility home. Soma rodes the gray horse home.';
    expect(listClose(body, 'Soma rode the grey horse home.')).toEqual([
      'Soma rodes the gray horse home.',
      'Soma rode the grey incomprehensibility home.',
    ]);
  });

  it('GL7: equally close passages come in the order of the text', () => {
    const body =
      'Soma ate the red fig. Nobody saw it. Soma ate the red fig. Nobody spoke. Soma ate the red fig.';
    const starts = listClosePassages(body, 'Soma ate the red fog.', all(body)).map(
      (passage) => passage.start,
    );
    expect(starts).toEqual([0, 37, 73]);
  });

  it.each([
    ['is another', (words: string[]) => words.with(3, 'xxxxxxxxxx')],
    ['is missing', (words: string[]) => words.toSpliced(3, 1)],
    ['is too many', (words: string[]) => words.toSpliced(3, 0, 'xxxxxxxxxx')],
  ])('GL7: a passage of which one word %s is found from its first word to its last', (_, change) => {
    fc.assert(
      fc.property(distinctWords, fc.nat(20), fc.integer({ min: 7, max: 12 }), (words, from, length) => {
        const first = Math.min(from, words.length - length);
        const meant = words.slice(first, first + length);
        if (meant.length < 7) return;
        expect(listClose(words.join(' '), change(meant).join(' '))[0]).toBe(meant.join(' '));
      }),
    );
  });

  it('GL7: close passages are listed best first, do not overlap, and are as similar as stated', () => {
    const text = fc.array(fc.constantFrom('Soma', 'rode', 'the', 'grey', 'horse', 'home.'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, text, (body, quote) => {
        const shown = body.join(' ');
        const passages = listClosePassages(shown, quote.join(' '), all(shown));
        passages.forEach((passage, index) => {
          const words = shown.slice(passage.start, passage.end);
          expect(` ${shown} `).toContain(` ${words} `);
          expect(passage.similarity).toBe(compareTexts(words, quote.join(' ')));
          expect(passage.similarity).toBeLessThanOrEqual(passages[index - 1]?.similarity ?? 1);
          for (const other of passages.slice(0, index)) {
            expect(passage.end <= other.start || passage.start >= other.end).toBe(true);
          }
        });
      }),
    );
  });
});

describe('compareTexts', () => {
  it.each([
    ['', '', 1],
    ['', 'abc', 0],
    ['abc', 'abc', 1],
    ['abcd', 'abxd', 0.75],
    ['abcd', 'abd', 0.75],
    ['kitten', 'sitting', 1 - 3 / 7],
    ['abcdefghij', 'a', 0.1],
  ])('GL7: likeness is the share of letters that need no edit: "%s" and "%s"', (one, other, likeness) => {
    expect(compareTexts(one, other)).toBeCloseTo(likeness, 12);
    expect(compareTexts(other, one)).toBeCloseTo(likeness, 12);
  });
});
