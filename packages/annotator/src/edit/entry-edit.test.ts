// Tests how a person's changes to an entry affect its kind and its other tags.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryKinds } from '../reader/entry-kinds.ts';
import { resolveEdit } from './entry-edit.ts';

test('HU3: what a person defines is not unexplained any more, and tags stay where nothing was defined', () => {
  const entry = { term: 'Vell', aliases: [], evidence: [], tags: ['location', 'unexplained'] };
  expect(resolveEdit(entry, { definition: 'A town on the east bank.' }).tags).toEqual(['location']);
  expect(resolveEdit(entry, { addedAliases: ['the east town'] }).tags).toBeUndefined();
  expect(resolveEdit({ ...entry, tags: ['location'] }, { definition: 'A town.' }).tags).toBeUndefined();
});

test('HU3: a kind stands in place of every kind, other tags stay, and a kind that there is not is refused', () => {
  const entry = { term: 'Vell', aliases: [], evidence: [], tags: ['narrator', 'character', 'title'] };
  const kinds = fc.constantFrom(...entryKinds);
  fc.assert(
    fc.property(kinds, fc.subarray(['narrator', 'unexplained', ...entryKinds]), (kind, tags) => {
      const changed = resolveEdit({ ...entry, tags }, { kind: ` ${kind.toUpperCase()}` }).tags;
      const others = tags.filter((tag) => tag === 'narrator' || tag === 'unexplained');
      expect(changed).toEqual([kind, ...others]);
    }),
  );
  expect(resolveEdit(entry, { kind: 'place' }).tags).toEqual(['location', 'narrator']);
  expect(resolveEdit(entry, { kind: 'person', tags: ['item', 'lost'] }).tags).toEqual(['character', 'lost']);
  expect(() => resolveEdit(entry, { kind: 'town' })).toThrow(/"town" is not a kind .*character, location/su);
});
