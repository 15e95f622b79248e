// Tests scoring texts by their own words and those of their neighbours, and merging rankings.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packWeight } from './postings.ts';
import { mergeRanks, PlaceScores, scorePlaces } from './score-places.ts';

const plain = packWeight({ count: 1, length: 10, isQuestion: false });
const asking = packWeight({ count: 1, length: 10, isQuestion: true });
const corpus = { documents: 1_000, meanLength: 10 };

function matchAt(places: readonly number[], weight = plain, documents = 10) {
  return { term: 'x', documents, places, weights: places.map(() => weight) };
}

function scoreOf(place: number, ...matches: ReturnType<typeof matchAt>[]): number {
  return scorePlaces(matches, corpus, 100).find((one) => one.place === place)?.score ?? 0;
}

describe('scoring places', () => {
  it('finds a turn by its neighbours’ words, the nearer the better, and none further than four turns away', () => {
    const scores = [20, 21, 22, 23, 24, 25].map((place) => scoreOf(place, matchAt([20])));
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(scores).size).toBe(6);
    expect(scores.at(-1)).toBe(0);
  });

  it('gives a reply nearly all of what was asked', () => {
    expect(scoreOf(21, matchAt([20], asking))).toBeGreaterThan(scoreOf(19, matchAt([20], asking)));
    expect(scoreOf(21, matchAt([20], asking))).toBeLessThan(scoreOf(20, matchAt([20], asking)));
  });

  it('counts a term once for a place and those beside it, so that repeating does not win over bearing more', () => {
    expect(scoreOf(20, matchAt([19, 20, 21]))).toBe(scoreOf(20, matchAt([20])));
    expect(scoreOf(20, matchAt([20]), matchAt([21]))).toBeGreaterThan(scoreOf(20, matchAt([19, 20, 21])));
  });

  it('scores higher the rarer a term, the more often it stands and the shorter the text', () => {
    const weigh = (count: number, length: number, documents: number) =>
      scoreOf(9, matchAt([9], packWeight({ count, length, isQuestion: false }), documents));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 900 }), (count, documents) => {
        expect(weigh(count + 1, 10, documents)).toBeGreaterThan(weigh(count, 10, documents));
        expect(weigh(count, 10, documents)).toBeGreaterThan(weigh(count, 100, documents));
        expect(weigh(count, 10, documents)).toBeGreaterThan(weigh(count, 10, documents + 50));
        expect(weigh(count, 10, 1_000)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('place scores', () => {
  it('sum the most that each term gives each place, and list the best', () => {
    const raise = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 4 }),
      fc.nat({ max: 50 }),
    );
    fc.assert(
      fc.property(fc.array(raise), fc.integer({ min: 1, max: 9 }), (raises, limit) => {
        const ordered = [...raises].sort((one, other) => one[1] - other[1]);
        const scores = new PlaceScores(ordered.length);
        const most = new Map<number, Map<number, number>>();
        for (const [place, term, worth] of ordered) {
          scores.update(place, term, worth);
          const own = most.get(place) ?? new Map<number, number>();
          most.set(place, own.set(term, Math.max(own.get(term) ?? 0, worth)));
        }
        const expected = [...most]
          .map(([place, own]) => ({ place, score: [...own.values()].reduce((sum, worth) => sum + worth, 0) }))
          .sort((one, other) => other.score - one.score || other.place - one.place);
        expect(scores.listBest(limit)).toEqual(expected.slice(0, limit));
      }),
    );
  });
});

describe('fusing ranks', () => {
  it('puts what two rankings agree on before what one of them has at the same rank', () => {
    const fused = mergeRanks([
      { places: [1, 2, 3], share: 1 },
      { places: [4, 2, 5], share: 1 },
    ]);
    expect([...fused].sort((one, other) => other[1] - one[1])[0]).toEqual([2, 2 / 62]);
    expect(fused.get(1)).toBe(1 / 61);
  });

  it('counts a ranking by its share', () => {
    expect(mergeRanks([{ places: [7], share: 0.5 }]).get(7)).toBe(0.5 / 61);
  });
});
