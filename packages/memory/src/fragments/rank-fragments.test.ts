// Tests ranking fragments for a message by their words and sources.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectFragmentTerms } from './collect-fragment-terms.ts';
import { type FragmentRanking, rankFragments } from './rank-fragments.ts';

const key = fc.constantFrom('mira', 'kiln', 'boat', 'garden', 'letter');
const match = fc.record({
  term: fc.stringMatching(/^[a-z]{1,4}$/),
  fragments: fc.uniqueArray(fc.record({ key, weight: fc.integer({ min: 1, max: 15 }) }), {
    selector: (one) => one.key,
    minLength: 1,
  }),
});
const moment = fc.record({
  fragments: fc.uniqueArray(fc.record({ key, sources: fc.integer({ min: 1, max: 50 }) }), {
    selector: (one) => one.key,
  }),
});
const ranking: fc.Arbitrary<FragmentRanking> = fc
  .record({
    matches: fc.uniqueArray(match, { selector: ({ term }) => term, maxLength: 6 }),
    others: fc.array(fc.constantFrom('xx', 'yy'), { maxLength: 2 }),
    moments: fc.array(moment, { maxLength: 12 }),
  })
  .map(({ matches, others, moments }) => ({
    terms: [...matches.map(({ term }) => term), ...others],
    matches,
    moments,
    extent: { fragments: 5, moments: 100 },
  }));

const extent = { fragments: 40, moments: 1000 };

describe('fragments for a message', () => {
  it('FR2: scores lie between 0 and 2, fall down the list, and none is far below the best', () => {
    fc.assert(
      fc.property(ranking, (given) => {
        const ranked = rankFragments(given);
        const scores = ranked.map(({ score }) => score);
        expect(scores.toSorted((one, other) => other - one)).toEqual(scores);
        for (const score of scores) {
          expect(score).toBeLessThanOrEqual(2 + 1e-9);
          expect(score).toBeGreaterThanOrEqual(Math.max(0.3, (scores[0] ?? 0) / 2));
        }
        expect(new Set(ranked.map((one) => one.key)).size).toBe(ranked.length);
      }),
    );
  });

  it('FR2: a fragment with no word and no moment of the message is never found', () => {
    fc.assert(
      fc.property(ranking, (given) => {
        for (const { terms, moments } of rankFragments(given))
          expect(terms.length + moments).toBeGreaterThan(0);
      }),
    );
  });

  it('FR2: one word among many that say something else is not enough', () => {
    const matches = [{ term: 'week', fragments: [{ key: 'boat', weight: 1 }] }];
    const found = rankFragments({
      terms: ['week', 'dentist', 'appoint', 'tooth', 'insur'],
      matches,
      moments: [],
      extent,
    });
    expect(found).toEqual([]);
  });

  it('FR2: moments alone are enough, and count less for a fragment that is based on half of everything', () => {
    const rest = (sources: number) =>
      rankFragments({
        terms: ['dentist'],
        matches: [],
        moments: [{ fragments: [{ key: 'boat', sources }] }],
        extent,
      });
    expect(rest(10)[0]).toMatchObject({ key: 'boat', moments: 1 });
    expect(rest(500)).toEqual([]);
  });
});

describe('the words of a fragment', () => {
  const mira = {
    key: 'mira',
    ambient: 'Mira is Kit’s older sister and lives in Porto.',
    recognition: 'They write to each other every week. She keeps bees.',
    inventory: '2024-01-01, Kit: Mira sold the house. (#3)',
    sources: [],
  };

  it('FR1: the name weighs most, then the words beside it, then the other words', () => {
    const terms = collectFragmentTerms(mira);
    const weigh = (term: string) => terms.get(term) ?? 0;
    expect(weigh('mira')).toBeGreaterThan(weigh('kit'));
    expect(collectFragmentTerms({ ...mira, ambient: 'My sister Mira.' }).get('sister')).toBe(5);
    expect(weigh('bee')).toBe(1);
    expect(weigh('hous')).toBe(1);
  });

  it('FR1: whatever the texts, each word has a whole weight from 1 on, and the words of the key are among them', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, (ambient, recognition, inventory) => {
        const terms = collectFragmentTerms({ ...mira, ambient, recognition, inventory });
        expect(terms.get('mira')).toBeGreaterThanOrEqual(8);
        for (const weight of terms.values()) expect(Number.isInteger(weight) && weight >= 1).toBe(true);
      }),
    );
  });
});
