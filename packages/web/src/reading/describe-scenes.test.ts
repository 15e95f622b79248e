// Tests what the page of a run says of scenes and stories, and when it says nothing.

import { expect, test } from 'vitest';
import { describeEvent } from './describe-event.ts';
import { describeNotBegun, describeScenes } from './describe-scenes.ts';

type Counts = Parameters<typeof describeScenes>[0];
type Standing = Parameters<typeof describeNotBegun>[0];

const progress = {} as Standing['progress'];

test('RS4: scenes are told once they are counted', () => {
  const byStatus = { committed: 3 } as Counts['byStatus'];
  expect(describeScenes({ total: 0, byStatus })).toBeUndefined();
  expect(describeScenes({ total: 22, byStatus })).toBe('3 of 22');
});

test('RS4: no story is called not begun while a run reads', () => {
  const quiet = { progress, isOurs: false, isRunning: false };
  expect(describeNotBegun(quiet, ['Sequel'])).toBe('Not begun yet: Sequel.');
  expect(describeNotBegun(quiet, [])).toBeUndefined();
  expect(describeNotBegun({ ...quiet, isOurs: true }, ['Sequel'])).toBeUndefined();
  expect(describeNotBegun({ ...quiet, isRunning: true }, ['Sequel'])).toBeUndefined();
});

test('RS4: each scene of a long chapter has a line of its own', () => {
  const open = (id: number) =>
    ({ kind: 'scene-opened', scene: { id }, threadTitle: 'Chapter 3' }) as Parameters<
      typeof describeEvent
    >[0];
  expect([5, 6].map((id) => describeEvent(open(id), 0))).toEqual([
    'Reading Chapter 3 · scene 5',
    'Reading Chapter 3 · scene 6',
  ]);
});
