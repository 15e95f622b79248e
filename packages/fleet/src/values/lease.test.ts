// Tests leases: only the holder can change anything, in whatever order events arrive.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceLease, computeRestMs, type LeaseEvent, type Task } from './lease.ts';

const terms = { ttlMs: 100, mostTries: 3, baseRestMs: 10, longestRestMs: 60 };
const fresh: Task = { state: { at: 'waiting' }, epoch: 0, tries: 0 };

const epoch = fc.integer({ min: 0, max: 8 });
const event: fc.Arbitrary<LeaseEvent> = fc.oneof(
  fc.record({ kind: fc.constant('leased' as const), worker: fc.constantFrom('a', 'b'), epoch }),
  fc.record({ kind: fc.constant('renewed' as const), epoch, hasProgressed: fc.boolean() }),
  fc.record({ kind: fc.constant('released' as const), epoch }),
  fc.record({ kind: fc.constant('failed' as const), epoch, isHopeless: fc.boolean() }),
  fc.record({ kind: fc.constant('finished' as const), epoch }),
  fc.record({ kind: fc.constant('expired' as const), hasProgressed: fc.boolean() }),
  fc.record({ kind: fc.constant('rested' as const) }),
  fc.record({ kind: fc.constant('retried' as const) }),
);
const history = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 60 })), { maxLength: 40 });

type Step = {
  readonly before: Task;
  readonly event: LeaseEvent;
  readonly nowMs: number;
  readonly after: Task | undefined;
};

function play(events: readonly (readonly [LeaseEvent, number])[]): readonly Step[] {
  const steps: Step[] = [];
  let [task, nowMs] = [fresh, 0];
  for (const [one, laterMs] of events) {
    nowMs += laterMs;
    const after = advanceLease(task, one, { nowMs, terms });
    steps.push({ before: task, event: one, nowMs, after });
    task = after ?? task;
  }
  return steps;
}

function checkEach(check: (step: Step) => void): void {
  fc.assert(
    fc.property(history, (events) => play(events).forEach(check)),
    { numRuns: 300 },
  );
}

describe('a lease', () => {
  it('FE1: is only given while the task waits, and with a higher epoch than all before', () => {
    checkEach(({ before, event: one, after }) => {
      if (one.kind !== 'leased' || after === undefined) return;
      expect(before.state.at).toBe('waiting');
      expect(after.epoch).toBeGreaterThan(before.epoch);
    });
  });

  it('FE2: a stale epoch brings nothing about', () => {
    checkEach(({ before, event: one, after }) => {
      if (!['renewed', 'released', 'failed', 'finished'].includes(one.kind) || !('epoch' in one)) return;
      const isHeld = before.state.at === 'leased' && before.epoch === one.epoch;
      expect(after !== undefined).toBe(isHeld);
    });
  });

  it('FE3: holds until its time is up, and longer when it is renewed', () => {
    checkEach(({ before, event: one, nowMs, after }) => {
      if (one.kind === 'expired' && before.state.at === 'leased' && before.state.untilMs > nowMs)
        expect(after).toBeUndefined();
      if (one.kind === 'renewed' && after?.state.at === 'leased')
        expect(after.state.untilMs).toBe(nowMs + terms.ttlMs);
    });
  });

  it('FE4: a task rests longer after each failure, and is put aside after too many or where it is hopeless', () => {
    checkEach(({ before, event: one, after, nowMs }) => {
      if (one.kind !== 'failed' || after === undefined) return;
      const isAside = one.isHopeless || before.tries + 1 >= terms.mostTries;
      expect(after.state.at).toBe(isAside ? 'poisoned' : 'resting');
      if (after.state.at === 'resting')
        expect(after.state.untilMs - nowMs).toBe(computeRestMs(after.tries, terms));
    });
    expect([1, 2, 3, 4, 99].map((tries) => computeRestMs(tries, terms))).toEqual([10, 20, 40, 60, 60]);
  });

  it('FE5: progress, a stop and a finish count no failure', () => {
    checkEach(({ before, event: one, after }) => {
      if (after !== undefined && one.kind === 'released') expect(after.tries).toBe(before.tries);
    });
    checkEach(({ event: one, after }) => {
      const isGood = one.kind === 'finished' || ('hasProgressed' in one && one.hasProgressed);
      if (after !== undefined && isGood) expect(after.tries).toBe(0);
    });
  });

  it('FE4: what was put aside stays aside until somebody asks for it', () => {
    checkEach(({ before, event: one, after }) => {
      if (before.state.at === 'poisoned' && after !== undefined) expect(one.kind).toBe('retried');
      if (before.state.at === 'finished') expect(after).toBeUndefined();
    });
  });
});
