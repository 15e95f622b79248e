// Splits a text into sentences, in any language, and leaves away the words that only open them.

import { openers } from './word-lists.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const longestText = 20_000;
/** `[photo: a dog on a beach]`: what a program wrote beside the words, not what was said. A key in brackets has no blank. */
const aside = /\[[^\][\s]*\s[^\][\n]*\]/g;

const nobody: ReadonlySet<string> = new Set();

/** Sentences in order, white space runs as one space; what lies beyond 20,000 characters or in brackets is left away. */
export function splitSentences(text: string): readonly string[] {
  return text
    .slice(0, longestText)
    .replace(aside, '\n')
    .split(/[\r\n]+/)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Without `Wow, `, `Hey Mel! `, `Mel, `, `Yeah - ` at its beginning: still words as they stand. */
export function stripOpener(sentence: string, calledNames: ReadonlySet<string> = nobody): string {
  let rest = sentence;
  for (let cuts = 0; cuts < 3; cuts++) {
    const opened = /^([\p{L}']+)(?: ([\p{L}']+))?\s?[,!.:–—-]+\s+(?=\S+ \S+)/u.exec(rest);
    if (opened === null) return rest;
    const [, first = '', second] = opened;
    const isCalled = second === undefined && calledNames.has(first.toLowerCase());
    if (!isCalled && !isOpener(first, second)) return rest;
    rest = rest.slice(opened[0].length);
  }
  return rest;
}

/** A word that only opens, alone, twice, or with a name behind it. */
function isOpener(first: string, second = ''): boolean {
  const isName = second === '' || /^\p{Lu}/u.test(second);
  return openers.has(first.toLowerCase()) && (isName || openers.has(second.toLowerCase()));
}
