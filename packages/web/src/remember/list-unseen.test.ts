// Tests which answers count as below the window and not read yet.

import { expect, test } from 'vitest';
import { listUnseen } from './list-unseen.ts';

const listIds = (answers: readonly { readonly id: string; readonly top: number }[], seen: Set<string>) =>
  listUnseen(answers, 600, seen).map(({ id }) => id);

test('RM11: answers that came below the window are counted until each was in view once', () => {
  const seen = new Set(['message-1']);
  const came = [
    { id: 'message-1', top: 900 },
    { id: 'message-2', top: 300 },
    { id: 'message-3', top: 590 },
    { id: 'message-4', top: 1_200 },
  ];
  expect(listIds(came, seen)).toEqual(['message-3', 'message-4']);
  expect(
    listIds(
      came.map(({ id, top }) => ({ id, top: top - 200 })),
      seen,
    ),
  ).toEqual(['message-4']);
  expect(listIds(came, seen)).toEqual(['message-4']);
});

test('RM11: an answer that is still coming counts while it begins below the window', () => {
  const seen = new Set<string>();
  expect(listIds([{ id: '', top: 700 }], seen)).toEqual(['']);
  expect(listIds([{ id: '', top: 200 }], seen)).toEqual([]);
  expect(listIds([{ id: '', top: 700 }], seen)).toEqual(['']);
});
