// Tells which words are ordinary: they occur in any text, so they do not show where a text came from.
import { splitTerms, stemWord } from '@terrarium/kernel/split-terms';
import lists from './ordinary-words.json' with { type: 'json' };

const ordinary: ReadonlySet<string> = new Set(
  [lists.english, lists.german, lists.french].flatMap((words) =>
    words.split(' ').flatMap((word) => [word, stemWord(word)]),
  ),
);

/** Hiragana alone are particles and endings in most sentences of Japanese. */
const particle = /^\p{Script=Hiragana}{1,2}$/u;

/** Takes a word in small letters, its stem, or one or two characters of a script without spaces. */
export function isOrdinary(word: string): boolean {
  return ordinary.has(word) || particle.test(word) || splitTerms(word).length === 0;
}
