// Searches what was told in earlier turns, and shows the sentences that fit best with those around them.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { collectTermWords, queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
import type { ToldTurn } from '../state/lore-source.ts';
import type { Workbench } from './workbench.ts';

/** At most this many of the turns that may fit are split into words. */
const mostSplit = 24;
/**
 * The forms of a word usually begin with the same letters. A turn may fit if it has the first `sameLetters` letters of
 * a word.
 */
const sameLetters = 4;
/**
 * The maximum number of characters of a passage: as many as a verse of a song or an oath may have, so that it can be
 * quoted.
 */
const longestPassage = 500;
/**
 * What a passage must have of the words that were asked for: `leastShare` of the weight of all of them, and
 * `leastTerms` of the words themselves, or all if there are fewer. Words that no turn told weigh nothing.
 */
const leastShare = 0.4;
const leastTerms = 2;

/**
 * Best first, at most one passage of each turn before the open one. If the open turn is told anew, its earlier telling
 * does not count.
 */
export function searchTold(
  { lore, turn }: Pick<Workbench, 'lore' | 'turn'>,
  words: string,
  limit: number,
): readonly string[] {
  const asked = [...collectTermWords(words, queryLimits)].map(([term, word]) => ({
    term,
    start: word.toLowerCase().slice(0, sameLetters),
  }));
  if (asked.length === 0) return [];
  const turns = [...lore.iterateTold()]
    .filter(({ number }) => number < turn)
    .map((told) => ({ told, text: told.narrative.toLowerCase() }));
  const weighed = asked.map(({ term, start }) => {
    const found = turns.filter(({ text }) => text.includes(start)).length;
    return { term, start, weight: found === 0 ? 0 : Math.log(1 + turns.length / found) };
  });
  const sum = (isSaid: (one: { readonly term: string; readonly start: string }) => boolean) =>
    weighed.reduce((all, one) => (isSaid(one) ? all + one.weight : all), 0);
  const least = sum(() => true) * leastShare;
  return turns
    .map(({ told, text }) => ({ told, score: sum(({ start }) => text.includes(start)) }))
    .filter(({ score }) => score > 0 && score >= least)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostSplit)
    .map(({ told }) => findPassage(told, (terms) => sum(({ term }) => terms.has(term))))
    .filter(({ score, terms }) => {
      const shared = asked.filter(({ term }) => terms.has(term)).length;
      return score >= least && shared >= Math.min(leastTerms, asked.length);
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ told, passage }) => `told in turn ${told.number}: ${escapeLine(passage, longestPassage)}`);
}

const sentenceEnd = /(?<=[.!?…]["”’»')*]{0,3}\s|[。！？]|\n)/u;

/** The sentence that fits best, with those before and after it as far as there is room. */
function findPassage(told: ToldTurn, score: (terms: ReadonlySet<string>) => number) {
  const sentences = told.narrative.split(sentenceEnd).map((text) => ({
    text,
    score: score(new Set(splitTerms(text).counts.keys())),
  }));
  // What is spoken of in one sentence is often quoted in the next.
  const near = sentences.map(
    (one, at) =>
      one.score + ((sentences[at - 1]?.score ?? 0) + (sentences[at + 1]?.score ?? 0)) / neighbourPart,
  );
  const best = near.reduce((most, one, at) => (one > (near[most] ?? 0) ? at : most), 0);
  const [from, to] = fillPassage(
    sentences.map(({ text }) => text.length),
    best,
  );
  const passage = sentences
    .slice(from, to)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const terms = new Set(splitTerms(passage).counts.keys());
  return { told, passage, score: score(terms), terms };
}

const neighbourPart = 3;

/** Where a passage around the sentence at `best` begins and ends. */
function fillPassage(lengths: readonly number[], best: number): readonly [from: number, to: number] {
  let [from, to] = [best, best + 1];
  let left = longestPassage - (lengths[best] ?? 0);
  const isFitting = (at: number) => (lengths[at] ?? Number.POSITIVE_INFINITY) <= left;
  while (isFitting(from - 1) || isFitting(to)) {
    if (isFitting(from - 1)) {
      from -= 1;
      left -= lengths[from] ?? 0;
    }
    if (isFitting(to)) {
      left -= lengths[to] ?? 0;
      to += 1;
    }
  }
  return [from, to];
}
