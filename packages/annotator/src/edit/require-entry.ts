// Finds the one entry that a person names, or says why there is none.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { refuse } from './person-source.ts';

/** The entry with this term, alias or id. Throws `UsageError` when there is none, or several. */
export function requireOneEntry({ stores: { glossary } }: Annotator, name: string): GlossaryEntry {
  const id = parseId(name);
  const exact = (id === undefined ? undefined : findResolved(id)) ?? glossary.findByTerm(name);
  if (exact !== undefined) return exact;
  const [only, ...others] = glossary.listByName(name);
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const shown = [only, ...others].map((one) => `${one.id} (${one.term})`).join(', ');
    throw refuse(`Several entries are called "${name}".`, `Give the number of one of them: ${shown}.`);
  }
  const near = findNearest(
    name,
    [...glossary.iterateNames()].flatMap(({ term, aliases }) => [term, ...aliases]),
  );
  throw refuse(
    `The glossary has no entry "${name}".`,
    near === undefined ? 'Find it with "annotate search".' : `Did you mean "${near}"?`,
  );

  function findResolved(wanted: EntryId): GlossaryEntry | undefined {
    const today = glossary.resolve(wanted);
    return today === undefined ? undefined : glossary.find(today);
  }
}

export function parseId(name: string): EntryId | undefined {
  return /^#?\d{1,15}$/u.test(name) ? (Number(name.replace('#', '')) as EntryId) : undefined;
}
