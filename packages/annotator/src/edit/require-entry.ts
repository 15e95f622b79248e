// Finds the one entry that a person names, or says why there is none.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import { refuse } from './person-source.ts';

/** A glossary in which an entry is looked up: everything that was read, or what is known at a place in the story. */
type Known = { readonly stores: Pick<WorldView['stores'], 'glossary'> };

/** The entry with this term, alias or id. Throws `UsageError` when there is none, or several. */
export function requireOneEntry(annotator: Known, name: string): GlossaryEntry {
  const [only, ...others] = listCalled(annotator, name);
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const shown = [only, ...others].map((one) => `${one.id} (${one.term})`).join(', ');
    throw refuse(`Several entries are called "${name}".`, `Give the number of one of them: ${shown}.`);
  }
  const { glossary } = annotator.stores;
  const near = findNearest(
    name,
    [...glossary.iterateNames()].flatMap(({ term, aliases }) => [term, ...aliases]),
  );
  throw refuse(
    `The glossary has no entry "${name}".`,
    near === undefined ? 'Look for the right one with "terrarium search".' : `Did you mean "${near}"?`,
  );
}

/**
 * The entries that a term, alias or id may mean: one entry if the meaning is certain, otherwise all entries with that
 * alias, or with that term if suffixes are left out.
 */
export function listCalled({ stores: { glossary } }: Known, name: string): readonly GlossaryEntry[] {
  const id = parseId(name);
  const today = id === undefined ? undefined : glossary.resolve(id);
  const exact = (today === undefined ? undefined : glossary.find(today)) ?? glossary.findByTerm(name);
  return exact === undefined ? glossary.listByName(name) : [exact];
}

export function parseId(name: string): EntryId | undefined {
  return /^#?\d{1,15}$/u.test(name) ? (Number(name.replace('#', '')) as EntryId) : undefined;
}
