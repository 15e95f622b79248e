// Searches what was told in earlier turns, and shows the sentences that fit best with those around them.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { collectTermWords, queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
import type { LoreSource } from '../state/lore-source.ts';

/** At most this many of the turns that may fit are split into words. */
const mostSplit = 24;
/** A form of a word begins with the same letters: so many of them are looked for, before words are compared. */
const sameLetters = 4;
/** A passage is as long as a verse of a song or an oath, so that it can be quoted. */
const longestPassage = 500;
/** A passage must have this share of what the words asked for weigh, and so many of them if there are more. */
const leastShare = 0.4;
const leastTerms = 2;

interface Told {
  readonly number: number;
  readonly narrative: string;
}

/** Best first, at most one passage of each turn. */
export function searchTold(lore: LoreSource, words: string, limit: number): readonly string[] {
  const asked = [...collectTermWords(words, queryLimits)].map(([term, word]) => ({
    term,
    start: word.toLowerCase().slice(0, sameLetters),
  }));
  if (asked.length === 0) return [];
  const turns = [...lore.iterateTold()].map((told) => ({ told, text: told.narrative.toLowerCase() }));
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
function findPassage(told: Told, score: (terms: ReadonlySet<string>) => number) {
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
  let [from, to] = [best, best + 1];
  const join = () =>
    sentences
      .slice(from, to)
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s+/gu, ' ')
      .trim();
  const isFitting = (more: string | undefined) =>
    more !== undefined && join().length + more.length <= longestPassage;
  while (isFitting(sentences[from - 1]?.text) || isFitting(sentences[to]?.text)) {
    if (isFitting(sentences[from - 1]?.text)) from -= 1;
    if (isFitting(sentences[to]?.text)) to += 1;
  }
  const terms = new Set(splitTerms(join()).counts.keys());
  return { told, passage: join(), score: score(terms), terms };
}

const neighbourPart = 3;
