// Says that nothing can be paid after a roll, and how to pay before one, if the rules have words for that.

import { listPaidWords } from '../../system/list-paid-words.ts';
import type { NarratorHints } from '../../system/narrator-hints.ts';

export function renderNoSpend(hints: NarratorHints | undefined): string {
  const words = listPaidWords(hints);
  if (words.length === 0) return 'In these rules, nothing can be paid to improve a roll.';
  return `In these rules, nothing can be paid after a roll. Before one, say with the deed that you pay, by one of these words: ${words.join(', ')}.`;
}
