// Tests undoing a rename: the former name is put back, and the mistaken one stays only if the entry had it before.

import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { buildReturnOfStep } from './build-return.ts';

type Revision = Account['revisions'][number];

interface Renamed {
  readonly aliases: { readonly before: readonly string[]; readonly now: readonly string[] };
}

/** The correction that undoes the renaming of Dejah Thoris to Helium. */
function undoRename({ aliases }: Renamed) {
  const write = (field: Revision['field'], old: unknown, now: unknown) =>
    ({ field, author: 'human', at: 'noon', old: JSON.stringify(old), new: JSON.stringify(now) }) as unknown;
  const revisions = [
    write('aliases', aliases.before, aliases.now),
    write('term', 'Dejah Thoris', 'Helium'),
  ] as readonly Revision[];
  const account = {
    entry: { term: 'Helium', aliases: aliases.now },
    revisions,
  } as unknown as Account;
  return buildReturnOfStep(account, { id: 1, revisions: revisions.slice(1) });
}

test('RS3: a name that is put back takes the place of the mistaken one, which is no other name either', () => {
  const now = ['Dejah Thoris'];
  const term = 'Dejah Thoris';
  expect(undoRename({ aliases: { before: [], now } })).toEqual({ term, isPutBack: true });
  // A name that the entry had before stays.
  expect(undoRename({ aliases: { before: ['Helium'], now } })).toEqual({ term, isPutBack: false });
});
