// Tests which correction undoes one of a person's own.

import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { buildReturnOfStep } from './build-return.ts';

type Revision = Account['revisions'][number];

interface Renamed {
  readonly aliases: { readonly before: readonly string[]; readonly now: readonly string[] };
  readonly quotes?: readonly string[];
}

/** The correction that undoes the renaming of Dejah Thoris to Helium. */
function undoRename({ aliases, quotes = ['I am Dejah Thoris of Helium.'] }: Renamed) {
  const write = (field: Revision['field'], old: unknown, now: unknown) =>
    ({ field, author: 'human', at: 'noon', old: JSON.stringify(old), new: JSON.stringify(now) }) as unknown;
  const revisions = [
    write('aliases', aliases.before, aliases.now),
    write('term', 'Dejah Thoris', 'Helium'),
  ] as readonly Revision[];
  const account = {
    entry: { term: 'Helium', aliases: aliases.now },
    quotes: quotes.map((quote) => ({ evidence: { quote } })),
    revisions,
  } as unknown as Account;
  return buildReturnOfStep(account, { id: 1, revisions: revisions.slice(1) });
}

test('RS3: a name that is put back takes the place of the mistaken one, which is no other name either', () => {
  const now = ['Dejah Thoris'];
  const dropped = { term: 'Dejah Thoris', removedAliases: ['Helium'] };
  expect(undoRename({ aliases: { before: [], now } })).toEqual(dropped);
  // A name that the entry had before stays, and so does one without which a quote would have no name of the entry.
  const kept = { term: 'Dejah Thoris' };
  expect(undoRename({ aliases: { before: ['Helium'], now } })).toEqual(kept);
  expect(undoRename({ aliases: { before: [], now }, quotes: ['Helium wept.'] })).toEqual(kept);
});
