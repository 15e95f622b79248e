// Tests splitting a text into terms: stems of words and, in scripts without spaces, characters and pairs of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectQueryTerms, joinQueryTerms } from './query-terms.ts';
import {
  collectTermWords,
  findTermSpans,
  isUnspaced,
  queryLimits,
  splitTerms,
  stemWord,
} from './split-terms.ts';

const termsOf = (text: string): readonly string[] => [...splitTerms(text).counts.keys()];

describe('splitting a text into terms', () => {
  it('drops words without content and joins the forms of a word', () => {
    expect(termsOf('What did you do? She was painting; he painted two paintings.')).toEqual(['paint', 'two']);
    expect(termsOf("Melanie's children went running")).toEqual(['melani', 'child', 'go', 'run']);
  });

  it('finds a character and a pair of them where words are not spaced', () => {
    expect(termsOf('東京塔 tower')).toEqual(['東', '京', '東京', '塔', '京塔', 'tower']);
  });

  it('asks for no character that every sentence of such a script has, unless there is nothing else', () => {
    const read = (query: string) => [...collectQueryTerms(query)];
    expect(read('我什么时候去北京？')).not.toContain('我');
    expect(read('我什么时候去北京？')).toEqual(expect.arrayContaining(['北京', '去北', '京']));
    expect(read('猫の名前は何ですか？')).toEqual(expect.arrayContaining(['猫', '名前']));
    for (const term of ['の', 'は', 'です', 'すか']) expect(read('猫の名前は何ですか？')).not.toContain(term);
    expect(read('くるみ')).toEqual(['くる', 'るみ']);
    expect(read('我们')).toEqual(['我', '们', '我们']);
    expect(read('the kiln, for us')).toEqual(['kiln']);
    const joined = joinQueryTerms('昨日の自転車と桜', ['自', '自転', '転', '転車', '車', '桜', 'kiln']);
    expect(Object.fromEntries(joined)).toEqual({
      自: '自転車',
      自転: '自転車',
      転: '自転車',
      転車: '自転車',
      車: '自転車',
      桜: '桜',
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const terms = [...splitTerms(text, queryLimits).counts.keys()];
        const asked = read(text);
        expect(asked.length > 0).toBe(terms.length > 0);
        expect(terms).toEqual(expect.arrayContaining(asked));
        for (const run of joinQueryTerms(text, terms).values())
          expect(text.normalize('NFKC').toLowerCase()).toContain(run);
      }),
    );
  });

  it('knows the word that each term comes from', () => {
    expect([...collectTermWords('Charities for 東京, a charity', queryLimits)]).toEqual([
      ['chariti', 'Charities'],
      ['東', '東'],
      ['京', '京'],
      ['東京', '東京'],
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const terms = [...collectTermWords(text, queryLimits).keys()];
        expect(terms).toEqual([...splitTerms(text, queryLimits).counts.keys()]);
      }),
    );
  });

  it('knows where the words of a term stand', () => {
    const find = (text: string, ...terms: readonly string[]) =>
      findTermSpans(text, new Set(terms)).map(({ start, end }) => text.slice(start, end));
    expect(find('She Painted the painting, not paint-pots.', 'paint')).toEqual([
      'Painted',
      'painting',
      'paint',
    ]);
    expect(find('ﬁne 東京塔', 'fine', '京')).toEqual(['ﬁne', '京']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (drawn) => {
        // Normalises the text first, because a sign that stands for several letters, such as ㈀, is not split.
        const text = drawn.normalize('NFKC').toLowerCase().normalize('NFKC');
        const terms = new Set(splitTerms(text).counts.keys());
        const found = findTermSpans(text, terms);
        const single = [...terms].filter((term) => [...term].length === 1 || !isUnspaced(term));
        expect(new Set(found.map(({ term }) => term))).toEqual(new Set(single));
        for (const { term, start, end } of found)
          expect([...splitTerms(text.slice(start, end)).counts.keys()]).toContain(term);
      }),
    );
  });

  it('counts repeated terms', () => {
    const { counts, length } = splitTerms('kiln, kilns and a cup');
    expect([...counts]).toEqual([
      ['kiln', 2],
      ['cup', 1],
    ]);
    expect(length).toBe(3);
  });

  it('takes a text of any kind and size within its limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const { counts, length } = splitTerms(text, { characters: 200, terms: 9 });
        expect(counts.size).toBeLessThanOrEqual(9);
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(length);
        expect([...counts.keys()].filter((term) => !/^[\p{L}\p{N}\p{M}]+$/u.test(term))).toEqual([]);
      }),
    );
    const long = Array.from({ length: 150_000 }, (_, at) => `w${at}`).join(' ');
    expect(splitTerms(long, queryLimits).counts.size).toBe(queryLimits.terms);
  });

  it('has the same terms for another case and another form of the same letters', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(termsOf(text.normalize('NFKC').toLowerCase())).toEqual(termsOf(text));
      }),
    );
  });
});

describe('stems', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['vietnamization', 'vietnam'],
    ['triplicate', 'triplic'],
    ['hopefulness', 'hope'],
    ['adjustment', 'adjust'],
    ['adoption', 'adopt'],
    ['controlling', 'control'],
    ['sky', 'sky'],
    ['happy', 'happi'],
    ['bought', 'bui'],
    ['été', 'été'],
  ])('of %s is %s', (word, stem) => {
    expect(stemWord(word)).toBe(stem);
  });
});
