// Tests the changes that a person asks for in an entry.

import { expect, test } from 'vitest';
import { resolveEdit } from './entry-edit.ts';

test('HU3: what a person defines is not unexplained any more, and tags stay where nothing was defined', () => {
  const entry = { term: 'Vell', aliases: [], evidence: [], tags: ['location', 'unexplained'] };
  expect(resolveEdit(entry, { definition: 'A town on the east bank.' }).tags).toEqual(['location']);
  expect(resolveEdit(entry, { addedAliases: ['the east town'] }).tags).toBeUndefined();
  expect(resolveEdit({ ...entry, tags: ['location'] }, { definition: 'A town.' }).tags).toBeUndefined();
});
