// Tests listing what a model wants to change in an entry.

import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { listProposed } from './list-proposed.ts';

test('HU1: the newest words of each field are listed while they differ from what stands', () => {
  const entry = { term: 'Ledger', definition: 'A salt clerk.' } as Account['entry'];
  const propose = (field: string, value: unknown, reason?: string) => ({
    field,
    value: JSON.stringify(value),
    reason,
  });
  const account = (...proposals: readonly object[]) =>
    ({ entry, proposals, named: [{ id: 5, term: 'Tamsin Orrel' }] }) as unknown as Account;
  expect(listProposed(account())).toEqual([]);
  const many = account(
    propose('definition', 'Once a salt clerk.'),
    propose('evidence', []),
    propose('merged_into', 5, 'One person.'),
    propose('definition', 'Once a salt clerk, now Quaymaster.'),
  );
  expect(listProposed(many)).toEqual([
    { field: 'definition', words: 'Once a salt clerk, now Quaymaster.', reason: undefined },
    { field: 'merged_into', words: 'Tamsin Orrel', reason: 'One person.' },
  ]);
  expect(listProposed(account(propose('definition', 'A salt clerk.')))).toEqual([]);
});
