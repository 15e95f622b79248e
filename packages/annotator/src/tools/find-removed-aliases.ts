// Finds the aliases that a model wants removed, whatever their case, and says which of them the entry does not have.

import type { GlossaryEntry } from '../glossary/entry.ts';
import { describeShape, normaliseName } from '../glossary/term-forms.ts';
import { quoteAll } from './check-aliases.ts';

export interface RemovedAliases {
  /** The aliases to be removed, as keys that `describeShape` makes. */
  readonly shapes: ReadonlySet<string>;
  /** Says which of the sent names are not aliases of the entry, and which aliases it has. */
  readonly notes: readonly string[];
}

export function findRemovedAliases(
  sent: readonly string[],
  { term, aliases }: Pick<GlossaryEntry, 'term' | 'aliases'>,
): RemovedAliases {
  const found = sent.map((name) => {
    const exact = aliases.filter((alias) => describeShape(alias) === describeShape(name));
    return exact.length > 0 ? exact : aliases.filter((alias) => normaliseName(alias) === normaliseName(name));
  });
  const missing = sent.filter((_name, at) => found[at]?.length === 0);
  const has = aliases.length === 0 ? 'it has none' : `it has ${quoteAll(aliases)}`;
  const notes = missing.length === 0 ? [] : [`No alias of "${term}": ${quoteAll(missing)}; ${has}.`];
  return { shapes: new Set(found.flat().map(describeShape)), notes };
}
