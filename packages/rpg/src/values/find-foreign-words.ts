// Finds the language of a text among several, and returns its function words, which say nothing about any subject.

import foreignFunctionWords from './foreign-function-words.json' with { type: 'json' };

/** For each of several languages, the words that say nothing about what a text is about. */
const foreign: readonly ReadonlySet<string>[] = Object.values(foreignFunctionWords.languages).map(
  (words) => new Set(words.split(' ')),
);
/** Words that English has too, such as `die`: they do not show that a text is in another language. */
const alsoEnglish: ReadonlySet<string> = new Set(foreignFunctionWords.english.split(' '));
const leastForeign = 2;
const leastForeignShare = 0.2;

/** Empty if the text is in English, or in a language that is not known. */
export function findForeignWords(text: string): ReadonlySet<string> {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu))];
  let most: { readonly list: ReadonlySet<string>; readonly count: number } = { list: new Set(), count: 0 };
  for (const list of foreign) {
    const count = words.filter((word) => list.has(word) && !alsoEnglish.has(word)).length;
    if (count > most.count) most = { list, count };
  }
  const isForeign = most.count >= leastForeign && most.count >= words.length * leastForeignShare;
  return isForeign ? most.list : new Set();
}
