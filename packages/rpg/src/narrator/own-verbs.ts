// Lists a system's own words for intents, which players may use in addition to the usual ones.

import type { NarratorHints } from '../system/narrator-hints.ts';
import { isIntent } from './intents.ts';
import type { Verb } from './read-intent.ts';

export function listOwnVerbs({ intents = {} }: NarratorHints = {}): readonly Verb[] {
  return Object.entries(intents).flatMap(([kind, { words = [] }]) =>
    isIntent(kind) ? words.map((word) => ({ kind, verb: word.toLowerCase() })) : [],
  );
}
