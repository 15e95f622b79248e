// Merges new quotes of an entry with those that it has, and keeps the newest.

import type { Evidence } from './entry.ts';
import { cutQuotes, listLeaning } from './filter-quotes.ts';
import { isSamePlace, isWithin } from './is-same-place.ts';

// An entry keeps this many quotes, the newest ones; older quotes stay in the revisions.
const maxEvidence = 8;

interface MergedQuotes {
  readonly fresh: readonly Evidence[];
  readonly old: readonly Evidence[];
  readonly names: readonly string[];
}

/**
 * The newest quotes come first. If a new quote does not name the entry, the nearest quote that names it is kept with
 * it.
 */
export function mergeEvidence({ fresh, old, names }: MergedQuotes): readonly Evidence[] {
  const added = fresh.filter(
    (piece) => !old.some((other) => isWithin(piece, other) && !isSamePlace(piece, other)),
  );
  const kept = old.filter((piece) => !fresh.some((other) => isWithin(piece, other)));
  const leaning = listLeaning([...added, ...kept], names);
  const leantOn = new Set(added.map((piece) => leaning.get(piece)));
  const first = [
    ...added.filter((piece) => !leaning.has(piece)),
    ...kept.filter((piece) => leantOn.has(piece)),
  ];
  const rest = [...added, ...kept].filter((piece) => !first.includes(piece));
  return cutQuotes([...first, ...rest], names, maxEvidence);
}
