// Lists a system's own words for intents, which players may use in addition to the usual ones.

import type { Manifest } from '../system/manifest.ts';
import { isIntent } from './intents.ts';
import type { Verb } from './read-intent.ts';

/**
 * The words that the hints give for intents, and the names of attributes and skills after "roll", as in "roll for
 * stealth".
 */
export function listOwnVerbs({ narrator, fields }: Pick<Manifest, 'narrator' | 'fields'>): readonly Verb[] {
  const own = Object.entries(narrator?.intents ?? {}).flatMap(([kind, { words = [] }]) =>
    isIntent(kind) ? words.map((word) => ({ kind, verb: word.toLowerCase() })) : [],
  );
  const rolled = fields
    .filter(({ category }) => rolledCategories.has(category))
    .flatMap(({ label }) =>
      ['roll', 'roll for', 'roll my'].map((before) => `${before} ${nameInWords(label)}`),
    );
  return [...own, ...rolled.map((verb) => ({ kind: 'dice' as const, verb }))];
}

const rolledCategories: ReadonlySet<string> = new Set(['attributes', 'skills']);

function nameInWords(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
