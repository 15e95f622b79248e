// Fake environment: a clock whose sleeps end at once, seeded chance, and ids that count up.

import type { Chance, Clock, Environment, Ids } from '../base/environment.ts';

export interface FakeClock extends Clock {
  /** The length of each sleep so far in milliseconds, in order. */
  readonly slept: readonly number[];
  /** Moves the clock forward. */
  advance(ms: number): void;
}

export interface FakeEnvironment extends Environment {
  readonly clock: FakeClock;
}

export interface FakeEnvironmentOptions {
  /** The first time of the clock, in milliseconds since the Unix epoch. */
  readonly startMs?: number;
  /** The same seed gives the same random numbers. */
  readonly seed?: number;
}

/** 2024-01-01 00:00 UTC; any other fixed moment would do as well. */
const defaultStartMs = 1_704_067_200_000;

/** An environment in which each sleep ends at once and is recorded. */
export function buildFakeEnvironment(options: FakeEnvironmentOptions = {}): FakeEnvironment {
  return {
    clock: buildFakeClock(options.startMs ?? defaultStartMs),
    ids: buildCountingIds(),
    chance: buildSeededChance(options.seed ?? 1),
  };
}

function buildFakeClock(startMs: number): FakeClock {
  const slept: number[] = [];
  let elapsedMs = 0;
  return {
    slept,
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    advance: (ms) => {
      elapsedMs += ms;
    },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      elapsedMs += ms;
    },
  };
}

function buildCountingIds(): Ids {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `id-${count}`;
    },
  };
}

/** Mulberry32: small, fast, and distributed evenly enough for tests. */
export function buildSeededChance(seed: number): Chance {
  let state = seed >>> 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
    },
  };
}
