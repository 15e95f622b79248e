// Tells whether a sentence has a name that does not occur in the words on which the sentence is based.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import { splitWords } from '../glossary/text-words.ts';
import { isEnglish } from '../reader/lexicon.ts';

/**
 * Whether an English sentence has a name that is in none of the texts: a word with a capital that is not due to its
 * place in the sentence.
 */
export function hasOtherName(sentence: string, texts: readonly string[]): boolean {
  const known = new Set(texts.flatMap((text) => splitWords(text).map(({ stem }) => stem)));
  return splitWords(sentence).some(({ start, folded, stem, isCapitalised }) => {
    if (!isCapitalised || folded.length < 2 || known.has(stem)) return false;
    return !(isSentenceStart(sentence, start) && isEnglish(folded));
  });
}
