// Proves that decisions are listed newest first and each change once, and that a place shows only those that hold there.

import { expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import type { ChangeSource, EntryId } from '../glossary/entry.ts';
import type { Revision } from '../glossary/revision.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import { listApartPairs, listDecisions } from './list-decisions.ts';

type Row = Pick<Revision, 'id' | 'field' | 'new'> & Partial<Revision>;

function buildView(histories: readonly (readonly unknown[])[]): WorldView {
  const made = {
    author: 'agent',
    at: '2026-01-01T00:01:00Z',
    position: { corpus: 'main', threadId: 1, postId: 1 },
    old: null,
  };
  const read = (id: number) =>
    (histories[id - 1] ?? []).map((row) => ({ ...made, entryId: id, ...(row as Row) }) as Revision);
  const glossary = { listEntryIds: () => histories.map((_, at) => at + 1), readRevisions: read };
  return { stores: { glossary } } as unknown as WorldView;
}

const person = { author: 'human', reason: 'I know it' };
const view = buildView([
  [
    { id: 1, field: 'term', new: '"Soma"' },
    {
      id: 5,
      field: 'merged_into',
      new: '2',
      at: '2026-01-01T00:02:00Z',
      author: 'curator',
      reason: 'One person.',
    },
  ],
  [
    { id: 2, field: 'term', new: '"Keeper"' },
    { id: 6, field: 'aliases', new: '["Soma"]', at: '2026-01-01T00:02:00Z', author: 'curator' },
    { id: 7, field: 'status', new: '"confirmed"', at: '2026-01-01T00:03:00Z', author: 'curator' },
    { id: 8, field: 'definition', new: '"A keeper."', at: '2026-01-01T00:04:00Z', ...person },
    { id: 9, field: 'evidence', new: '[]', at: '2026-01-01T00:04:00Z', ...person },
    { id: 10, field: 'definition', new: '"Somebody."', at: '2026-01-01T00:05:00Z' },
    { id: 13, field: 'relations', old: '[]', new: '[1]', at: '2026-01-01T00:08:00Z' },
    { id: 14, field: 'relations', old: '[1]', new: '[]', at: '2026-01-01T00:09:00Z', reason: 'It ended.' },
  ],
  [
    { id: 3, field: 'term', new: '"Vell"', at: '2026-01-01T00:01:00Z', ...person },
    { id: 11, field: 'deleted', new: 'true', at: '2026-01-01T00:06:00Z' },
    { id: 12, field: 'deleted', old: 'true', new: null, at: '2026-01-01T00:07:00Z', ...person },
  ],
]);

it('HU9: decisions are listed newest first, each change once, with what was decided and why', () => {
  const { decisions } = listDecisions(view, 20);
  expect(decisions.map(({ revision, decided, term }) => [revision, decided, term])).toEqual([
    [14, 'revised', 'Keeper'],
    [12, 'restored', 'Vell'],
    [11, 'deleted', 'Vell'],
    [8, 'revised', 'Keeper'],
    [5, 'merged', 'Soma'],
    [3, 'added', 'Vell'],
  ]);
  expect(decisions[0]).toMatchObject({ fields: ['relations'], author: 'agent', reason: 'It ended.' });
  expect(decisions[3]).toMatchObject({ fields: ['definition', 'evidence'], reason: 'I know it' });
  expect(decisions[4]).toMatchObject({ into: { id: 2, term: 'Keeper' }, reason: 'One person.' });
});

it('HU9: lists as many decisions as are wanted, and says how many older ones there are', () => {
  const { decisions, older } = listDecisions(view, 2);
  expect(decisions.map(({ revision }) => revision)).toEqual([14, 12]);
  expect(older).toBe(4);
});

it('HU9: a decision has the name of that time, even if the very next change renamed the entry', () => {
  const renamed = buildView([
    [
      { id: 1, field: 'term', new: '"Soma"', ...person },
      { id: 2, field: 'term', old: '"Soma"', new: '"Keeper"', at: '2026-01-01T00:02:00Z', ...person },
    ],
  ]);
  expect(listDecisions(renamed, 20).decisions.map(({ term }) => term)).toEqual(['Keeper', 'Soma']);
});

it('HU9: a pair that is kept apart is listed while one of the two is left and no person has merged them', () => {
  const { read, create, glossary, connection } = openStory([['Thrift met the Boy. Soma saw them.']]);
  const context = read(1);
  const [thrift, boy] = ['Thrift', 'Boy'].map((term) => create(context, { term }).id) as [EntryId, EntryId];
  const own: ChangeSource = { ...context.source, author: 'human', reason: 'Two people.' };
  const list = () =>
    listApartPairs({ connection, stores: { glossary } } as unknown as WorldView).map(({ one, other }) => [
      one.term,
      other.term,
    ]);
  glossary.markApart(thrift, boy, own);
  const pair = [['Thrift', 'Boy']];
  expect(list()).toEqual(pair);
  glossary.delete(thrift, own);
  expect(list()).toEqual(pair);
  glossary.delete(boy, own);
  expect(list()).toEqual([]);
  glossary.restore(boy, own);
  expect(list()).toEqual(pair);
  glossary.restore(thrift, own);
  glossary.merge({ from: boy, into: thrift, source: own });
  expect(list()).toEqual([]);
});
