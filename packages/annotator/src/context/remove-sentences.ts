// Removes from a summary the sentences that contain any of the given words.

import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { splitWords } from '../glossary/text-words.ts';

/** Returns the text without the sentences that have one of the words, in any of its forms; unchanged without words. */
export function removeSentences(text: string, words: readonly string[]): string {
  if (words.length === 0) return text;
  const stems = new Set(words.flatMap((word) => splitWords(word).map(({ stem }) => stem)));
  const kept = listSentenceLabels(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => !splitWords(sentence).some(({ stem }) => stems.has(stem)));
  return kept.join(' ').trim();
}
