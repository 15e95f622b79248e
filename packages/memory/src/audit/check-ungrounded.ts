// Finds what is not grounded: fragments whose words do not stand in the events they name as their sources.

import type { FragmentText } from '../fragments/fragment.ts';
import { listWords } from '../maintenance/count-kept-words.ts';

/** Less of its longer words than this in the sources: somebody made it up, or named the wrong events. */
const leastGrounded = 0.5;
const shortestWord = 5;
const beginningLetters = 5;

/** The share of the longer words of its shallow depths that stand in the sources, whatever their ending; 1 where it has none. */
function measureGrounding(fragment: FragmentText, sourceText: string): number {
  const own = [...listWords(`${fragment.ambient} ${fragment.recognition}`)].filter(
    (word) => word.length >= shortestWord && !/^\d+$/.test(word),
  );
  if (own.length === 0) return 1;
  const stems = new Set([...listWords(sourceText)].map(cutEnding));
  return own.filter((word) => stems.has(cutEnding(word))).length / own.length;
}

export function isUngrounded(fragment: FragmentText, sourceText: string): boolean {
  return measureGrounding(fragment, sourceText) < leastGrounded;
}

function cutEnding(word: string): string {
  return word.slice(0, beginningLetters);
}
