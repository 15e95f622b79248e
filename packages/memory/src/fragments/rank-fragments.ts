// Ranks fragments for a message: by the words that they contain, and by how many of the moments it brings back are their sources.

/** A term of the message, and the fragments that contain it. */
export interface FragmentMatch {
  readonly term: string;
  readonly fragments: readonly { readonly key: string; readonly weight: number }[];
}

/** A moment that the message brought back: the best first. */
export interface SourceMoment {
  /** The fragments that rest on it, with the number of all events that each rests on. */
  readonly fragments: readonly { readonly key: string; readonly sources: number }[];
}

export interface FragmentRanking {
  /** All terms of the message, including those that no fragment contains. */
  readonly terms: readonly string[];
  readonly matches: readonly FragmentMatch[];
  readonly moments: readonly SourceMoment[];
  /** How many fragments, and how many moments, there are altogether. */
  readonly extent: { readonly fragments: number; readonly moments: number };
}

export interface RankedFragment {
  readonly key: string;
  /**
   * From 0 to 2: the share of the message's words that the fragment contains, plus its share of the moments brought
   * back.
   */
  readonly score: number;
  /** Terms of the message that the fragment contains. */
  readonly terms: readonly string[];
  /** How many of the moments brought back are its sources. */
  readonly moments: number;
}

/** Below this a fragment does not bear on the message; nor does one far below the best. */
const leastScore = 0.3;
const leastOfBest = 0.5;
/** How soon further weight of a word stops counting, like k1 of BM25. */
const saturation = 2;
/** Words that no fragment contains count less: most of them only belong to the way of asking. */
const strangeShare = 0.4;
/** How fast the worth of a moment falls with its rank. */
const rankOffset = 3;

/** Best first; of equal ones in order of their keys. */
export function rankFragments(ranking: FragmentRanking): readonly RankedFragment[] {
  const found = new Map<string, { own: number; votes: number; terms: string[]; moments: number }>();
  const open = (key: string) => {
    const one = found.get(key) ?? { own: 0, votes: 0, terms: [], moments: 0 };
    found.set(key, one);
    return one;
  };
  const mass = sumRarity(ranking);
  for (const { term, fragments } of ranking.matches) {
    const rarity = computeRarity(fragments.length, ranking.extent.fragments);
    for (const { key, weight } of fragments) {
      const one = open(key);
      one.own += (rarity * weight) / (weight + saturation) / mass;
      one.terms.push(term);
    }
  }
  const worths = ranking.moments.map((_, rank) => 1 / (rankOffset + rank));
  const total = worths.reduce((sum, worth) => sum + worth, 0);
  for (const [rank, { fragments }] of ranking.moments.entries()) {
    for (const { key, sources } of fragments) {
      const one = open(key);
      one.votes += computeSurplus(sources, ranking.extent.moments) * ((worths[rank] ?? 0) / total);
      one.moments += 1;
    }
  }
  const ranked = [...found]
    .map(([key, { own, votes, terms, moments }]) => ({ key, score: own + votes, terms, moments }))
    .sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : 1));
  const least = Math.max(leastScore, leastOfBest * (ranked[0]?.score ?? 0));
  return ranked.filter(({ score }) => score >= least);
}

function sumRarity({ terms, matches, extent }: FragmentRanking): number {
  const known = new Map(matches.map(({ term, fragments }) => [term, fragments.length]));
  return terms.reduce((sum, term) => {
    const bearers = known.get(term);
    const rarity = computeRarity(bearers ?? 0, extent.fragments);
    return sum + (bearers === undefined ? strangeShare : 1) * rarity;
  }, 0);
}

function computeRarity(bearers: number, all: number): number {
  return Math.log(1 + Math.max(0.5, all - bearers + 0.5) / (bearers + 0.5));
}

/** How much a moment speaks for a fragment: little if the fragment rests on half of all that was said. */
function computeSurplus(sources: number, all: number): number {
  return Math.max(0, 1 - (2 * sources) / Math.max(1, all));
}
