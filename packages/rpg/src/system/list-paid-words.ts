// Lists the words with which a player pays for a roll before it is made, such as those for pushing oneself.

import type { NarratorHints } from './narrator-hints.ts';

/** Words of variants with a cost, if several moves have them. So a spell, which has a move of its own, is left out. */
export function listPaidWords(hints: NarratorHints | undefined): readonly string[] {
  const words = Object.values(hints?.intents ?? {}).flatMap(({ variants = [] }) => [
    ...new Set(variants.flatMap((one) => ((one.cost ?? []).length > 0 ? one.words : []))),
  ]);
  return [...new Set(words.filter((word, at) => words.indexOf(word) !== at))];
}
