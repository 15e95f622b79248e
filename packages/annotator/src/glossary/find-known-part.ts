// Finds how far one must read to have met every name and coined word of a text.

import type { ReadingStore } from './reading-store.ts';
import { splitWords } from './text-words.ts';
import { isPlainWord } from './word-list.ts';

type FirstParts = Pick<ReadingStore, 'findFirstPart'>;

/**
 * The first part at whose end all names and coined words of the text had been read; 0 if the text has none, undefined
 * if one of them was never read.
 */
export function findKnownPart(reading: FirstParts, text: string): number | undefined {
  let last = 0;
  for (const word of listTellingWords(text)) {
    const part = reading.findFirstPart([word]);
    if (part === undefined) return undefined;
    last = Math.max(last, part);
  }
  return last;
}

/** Words that show how far a story was read: names, and words that are not everyday English. Each once. */
export function listTellingWords(text: string): readonly string[] {
  const found = new Set<string>();
  for (const { start, end, folded, isCapitalised } of splitWords(text)) {
    if (!/\p{L}/u.test(folded)) continue;
    const isName = isCapitalised && !isSentenceStart(text, start);
    if (!isName && isPlainWord(folded)) continue;
    found.add(text.slice(start, end));
  }
  return [...found];
}

/** Whether a sentence starts here, so that a capital does not mark a name. */
function isSentenceStart(text: string, at: number): boolean {
  return /(?:^|[.!?…:]["”’'»)\]*_]{0,3}\s)["“‘«([*_]{0,4}$/u.test(text.slice(Math.max(0, at - 10), at));
}
