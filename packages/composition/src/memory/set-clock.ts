// Sets the clock of a host to a time that a person names, in the time zone of a world; the clock goes on from there.

import type { Environment } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { MemoryWorld } from './memory-world.ts';

export interface ClockHost {
  environment: Environment;
}

/** If no words are given, the clock stays as it is. Throws `UsageError` for words that name no time. */
export async function setClock(
  host: ClockHost,
  { settings }: Pick<MemoryWorld, 'settings'>,
  words: string | undefined,
): Promise<void> {
  if (words === undefined) return;
  const { findMoment } = await import('@terrarium/memory/find-due-date');
  const { clock, ...others } = host.environment;
  const realMs = clock.now();
  const { timeZone, languages } = settings;
  const nowMs = findMoment(words, {
    atMs: realMs,
    timeZone,
    languages: [...languages, 'en'],
    isToCome: true,
  });
  if (nowMs === undefined) throw refuseWords(words);
  const shifted = {
    now: () => nowMs + clock.now() - realMs,
    monotonic: () => clock.monotonic(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  };
  host.environment = { ...others, clock: shifted };
}

function refuseWords(words: string): UsageError {
  return new UsageError({
    code: 'memory.unknown-moment',
    happened: `"${words}" is not a time.`,
    todo: 'Write a day, a day and a time, or how long from now: 2026-06-27, "2026-06-27 15:00", "next Monday at 9", "in 3 months".',
  });
}
