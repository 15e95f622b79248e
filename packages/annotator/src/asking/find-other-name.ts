// Finds a name in a sentence that does not occur in the words on which the sentence is based.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import { splitWords } from '../glossary/text-words.ts';
import { isEnglish } from '../reader/lexicon.ts';

/**
 * The first name of an English sentence that is in none of the texts: a word with a capital that is not due to its
 * place in the sentence.
 */
export function findOtherName(sentence: string, texts: readonly string[]): string | undefined {
  const known = new Set(texts.flatMap((text) => splitWords(text).map(({ stem }) => stem)));
  const other = splitWords(sentence).find(({ start, folded, stem, isCapitalised }) => {
    if (!isCapitalised || folded.length < 2 || known.has(stem)) return false;
    return !(isSentenceStart(sentence, start) && isEnglish(folded));
  });
  return other === undefined ? undefined : sentence.slice(other.start, other.end);
}
