// Tests what is told of a run that goes on: what it reads, and how long the rest may take.

import { expect, test } from 'vitest';
import { countBegun, describeLeft, describeNow, isBeginning } from './describe-now.ts';

type Standing = Parameters<typeof describeLeft>[0];

const scene = (id: number) => ({ scene: { id, corpus: 'mars' }, threadTitle: 'Chapter V' });
const tell = (events: readonly object[], pending = 20): Standing =>
  ({
    progress: { counts: { byStatus: { pending, running: 1 } } },
    events: events.map((event, number) => ({ number, event })),
    behind: 0,
  }) as unknown as Standing;
const read = (id: number) => [
  { kind: 'scene-opened', ...scene(id) },
  { kind: 'reply-received', seconds: 30 },
  { kind: 'scene-closed', ...scene(id) },
];

test('RS4: a run that goes on says which scene it reads, and how long the rest may take once that is known', () => {
  const begun = { kind: 'run-started', scenes: 37, closed: 0 };
  expect(countBegun(tell([begun]))).toEqual({ total: 37, read: 0 });
  expect(describeNow(tell([begun]), () => undefined)).toBeUndefined();
  const two = [begun, ...read(1), ...read(2), { kind: 'scene-opened', ...scene(3) }];
  expect(describeNow(tell(two), () => undefined)).toBe('Chapter V · scene 3');
  expect(describeLeft(tell(two))).toBeUndefined();
  expect(describeLeft(tell([...two, ...read(4)]))).toBe('some 11 minutes left');
  expect(describeLeft(tell([...two, ...read(4)], 400))).toBe('some 3 hours left');
  expect(describeLeft(tell([...two, ...read(4)], 0))).toBeUndefined();
  // Of scenes after the reader's place only the number is told, and none of those before is being read.
  const later = { ...tell([...two, ...read(4)]), behind: 2 };
  expect([describeNow(later, () => undefined), describeLeft(later)]).toEqual([undefined, undefined]);
});

test('RS4: a run says that it looks for what is to be read until it comes to its first scene', () => {
  const begun = { kind: 'run-started', scenes: 37, closed: 0 };
  expect(isBeginning(tell([]))).toBe(true);
  expect(isBeginning(tell([begun]))).toBe(true);
  expect(isBeginning(tell([begun, { kind: 'scene-opened', ...scene(1) }]))).toBe(false);
  // The events of a long run may begin after its last scene.
  expect(isBeginning(tell([{ kind: 'entry-decided' }]))).toBe(false);
  // What keeps the run waiting is told instead, and so is how many scenes after the reader's place are told of.
  expect(isBeginning(tell([begun, { kind: 'retry-scheduled' }]))).toBe(false);
  expect(isBeginning({ ...tell([begun]), behind: 1 })).toBe(false);
});
