// Tests replaying revisions: which entry results from them, and which values are reported as damage.

import { StorageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import type { EntryId, RevisionId } from './entry.ts';
import { type RevisedField, type Revision, replayRevisions } from './revision.ts';

const place = (postId: number): Position => ({
  corpus: 'main',
  threadId: 1 as ThreadId,
  postId: postId as PostId,
});

type Change = readonly [field: RevisedField, value: unknown];

function buildRevisions(changes: readonly Change[]): Revision[] {
  return changes.map(([field, value], index) => ({
    id: (index + 1) as RevisionId,
    entryId: 7 as EntryId,
    field,
    old: null,
    new: value === null ? null : JSON.stringify(value),
    position: place(index + 1),
    stepId: undefined,
    author: 'agent',
    model: undefined,
    promptVersion: undefined,
    reason: undefined,
    at: `2026-01-0${index + 1}T00:00:00.000Z`,
  }));
}

const replay = (...changes: readonly Change[]) => replayRevisions(buildRevisions(changes));

describe('replayRevisions', () => {
  it('GL12: without revisions there is no entry', () => {
    expect(replay()).toBeUndefined();
  });

  it('GL12: fields that no revision has set are empty, and are not mentioned', () => {
    expect(replay(['term', 'Soma'])).toEqual({
      id: 7,
      term: 'Soma',
      aliases: [],
      definition: '',
      status: 'tentative',
      tags: [],
      evidence: [],
      firstSeen: place(1),
      lastUpdated: place(1),
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      revision: 1,
    });
    expect(replay(['definition', 'A bell.'])?.term).toBe('');
  });

  it('GL12: the newest revision of each field counts, and dates the entry', () => {
    expect(
      replay(['term', 'Soma'], ['first_seen', place(9)], ['tags', ['a']], ['tags', ['b']]),
    ).toMatchObject({
      term: 'Soma',
      tags: ['b'],
      firstSeen: place(9),
      lastUpdated: place(4),
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-04T00:00:00.000Z',
      revision: 4,
    });
  });

  it('GL12: evidence and status are replayed as they were written', () => {
    const evidence = [{ corpus: 'main', postId: 1, start: 0, end: 4, quote: 'Soma', isSnapped: true }];
    expect(replay(['evidence', evidence], ['status', 'confirmed'], ['status', 'tentative'])).toMatchObject({
      evidence,
      status: 'tentative',
    });
    expect(replay(['status', 'confirmed'], ['evidence', evidence])).toMatchObject({
      evidence,
      status: 'confirmed',
    });
  });

  it.each(['deleted', 'merged_into'] as const)(
    'GL12: %s removes the entry, and undoing that brings it back',
    (field) => {
      expect(replay(['term', 'Soma'], [field, 3])).toBeUndefined();
      expect(replay(['term', 'Soma'], [field, 3], [field, null])?.term).toBe('Soma');
    },
  );

  it('GL12: an invalid value is damage that names its revision, and never gives an entry', () => {
    const damaged: Change[] = [
      ['term', null],
      ['status', 'sure'],
      ['aliases', 'Soma'],
      ['evidence', [{ quote: 'Soma' }]],
      ['first_seen', { corpus: 'main' }],
    ];
    for (const change of damaged) {
      const error = expect(() => replay(['term', 'Soma'], change), change[0]);
      error.toThrow(StorageError);
      error.toThrow(/row 2 of the table revision/);
    }
    const [revision] = buildRevisions([['term', 'Soma']]);
    const garbled = { ...revision, new: '{"' } as Revision;
    expect(() => replayRevisions([garbled])).toThrow(StorageError);
  });

  it('GL12: the revisions up to any one of them give the entry as it was then', () => {
    const change = fc.oneof(
      fc.tuple(fc.constant('term' as const), fc.string()),
      fc.tuple(fc.constant('definition' as const), fc.string()),
      fc.tuple(fc.constant('aliases' as const), fc.array(fc.string(), { maxLength: 2 })),
      fc.tuple(fc.constant('deleted' as const), fc.constantFrom(true, null)),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 9 }), (changes) => {
        const stood: Record<string, unknown> = { term: '', definition: '', aliases: [], deleted: null };
        changes.forEach(([field, value], index) => {
          stood[field] = value;
          const { deleted, ...fields } = stood;
          const entry = replay(...changes.slice(0, index + 1));
          if (deleted === null) expect(entry).toMatchObject(fields);
          else expect(entry).toBeUndefined();
        });
      }),
    );
  });
});
