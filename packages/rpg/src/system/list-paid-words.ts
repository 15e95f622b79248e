// Lists the words with which a player pays for a roll before it is made, such as those for pushing oneself.

import type { NarratorHints } from './narrator-hints.ts';

/** Words that choose a variant with a price in more than one move: a spell, which has its own move, is not among them. */
export function listPaidWords(hints: NarratorHints | undefined): readonly string[] {
  const words = Object.values(hints?.intents ?? {}).flatMap(({ variants = [] }) => [
    ...new Set(variants.flatMap((one) => ((one.cost ?? []).length > 0 ? one.words : []))),
  ]);
  return [...new Set(words.filter((word, at) => words.indexOf(word) !== at))];
}

/** Says that nothing is paid for a roll after it, and how it is done before it if the rules have such a way. */
export function renderNoSpend(hints: NarratorHints | undefined): string {
  const words = listPaidWords(hints);
  if (words.length === 0) return 'In these rules, nothing can be paid to improve a roll.';
  return `In these rules, nothing can be paid after a roll. Before one, say with the deed that you pay, by one of these words: ${words.join(', ')}.`;
}
