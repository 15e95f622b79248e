// Lists words that are capitalised in mid-sentence again and again and yet have no entry.

import { isListed, toSingular } from '@terrarium/annotator/lexicon';
import type { RankedEntry } from './entry.ts';

/** A word that is capitalised this often inside sentences is capitalised for more than emphasis. */
const floor = 20;
/** Words that everybody knows: no reader looks them up. */
const knownToAll = [
  'calendar',
  'directions',
  'nationalities',
  'reverences',
  'titles',
  'genderedTitles',
  'functionWords',
  'interjections',
] as const;

/** Each such word with how often it is capitalised after a lower-case word, the most frequent first. */
export function listUnlisted(
  entries: readonly Pick<RankedEntry, 'term' | 'aliases'>[],
  bodies: Iterable<string>,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    for (const [word] of body.matchAll(/(?<=\p{Ll},? )\p{Lu}\p{Ll}+/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const listed = new Set(
    entries.flatMap(({ term, aliases }) =>
      [term, ...aliases].flatMap((name) => (name.match(/\p{L}+/gu) ?? []).map(buildKey)),
    ),
  );
  return [...counts]
    .filter(([word, count]) => count >= floor && !listed.has(buildKey(word)) && !isKnown(word.toLowerCase()))
    .sort(([, one], [, other]) => other - one)
    .map(([word, count]) => `${word} ${count}`);
}

function buildKey(word: string): string {
  return toSingular(word.toLowerCase());
}

function isKnown(lower: string): boolean {
  return knownToAll.some((list) => isListed(list, lower) || isListed(list, toSingular(lower)));
}
