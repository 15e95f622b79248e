// Tells whether a definition repeats what a sentence says: such a sentence may be evidence for it without the name.

import { isUnspaced, splitWords, type TextWord } from './text-words.ts';
import { isFunctionWord } from './word-list.ts';

/** At least this many words must be shared, and at least this share of all words of the sentence. */
const leastShared = 2;
const leastShare = 1 / 3;

/**
 * Whether the definition repeats words of the sentence that none of the other quotes has. Names do not count, as they
 * say nothing of this entry. In scripts without spaces this is never so, as single characters say too little.
 */
export function isRetold(sentence: string, definition: string, quotes: readonly string[]): boolean {
  const known = listStems(quotes.join('\n'));
  const retold = listStems(definition);
  const said = listStems(sentence);
  const plain = listStems(sentence, ({ isCapitalised }) => !isCapitalised);
  const shared = [...plain].filter((stem) => retold.has(stem) && !known.has(stem)).length;
  return shared >= leastShared && shared >= said.size * leastShare;
}

function listStems(text: string, isWanted = (_word: TextWord) => true): ReadonlySet<string> {
  const telling = splitWords(text).filter(({ folded }) => !isFunctionWord(folded) && !isUnspaced(folded));
  return new Set(telling.filter(isWanted).map(({ stem }) => stem));
}
