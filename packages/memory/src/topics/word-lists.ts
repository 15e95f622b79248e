// Word lists for finding topics: words that are never topics, sentence beginnings that say nothing; also the stems of words.
import lists from './word-lists.json' with { type: 'json' };

const vowel = /[aeiouy]/;

/** The stem of a word. Takes and returns lower case; the result is empty only if the word is. */
export function stemWord(lower: string): string {
  let word = lower.replace(/['’]s?$/u, '');
  if (word.length <= 3) return word || lower;
  if (word.endsWith('ies')) word = `${word.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(word)) word = word.slice(0, -2);
  else if (/[^siu]s$/.test(word)) word = word.slice(0, -1);
  const ended = /^(.+?)(?:ing|ed)$/.exec(word)?.[1];
  if (ended !== undefined && ended.length >= 3 && vowel.test(ended)) word = stripDouble(ended);
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/** Shortens `runn` to `run`; `dress` and `spell` keep their double letters. */
function stripDouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}

/** Words that everybody uses about everything, and their stems. */
export const genericStems: ReadonlySet<string> = new Set(
  lists.generic.flatMap((word) => [word, stemWord(word)]),
);
/** Words that only open a sentence, so that they can be left out there. */
export const openers: ReadonlySet<string> = new Set(lists.openers);
/** First words of sentences that praise, thank or greet. */
export const praise: ReadonlySet<string> = new Set(lists.praise);
/** Words by which English is recognised. */
export const englishWords: ReadonlySet<string> = new Set(lists.english);
/** Words that show that a sentence is about the speaker's own affairs. */
export const ownWords: ReadonlySet<string> = new Set(lists.own);
/** Words that refer to something said before. */
export const pronouns: ReadonlySet<string> = new Set(lists.pronouns);
/** Words that address the other person. */
export const addressWords: ReadonlySet<string> = new Set(lists.other);
export const adverbs: ReadonlySet<string> = new Set(lists.adverbs);
/** Beginnings of sentences that agree, thank, wish or take leave. */
export const replies: readonly string[] = lists.replies;
/** Phrases that only point at something sent along with the sentence. */
export const showing: readonly string[] = lists.showing;

export function countCommon<Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): number {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const value of fewer) if (more.has(value)) common += 1;
  return common;
}
