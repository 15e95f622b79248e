// Tests which revisions are shown as of a moment, and which former values they show.

import { describe, expect, test } from 'vitest';
import type { RevisionId } from '../glossary/entry.ts';
import type { Revision } from '../glossary/revision.ts';
import { showRevisions } from './as-of-source.ts';

function buildRevision(id: number, field: 'definition' | 'status', old: string | null, value: string) {
  return { id: id as RevisionId, field, old, new: value } as Revision;
}

describe('revisions as of a moment', () => {
  test('AO10: the former value that a correction shows has nothing that the story tells only later', () => {
    const revisions = [
      buildRevision(1, 'definition', null, '"A girl."'),
      buildRevision(2, 'status', null, '"tentative"'),
      buildRevision(3, 'definition', '"A girl."', '"The queen."'),
      buildRevision(4, 'definition', '"The queen."', '"A girl with a dog."'),
      buildRevision(5, 'definition', '"A girl with a dog."', '"A girl with two dogs."'),
      buildRevision(6, 'status', '"tentative"', '"confirmed"'),
    ];
    const shown = showRevisions(revisions, { isKnown: (id) => id !== 3, isLater: () => false });
    expect(shown.map(({ id, old }) => [id, old])).toEqual([
      [1, null],
      [2, null],
      [4, '"A girl."'],
      [5, '"A girl with a dog."'],
      [6, '"tentative"'],
    ]);
  });

  test('AO5: a merge that was written later is shown as a merge if its name is known, and no other reason is shown', () => {
    const holdsFrom = { corpus: 'veyre', threadId: 1, postId: 1 };
    const write = (id: number, aliases: string, reason: string) =>
      ({ ...buildRevision(id, 'status', null, aliases), field: 'aliases', holdsFrom, reason }) as Revision;
    const revisions = [
      write(1, '["Jory"]', 'merged with "Jory"'),
      write(2, '[]', 'no longer merged with "Jory"'),
      write(3, '["Pell"]', 'merged with "The drowned brother"'),
      write(4, '["Pell","Jory"]', 'He drowns at the end.'),
      write(5, '["Pell","Jory","The drowned brother"]', 'merged with "The drowned brother"'),
    ];
    const shown = showRevisions(revisions, { isKnown: (id) => id < 5, isLater: () => true });
    expect(shown.map(({ reason }) => reason)).toEqual([
      'merged with "Jory"',
      'no longer merged with "Jory"',
      undefined,
      undefined,
    ]);
  });
});
