// Tests what is concluded from an account: what became of an entry, who wrote its words, and which entry a merge keeps.

import { expect, test } from 'vitest';
import { type Account, findEnd, isOwnWords, isProposedToStay, isUnsaidThen } from './account.ts';

type Revision = Pick<Account['revisions'][number], 'field' | 'author' | 'old' | 'new'>;

interface Told {
  readonly term?: string;
  readonly definition?: string;
  readonly tags?: readonly string[];
  readonly mentions?: number;
  readonly revisions?: readonly Revision[];
}

function buildAccount({ term = 'Em’ly', tags = [], mentions = 9, revisions = [], ...more }: Told): Account {
  const quotes = [{}];
  return { entry: { term, tags, ...more }, quotes, spread: { mentions }, revisions } as unknown as Account;
}

function buildRevision(field: Revision['field'], now: unknown, author: Revision['author'] = 'agent') {
  return { field, author, old: null, new: now === null ? null : JSON.stringify(now) } as const;
}

test('RS3: an entry that is gone tells its name, and what it became if it was merged', () => {
  const named = buildRevision('term', 'Em’ly');
  const merged = buildRevision('merged_into', 282, 'human');
  const back = buildRevision('merged_into', null, 'human');
  const removed = buildRevision('deleted', true, 'human');
  expect(findEnd(buildAccount({ revisions: [merged, named] }))).toEqual({ name: 'Em’ly', into: 282 });
  expect(findEnd(buildAccount({ revisions: [removed, back, merged, named] }))).toEqual({ name: 'Em’ly' });
  expect(findEnd(buildAccount({ revisions: [merged] }))).toBeUndefined();
});

test('RS3: a definition that a person wrote stands on no quotes, but one that they put back does', () => {
  const [told, own] = ['A niece of Mr. Peggotty.', 'A girl of Yarmouth.'];
  const read = buildRevision('definition', told);
  const wrote = buildRevision('definition', own, 'human');
  expect(isOwnWords(buildAccount({ definition: told, revisions: [read] }))).toBe(false);
  expect(isOwnWords(buildAccount({ definition: own, revisions: [wrote, read] }))).toBe(true);
  const putBack = buildRevision('definition', told, 'human');
  expect(isOwnWords(buildAccount({ definition: told, revisions: [putBack, wrote, read] }))).toBe(false);
});

test('RS3: the entry that is explained is proposed to stay in a merge, else the one that is named more often', () => {
  const told = buildAccount({ mentions: 9 });
  const untold = buildAccount({ mentions: 9, tags: ['unexplained'] });
  expect(isProposedToStay(told, { isUnexplained: true, mentions: 40 })).toBe(true);
  expect(isProposedToStay(untold, { isUnexplained: false, mentions: 2 })).toBe(false);
  for (const one of [told, untold]) {
    const isUnexplained = one === untold;
    expect(isProposedToStay(one, { isUnexplained, mentions: 2 })).toBe(true);
    expect(isProposedToStay(one, { isUnexplained, mentions: 40 })).toBe(false);
  }
  const revisions = [buildRevision('term', 'Em’ly', 'human')];
  const renamed = buildAccount({ tags: ['unexplained'], mentions: 1, revisions });
  expect(isProposedToStay(renamed, { isUnexplained: false, mentions: 40 })).toBe(true);
});

test('RS3: a definition of the history is called by what it was when it was written', () => {
  const revisions = [
    { id: 5, at: '3', ...buildRevision('tags', ['character']) },
    { id: 4, at: '3', ...buildRevision('definition', 'A captain.', 'human') },
    { id: 3, at: '2', ...buildRevision('definition', 'He sang. He left.') },
    { id: 2, at: '1', ...buildRevision('tags', ['character', 'unexplained']) },
    { id: 1, at: '1', ...buildRevision('definition', 'He sang.') },
  ] as unknown as Account['revisions'];
  const account = buildAccount({ revisions });
  const told = revisions.filter(({ field }) => field === 'definition');
  expect(told.map((one) => isUnsaidThen(account, one))).toEqual([false, true, true]);
});
