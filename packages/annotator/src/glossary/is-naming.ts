// Tells whether words name an entry: by its term, an alias, or a word derived from one of them.

import { isLabel } from '../corpus/speaker-label.ts';
import { hasDerivedName } from './derived-name.ts';
import type { GlossaryEntry } from './entry.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { listOwnNames } from './term-forms.ts';

/** Whether a passage has one of the names of an entry. */
export function hasAnyName(passage: string, names: readonly string[]): boolean {
  const index = buildSurfaceIndex({ isLenient: true });
  index.set(1, names);
  return index.countMentions(passage).size > 0;
}

/** Whether a stored quote names its entry. A word derived from a name of the entry counts too. */
export function isNaming(quote: string, names: readonly string[]): boolean {
  return hasAnyName(quote, names) || hasDerivedName(quote, { names });
}

/**
 * Whether a quote of the entry has its term or an alias that is a name. A mere description of the entry does not count.
 */
export function isNamedByQuote(entry: Pick<GlossaryEntry, 'term' | 'aliases' | 'evidence'>): boolean {
  const names = [...listOwnNames(entry), ...entry.aliases.filter(isLabel)];
  return (
    entry.evidence.some(({ quote }) => names.some((name) => quote.includes(name))) ||
    entry.evidence.some(({ quote }) => hasAnyName(quote, names))
  );
}
