// Collects the words by which a fragment is found, with weights: words of its name weigh most, then words next to its name.
import { collectDistinctTerms, splitTerms } from '@terrarium/kernel/split-terms';
import { type FragmentText, summaryKey } from './fragment.ts';

/**
 * The weights of a word in the key, of a word next to a word of the key, and of a word in each text. "my sister
 * Mira" makes `sister` another name of `mira`.
 */
const weights = { key: 8, alias: 3, ambient: 2, recognition: 1, inventory: 1 } as const;
/** The maximum number of times that a word counts in a text, however often the text repeats it. */
const mostCounted = 3;
/** How far from the name another name may be, counted in words with content. */
const aliasReach = 2;
/** Only this many characters of an inventory are read: its newest lines, which come last. */
const inventoryRead = 20_000;
const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Maps each term to its weight: a whole number from 1 on. */
export function collectFragmentTerms(text: FragmentText): ReadonlyMap<string, number> {
  const { key, ambient, recognition, inventory } = text;
  const found = new Map<string, number>();
  const add = (term: string, weight: number) => found.set(term, (found.get(term) ?? 0) + weight);
  const own = collectDistinctTerms(nameKey(key));
  for (const term of own) add(term, weights.key);
  for (const term of collectAliases(own, `${ambient}\n${recognition}`)) add(term, weights.alias);
  const parts = { ambient, recognition, inventory: inventory.slice(-inventoryRead) };
  for (const [name, part] of Object.entries(parts) as [keyof typeof parts, string][]) {
    for (const [term, count] of splitTerms(part).counts) {
      add(term, weights[name] * Math.min(count, mostCounted));
    }
  }
  return found;
}

const months = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** The words of a key; for a summary, its day or month in everyday words. */
export function nameKey(key: string): string {
  const [, dayYear, dayMonth, day = '', year = dayYear, month = dayMonth] = summaryKey.exec(key) ?? [];
  if (month === undefined) return key.replaceAll('-', ' ');
  return `${Number(day) || ''} ${months.format(Date.UTC(2000, Number(month) - 1))} ${year}`;
}

/** The terms next to the terms of the name, each once. */
function collectAliases(own: ReadonlySet<string>, text: string): ReadonlySet<string> {
  const near = text.split('\n').flatMap((line) => listNear(own, line));
  return new Set(near.filter((term) => !own.has(term)));
}

function listNear(own: ReadonlySet<string>, line: string): readonly string[] {
  const terms = (line.match(word) ?? []).flatMap((one) => [...splitTerms(one).counts.keys()]);
  return terms.flatMap((term, at) =>
    own.has(term) ? terms.slice(Math.max(0, at - aliasReach), at + aliasReach + 1) : [],
  );
}
