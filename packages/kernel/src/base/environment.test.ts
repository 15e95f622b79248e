// Tests the real environment: a sleep ends early only if it is aborted, ids differ, instants are written in UTC.

import { describe, expect, it } from 'vitest';
import { buildSystemEnvironment, renderInstant } from './environment.ts';

const { clock, ids, chance } = buildSystemEnvironment();

describe('the real environment', () => {
  it('sleeps, and wakes', async () => {
    const before = clock.monotonic();
    await clock.sleep(1);
    expect(clock.monotonic()).toBeGreaterThan(before);
  });

  it('does not go to sleep once aborted', async () => {
    const reason = new Error('enough');
    await expect(clock.sleep(3_600_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('is woken by an abort, with its reason', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const sleeping = clock.sleep(3_600_000, stop.signal);
    stop.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });

  it('has ids that differ and chances in [0, 1)', () => {
    const drawn = Array.from({ length: 1000 }, () => ids.next());
    expect(new Set(drawn).size).toBe(1000);
    for (let count = 0; count < 1000; count++) {
      const value = chance.next();
      expect(value >= 0 && value < 1).toBe(true);
    }
  });

  it('writes instants in UTC with milliseconds', () => {
    expect(renderInstant(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(Date.parse(renderInstant(clock.now()))).toBeLessThanOrEqual(clock.now());
  });
});
