// Tests the fake environment: time passes without waiting, and chance and ids are the same each time.

import { describe, expect, it } from 'vitest';
import { buildFakeEnvironment } from './fake-environment.ts';

describe('a fake environment', () => {
  it('lets a sleep pass at once and remembers it', async () => {
    const { clock } = buildFakeEnvironment({ startMs: 1000 });
    await clock.sleep(86_400_000);
    clock.advance(5);
    expect(clock.slept).toEqual([86_400_000]);
    expect(clock.now()).toBe(86_401_005);
    expect(clock.monotonic()).toBe(86_400_005);
  });

  it('does not sleep once aborted', async () => {
    const { clock } = buildFakeEnvironment();
    const reason = new Error('enough');
    await expect(clock.sleep(10, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(clock.slept).toEqual([]);
  });

  it('gives the same chances for the same seed, spread over [0, 1)', () => {
    const draw = (seed: number) => {
      const { chance } = buildFakeEnvironment({ seed });
      return Array.from({ length: 2000 }, () => chance.next());
    };
    const drawn = draw(3);
    expect(draw(3)).toEqual(drawn);
    expect(draw(4)).not.toEqual(drawn);
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
  });

  it('counts its ids', () => {
    const { ids } = buildFakeEnvironment();
    expect([ids.next(), ids.next()]).toEqual(['id-1', 'id-2']);
  });
});
