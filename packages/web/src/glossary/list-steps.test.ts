// Tests the steps of an entry's history: a merge is one step, and so is what one change did to one field.

import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { listChanged } from './list-changed.ts';
import { listSteps } from './list-steps.ts';

type Revision = Account['revisions'][number];

interface Written {
  readonly field: Revision['field'];
  readonly at: number;
  readonly values: readonly unknown[];
  readonly reason?: string;
}

/** Revisions of one change, oldest first: one from each value to the next. */
function write({ field, at, values, reason }: Written): readonly Revision[] {
  return values.slice(1).map((now, index) => ({
    field,
    author: 'human',
    at: new Date(at).toISOString(),
    old: JSON.stringify(values[index]),
    new: JSON.stringify(now),
    ...(reason === undefined ? {} : { reason }),
  })) as unknown as readonly Revision[];
}

function listNewestFirst(...changes: readonly (readonly Revision[])[]): readonly Revision[] {
  return changes
    .flat()
    .map((revision, id) => ({ ...revision, id }))
    .toReversed();
}

/** An entry that was merged; `id` is the id of the revision that the merge wrote for it. */
function mergeAway(term: string, id: number): Account['merged'][number] {
  const [merge] = write({ field: 'merged_into', at: id, values: [null, 4] });
  if (merge === undefined) throw new Error('The merge wrote nothing.');
  return { id: 7, term, merge: { ...merge, id } };
}

const [own, brought] = [[{ quote: 'Emily wept.' }], [{ quote: 'My niece, Em’ly.' }]];
const both = [...own, ...brought];

test('RS3: a merge and its undoing are one step each, in which no quote is struck out and put back', () => {
  const reason = 'merged with "Em’ly"';
  const history = listNewestFirst(
    write({ field: 'aliases', at: 1, values: [[], ['Em’ly'], ['Em’ly', 'Little Em’ly']], reason }),
    write({ field: 'evidence', at: 1, values: [own, both, own, both], reason }),
    write({ field: 'definition', at: 2, values: ['A girl.', 'A niece.', 'A girl.'], reason }),
    write({ field: 'evidence', at: 9, values: [both, own], reason: `no longer ${reason}` }),
  );
  const [undone, merged, ...others] = listSteps({ revisions: history, merged: [] });
  expect(others).toEqual([]);
  expect(merged?.merge).toBe('merged with “Em’ly”');
  expect(undone?.merge).toBe('no longer merged with “Em’ly”');
  expect(merged?.revisions.map(listChanged)).toEqual([
    { removed: [], added: ['My niece, Em’ly.'] },
    { removed: [], added: ['Em’ly', 'Little Em’ly'] },
  ]);
  expect(undone?.revisions.map(listChanged)).toEqual([{ removed: ['My niece, Em’ly.'], added: [] }]);
});

test('RS3: what one change did to a field is one step, and two changes are two', () => {
  const history = listNewestFirst(
    write({ field: 'definition', at: 1, values: ['a', 'b', 'c'] }),
    write({ field: 'status', at: 1, values: ['tentative', 'confirmed'] }),
    write({ field: 'definition', at: 2, values: ['c', 'd'], reason: 'A trial.' }),
    write({ field: 'evidence', at: 3, values: [own, both, own] }),
  );
  const steps = listSteps({ revisions: history, merged: [] });
  expect(steps.map(({ revisions }) => revisions.map(({ old, new: now }) => [old, now]))).toEqual([
    [['"c"', '"d"']],
    [['"tentative"', '"confirmed"']],
    [['"a"', '"c"']],
  ]);
});

test('RS3: a merge that can be undone is known by what it wrote, also if somebody gave a reason for it', () => {
  const reason = 'The same girl.';
  const history = listNewestFirst(
    write({ field: 'aliases', at: 1, values: [[], ['Em’ly']], reason }),
    write({ field: 'status', at: 9, values: ['tentative', 'confirmed'] }),
  );
  const emily = { ...mergeAway('Em’ly', 1), revision: 0 };
  const [confirmed, merged] = listSteps({ revisions: history, merged: [emily] });
  expect([confirmed?.merged, merged?.merged, merged?.merge]).toEqual([
    undefined,
    emily,
    'merged with “Em’ly”',
  ]);
});

test('RS3: a merge that added nothing to the entry that stays is a step too, at its own time', () => {
  const history = listNewestFirst(
    write({ field: 'definition', at: 1, values: ['A girl.', 'A niece.'] }),
    write({ field: 'first_seen', at: 5, values: [2, 1], reason: 'merged with "Em’ly"' }),
    write({ field: 'status', at: 9, values: ['tentative', 'confirmed'] }),
  );
  const emily = mergeAway('Em’ly', 1);
  for (const merged of [emily, { ...emily, revision: 1 }]) {
    const [confirmed, step, ...others] = listSteps({ revisions: history, merged: [merged] });
    expect([confirmed?.merged, step?.merged, others.length]).toEqual([undefined, merged, 1]);
    expect(step).toMatchObject({ merge: 'merged with “Em’ly”', revisions: [merged.merge] });
  }
});

test('RS3: of a text that was changed, the history shows the sentences that went and those that came', () => {
  const change = (before: string, after: string) => {
    const [revision] = write({ field: 'definition', at: 1, values: [before, after] });
    if (revision === undefined) throw new Error('Nothing was written.');
    return listChanged(revision);
  };
  expect(change('Sola spoke. She left.', 'Sola spoke. She stayed. It rained.')).toEqual({
    removed: ['She left.'],
    added: ['She stayed. It rained.'],
  });
  expect(change('Sola spoke.', 'Sola spoke. She left.')).toEqual({ removed: [], added: ['She left.'] });
  expect(change('A woman.', 'A Martian.')).toEqual({ removed: ['A woman.'], added: ['A Martian.'] });
});
