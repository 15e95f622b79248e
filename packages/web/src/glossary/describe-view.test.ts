// Tests what is said above the list of the glossary.

import { expect, test } from 'vitest';
import { describeView } from './describe-view.ts';

const plain = { status: undefined, isSearched: false } as const;

test('RS2: above the list stands how many entries it shows, and whether they were searched for', () => {
  expect(describeView({ total: 569, asOf: null }, plain)).toBe(
    '569 entries, from all chapters that were read for the glossary',
  );
  expect(describeView({ total: 1, asOf: '1:1' }, { ...plain, isSearched: true })).toBe(
    '1 entry found, as far as you have read',
  );
  expect(describeView({ total: 2, asOf: '1:1' }, { ...plain, status: 'tentative' })).toBe(
    '2 entries to confirm, as far as you have read',
  );
  expect(describeView({ total: 3, asOf: '1:1' }, { status: 'removed', isSearched: true })).toBe(
    '3 removed entries found, as far as you have read',
  );
});

test('RS2: where the list is empty, that is said once, below', () => {
  expect(describeView({ total: 0, asOf: '1:1' }, { ...plain, status: 'tentative' })).toBe(
    'As far as you have read',
  );
  expect(describeView({ total: 0, asOf: null }, { ...plain, isSearched: true })).toBe(
    'All chapters that were read for the glossary',
  );
});
