// Tells which words are ordinary: they occur in any text, so they do not show where a text came from.
import { splitTerms, stemWord } from '@terrarium/kernel/split-terms';
import lists from './ordinary-words.json' with { type: 'json' };

const ordinary: ReadonlySet<string> = new Set(
  [lists.english, lists.german, lists.french].flatMap((words) =>
    words.split(' ').flatMap((word) => [word, stemWord(word)]),
  ),
);

/** `word` is in small letters, or a stem. A word without terms, such as a sign, is ordinary too. */
export function isOrdinary(word: string): boolean {
  return ordinary.has(word) || splitTerms(word).length === 0;
}

const particle = /^\p{Script=Hiragana}{1,2}$/u;

/**
 * Whether a term is only one or two characters in hiragana, as are particles and endings in most sentences of Japanese.
 * They make no two texts alike. They may still belong to what is forgotten, because whole words are written in hiragana
 * too.
 */
export function isParticle(term: string): boolean {
  return particle.test(term);
}
