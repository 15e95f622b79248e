// Environment: clock, ids and chance, passed to a program as values that tests can replace.

declare const brand: unique symbol;

/** A value of type `Value` that cannot be mistaken for another brand's. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds since an arbitrary point in time, for measuring durations; the value never decreases. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Identifiers that must not collide between processes. */
export interface Ids {
  next(): string;
}

/** Chance: numbers in [0, 1). */
export interface Chance {
  next(): number;
}

export interface Environment {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly chance: Chance;
}

/** The real clock, random UUIDs, and the platform's random generator. */
export function buildSystemEnvironment(): Environment {
  return {
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      sleep: waitOnTimer,
    },
    ids: { next: () => crypto.randomUUID() },
    chance: { next: () => Math.random() },
  };
}

/** The time in ISO 8601, UTC, with milliseconds. */
export function renderInstant(ms: number): string {
  return new Date(ms).toISOString();
}

function waitOnTimer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const handleAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', handleAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', handleAbort, { once: true });
  });
}
