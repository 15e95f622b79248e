// Tests describing what would be forgotten, and what was.

import { expect, test } from 'vitest';
import { describeForgotten, type Forgotten, nameGoing, nameHearers } from './describe-forgotten.ts';

const nothing = {
  moments: [],
  parts: [],
  items: [],
  fragments: [],
  changedFragments: [],
  images: [],
} as unknown as Forgotten;

test('RM8: what was forgotten is said', () => {
  const items = [{}, {}] as unknown as Forgotten['items'];
  expect(describeForgotten({ ...nothing, moments: [9], items, fragments: ['pier'] })).toBe(
    'Forgotten: 1 moment, 2 things held in mind, 1 fragment: Pier.',
  );
  const parts = [{}] as unknown as Forgotten['parts'];
  expect(describeForgotten({ ...nothing, moments: [9], parts })).toBe(
    'Forgotten: 1 moment, what 1 other moment repeats of it.',
  );
  expect(describeForgotten({ ...nothing, parts })).toBe('Forgotten: a part of 1 moment.');
});

test('RM8: what would go is named without numbers that stand nowhere else', () => {
  expect(['moment 9', 'part of moment 5', 'plan 16', 'fact 3', '[pier]'].map(nameGoing)).toEqual([
    'Moment',
    'Part of a moment',
    'Plan',
    'Known',
    'Pier',
  ]);
});

test('VO7: the companions who heard it too are named', () => {
  const minds = [
    { id: 'sage', name: 'Sage' },
    { id: 'iri', name: 'Iri' },
  ];
  const heardBy = [
    { of: null, moments: [4] },
    { of: 'iri', moments: [9, 10] },
  ];
  expect(nameHearers({ ...nothing, heardBy }, minds)).toEqual(['Sage', 'Iri']);
});
