// Splits a text into sentences, in any language, and leaves away the words that only open them.

import { openers } from './word-lists.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const longestText = 20_000;

/** Sentences in order, white space runs as one space; what lies beyond 20,000 characters is left away. */
export function splitSentences(text: string): readonly string[] {
  return text
    .slice(0, longestText)
    .split(/\n+/)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Without `Wow, `, `Hey Mel! `, `Yeah - ` at its beginning: still words as they stand. */
export function leaveAwayOpener(sentence: string): string {
  let rest = sentence;
  for (let cuts = 0; cuts < 3; cuts++) {
    const opened = /^([\p{L}']+)(?: \p{Lu}[\p{L}]+)?\s?[,!.:–—-]+\s+(?=\S+ \S+)/u.exec(rest);
    if (opened === null || !openers.has((opened[1] ?? '').toLowerCase())) return rest;
    rest = rest.slice(opened[0].length);
  }
  return rest;
}
