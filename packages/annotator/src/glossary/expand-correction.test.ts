// Proves that a correction, expanded over the places of a story, gives each place the values that it should have.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTimeline, expandList, expandValue, findStandingAt } from './expand-correction.ts';

const place = fc.integer({ min: 1, max: 8 });
const places = Array.from({ length: 10 }, (_, at) => at);

function written<Value>(value: fc.Arbitrary<Value>) {
  return fc.array(fc.record({ place, value }), { maxLength: 8 });
}

const item = fc.constantFrom('a', 'b', 'c', 'd');
const items = fc.uniqueArray(item, { maxLength: 4 });
const changes = fc.uniqueArray(fc.record({ item, from: place, isAdded: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
  selector: (one) => one.item,
});

describe('a correction', () => {
  it('AO5: finds for each place the value that was written last among those that hold there', () => {
    fc.assert(
      fc.property(written(fc.nat(3)), (history) => {
        const timeline = buildTimeline(history);
        for (const at of places) {
          const last = history.findLast((one) => one.place <= at);
          expect(findStandingAt(timeline, at)).toBe(last?.value);
        }
      }),
    );
  });

  it('AO5: of a value holds from its place on, and leaves earlier places as they are', () => {
    fc.assert(
      fc.property(written(fc.nat(3)), place, fc.nat(3), (history, from, value) => {
        const before = buildTimeline(history);
        const added = expandValue(before, { from, value }).map((one) => ({
          place: one.from,
          value: one.value,
        }));
        const after = buildTimeline([...history, ...added]);
        for (const at of places) {
          expect(findStandingAt(after, at)).toBe(at < from ? findStandingAt(before, at) : value);
        }
      }),
    );
  });

  it('AO7: of a list adds and removes each item at its own place, and brings nothing later to an earlier place', () => {
    fc.assert(
      fc.property(written(items), changes, (history, asked) => {
        const before = buildTimeline(history);
        const correction = {
          added: asked.filter(({ isAdded }) => isAdded),
          removed: asked.filter(({ isAdded }) => !isAdded),
        };
        const parts = expandList(before, correction).map(({ from, value }) => ({ place: from, value }));
        const after = buildTimeline([...history, ...parts]);
        const read = (timeline: typeof after, at: number) =>
          ((findStandingAt(timeline, at) ?? []) as readonly string[]).toSorted();
        for (const at of places) {
          const due = asked.filter(({ from }) => from <= at);
          const stood = read(before, at).filter((one) => !due.some((change) => change.item === one));
          const own = due.flatMap((change) => (change.isAdded ? [change.item] : []));
          expect(read(after, at)).toEqual([...stood, ...own].toSorted());
        }
      }),
    );
  });
});
