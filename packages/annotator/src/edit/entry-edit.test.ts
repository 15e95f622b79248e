// Tests how a person's changes to an entry affect its kind and its other tags.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PostId } from '../corpus/corpus.ts';
import { entryKinds } from '../reader/entry-kinds.ts';
import { resolveEdit } from './entry-edit.ts';

test('HU3: an entry that a person defines is no longer unexplained; without a definition, its tags stay', () => {
  const entry = { term: 'Vell', aliases: [], evidence: [], tags: ['location', 'unexplained'] };
  expect(resolveEdit(entry, { definition: 'A town on the east bank.' }).tags).toEqual(['location']);
  expect(resolveEdit(entry, { addedAliases: ['the east town'] }).tags).toBeUndefined();
  expect(resolveEdit({ ...entry, tags: ['location'] }, { definition: 'A town.' }).tags).toBeUndefined();
});

test('HU3: a kind replaces every other kind, other tags stay, and an unknown kind is refused', () => {
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

test('HU3: when a name is put back, the mistaken one goes, unless a quote of any chapter has no other name', () => {
  const at = { corpus: 'main', postId: 1 as PostId, start: 0, isSnapped: false };
  const quote = (words: string) => ({ ...at, end: words.length, quote: words });
  const putBack = (...quotes: readonly string[]) => {
    const entry = { term: 'Helium', aliases: ['Ana'], evidence: quotes.map(quote), tags: [] };
    const { aliases, evidence } = resolveEdit(entry, { term: 'Dejah', isPutBack: true });
    return [aliases, evidence?.length];
  };
  expect(putBack('Dejah of Helium wept.')).toEqual([['Ana'], 1]);
  expect(putBack('Dejah of Helium wept.', 'Helium wept.')).toEqual([['Ana', 'Helium'], 2]);
  // A name that occurs only within another word does not name the entry.
  expect(putBack('Ana wept.', 'Helium wept for Anabel.')).toEqual([['Ana', 'Helium'], 2]);
});
