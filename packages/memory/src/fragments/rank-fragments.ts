// Ranks fragments by how closely they are related to a message: by shared words, and by sources that the message brings back.

import { computeRarity } from './compute-rarity.ts';

/** A term of the message, and the fragments that contain it. */
export interface FragmentMatch {
  readonly term: string;
  readonly fragments: readonly { readonly key: string; readonly weight: number }[];
}

/** A moment that the message brought back. In a list, the best moment comes first. */
export interface SourceMoment {
  /** The fragments of which this moment is a source, each with the number of all its sources. */
  readonly fragments: readonly { readonly key: string; readonly sources: number }[];
}

export interface FragmentRanking {
  /** All terms of the message, including those that no fragment contains. */
  readonly terms: readonly string[];
  readonly matches: readonly FragmentMatch[];
  readonly moments: readonly SourceMoment[];
  /** Fragments whose name is in the message in full, each with the terms of that name. */
  readonly named?: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many fragments, and how many moments, there are altogether. */
  readonly extent: { readonly fragments: number; readonly moments: number };
}

export interface RankedFragment {
  readonly key: string;
  /**
   * From 0 to 2: the share of the message's words that the fragment contains, plus the fragment's share of the
   * moments brought back.
   */
  readonly score: number;
  /** Terms of the message that the fragment contains. */
  readonly terms: readonly string[];
  /** How many of the moments brought back are sources of the fragment. */
  readonly moments: number;
}

/**
 * A fragment with a lower score is not related to the message, nor is a fragment whose score is below this
 * share of the best.
 */
const leastScore = 0.3;
const leastOfBest = 0.5;
/** How soon more weight of a word stops adding to the score, like k1 of BM25. */
const saturation = 2;
/** Words that no fragment contains count less: most of them only belong to the wording of a question. */
const strangeShare = 0.4;
/** How fast the weight of a moment falls with its rank. */
const rankOffset = 3;

/** Returns the best fragment first; among equal ones, sorts by key. */
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
  const best = [...found.values()].reduce((most, { own, votes }) => Math.max(most, own + votes), 0);
  const least = Math.max(leastScore, leastOfBest * best);
  return [...found]
    .map(([key, { own, votes, terms, moments }]) => {
      const share = Math.max(own, measureNamed(ranking, key));
      return { key, score: share + votes, terms, moments };
    })
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : 1));
}

/**
 * What the name of a fragment would count if the message said nothing else: however long the message, a name in it is
 * meant. 0 if the message does not have the name.
 */
function measureNamed({ named, matches }: FragmentRanking, key: string): number {
  const name = named?.get(key);
  if (name === undefined) return 0;
  const shares = matches
    .filter(({ term }) => name.has(term))
    .map(({ fragments }) => fragments.find((one) => one.key === key)?.weight ?? 0)
    .map((weight) => weight / (weight + saturation));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, name.size);
}

function sumRarity({ terms, matches, extent }: FragmentRanking): number {
  const known = new Map(matches.map(({ term, fragments }) => [term, fragments.length]));
  return terms.reduce((sum, term) => {
    const bearers = known.get(term);
    const rarity = computeRarity(bearers ?? 0, extent.fragments);
    return sum + (bearers === undefined ? strangeShare : 1) * rarity;
  }, 0);
}

/**
 * How much a moment counts for a fragment: the more sources the fragment has, the less; nothing if half of all
 * moments are its sources.
 */
function computeSurplus(sources: number, all: number): number {
  return Math.max(0, 1 - (2 * sources) / Math.max(1, all));
}
