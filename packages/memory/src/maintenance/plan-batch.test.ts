// Tests how a run is divided into batches for its writer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import { type BatchPlan, computeInventoryRoom, planBatch } from './plan-batch.ts';

const count = (text: string) => text.length;
const frame = 24;

function buildEvent(id: number, shown: string): CompiledEvent {
  return {
    id: id as EventId,
    side: 'user',
    voice: 'user',
    atMs: id,
    shown,
    held: [],
    imagePath: undefined,
    isUndated: false,
  };
}

function buildFragment(key: string, length: number): FragmentText {
  return { key, ambient: 'a', recognition: 'b', inventory: 'c'.repeat(length), sources: [] };
}

function planAll(
  lengths: readonly number[],
  fragmentLengths: readonly number[],
  { room, mostOfEvents }: { readonly room: number; readonly mostOfEvents?: number },
): BatchPlan[] {
  const events = lengths.map((length, at) => buildEvent(at + 1, 'x'.repeat(length)));
  const texts = fragmentLengths.map((length, at) =>
    buildFragment(`key-${String.fromCharCode(97 + at)}`, length),
  );
  const source = {
    kind: 'deep' as const,
    ids: events.map((event) => event.id),
    fragments: new Map(texts.map((text) => [text.key, text])),
    room,
    mostOfEvents,
    read: (ids: readonly EventId[]) => events.filter((event) => ids.includes(event.id)),
    search: () => texts.map(({ key }) => key),
    count,
  };
  const plans: BatchPlan[] = [];
  for (let cursor = { eventsDone: 0, fragmentsDone: '' }; ; ) {
    const plan = planBatch(source, cursor);
    if (plan === undefined) return plans;
    plans.push(plan);
    cursor = plan.cursor;
  }
}

describe('batches', () => {
  it('MT16: end before a talk that does not fit as a whole, unless half of the room would then be empty', () => {
    const hourMs = 3_600_000;
    const plan = (hours: readonly number[]) => {
      const events = hours.map((hour, at) => ({ ...buildEvent(at + 1, 'x'.repeat(6)), atMs: hour * hourMs }));
      const source = {
        kind: 'light' as const,
        ids: events.map(({ id }) => id),
        fragments: new Map<string, FragmentText>(),
        room: 10_000,
        mostOfEvents: 4 * (6 + frame),
        read: (ids: readonly EventId[]) => events.filter(({ id }) => ids.includes(id)),
        search: () => [],
        count,
      };
      const planned = planBatch(source, { eventsDone: 0, fragmentsDone: '' });
      return [planned?.events.length, (planned?.nextAtMs ?? 0) / hourMs];
    };
    expect(plan([0, 1, 2, 30, 31, 32])).toEqual([3, 30]);
    expect(plan([0, 24, 25, 26, 27, 28])).toEqual([4, 27]);
    expect(plan([0, 1, 2, 3, 50])).toEqual([4, 50]);
  });

  it('MT16: have no more events than one reply can compile, however much room there is', () => {
    const plans = planAll([60, 60, 60], [], { room: 10_000, mostOfEvents: 2 * (60 + frame) });
    expect(plans.map(({ events }) => events.length)).toEqual([2, 1]);
  });

  it('MT16: have every event and every fragment once, in order, and exceed the room only for a single thing', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 });
    const fragmentLengths = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 });
    fc.assert(
      fc.property(
        lengths,
        fragmentLengths,
        fc.integer({ min: 50, max: 1_000 }),
        (events, fragments, room) => {
          const plans = planAll(events, fragments, { room });
          expect(plans.flatMap((plan) => plan.events.map(({ id }) => id))).toEqual(
            events.map((_, at) => at + 1),
          );
          const alone = plans.filter((plan) => plan.events.length === 0);
          expect(alone.flatMap((plan) => plan.fragmentKeys)).toHaveLength(fragments.length);
          for (const plan of plans) {
            const used = plan.events.reduce((sum, event) => sum + frame + event.shown.length, 0);
            expect(used <= room || plan.events.length === 1).toBe(true);
            expect(plan.events.length + plan.fragmentKeys.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  it('MT24: beside events, a large fragment gets room only for its newest lines, and others find some too', () => {
    const texts = [buildFragment('large', 900), buildFragment('small', 40)];
    const events = [buildEvent(1, 'The bowl broke.')];
    const fragments = new Map(texts.map((text) => [text.key, text]));
    const search = () => ['large', 'small'];
    const source = {
      kind: 'light' as const,
      ids: [1 as EventId],
      fragments,
      read: () => events,
      search,
      count,
    };
    const start = { eventsDone: 0, fragmentsDone: '' };
    expect(planBatch({ ...source, room: 1_000 }, start)?.fragmentKeys).toEqual(['large', 'small']);
    expect(planBatch({ ...source, room: 100 }, start)?.fragmentKeys).toEqual(['large']);
    expect(computeInventoryRoom(1_000, true)).toBeLessThan(900);
    expect(computeInventoryRoom(1_000, false)).toBe(1_000);
  });
});
