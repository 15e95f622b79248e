// Tests silences: searching in steps finds the same silences as comparing each pair of neighbouring messages.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSpokenMemory } from '../../test/support/spoken-memory.ts';
import { defaultProfile } from '../decay/profile.ts';
import { readMoment, readWakingMoment } from './read-moment.ts';
import { openSilenceStore } from './silence-store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 0, 1);

/** Gaps in hours between messages; the last gap reaches up to now. */
const anyGaps = fc.array(fc.constantFrom(0, 1, 5, 24, 167, 168, 169, 500, 4000), {
  minLength: 1,
  maxLength: 20,
});

test('DK10: the silences of a talk are found, and the present one too', () => {
  const property = fc.property(anyGaps, fc.constantFrom(5, 24, 168), (gaps, leastHours) => {
    const memory = openSpokenMemory();
    const times = [start];
    for (const gap of gaps) times.push((times.at(-1) ?? start) + gap * hourMs);
    const nowMs = times.pop() ?? start;
    for (const atMs of times) memory.hear('a word', { atMs });
    const expected = times
      .flatMap((untilMs, at) => {
        const fromMs = times[at - 1] ?? untilMs;
        return untilMs - fromMs > leastHours * hourMs ? [{ fromMs, untilMs }] : [];
      })
      .toReversed();
    const silences = openSilenceStore(memory.connection).listSilences({
      nowMs,
      leastMs: leastHours * hourMs,
    });
    expect(silences[0]).toEqual({ fromMs: times.at(-1), untilMs: Number.MAX_SAFE_INTEGER });
    expect(silences.slice(1)).toEqual(expected);
    memory.connection.close();
  });
  fc.assert(property, { numRuns: 60 });
});

test('DK10: of each silence a week counts in full, or as many days as are set, or all of it', () => {
  const { hear, connection } = openSpokenMemory();
  expect(readMoment(connection, { profile: defaultProfile, wallMs: start }).pauses).toEqual([]);
  hear('one', { atMs: start });
  hear('two', { atMs: start + 20 * dayMs });
  const read = (absenceDays: number | null) =>
    readMoment(connection, { profile: { ...defaultProfile, absenceDays }, wallMs: start + 21 * dayMs })
      .pauses;
  expect(read(7)).toEqual([
    { fromMs: start + 27 * dayMs, untilMs: Number.MAX_SAFE_INTEGER, share: 0.2 },
    { fromMs: start + 7 * dayMs, untilMs: start + 20 * dayMs, share: 0.2 },
  ]);
  expect(read(20)).toHaveLength(1);
  expect(read(null)).toBeUndefined();
  const story = { ...defaultProfile, clock: 'story' } as const;
  expect(readMoment(connection, { profile: story, wallMs: start }).pauses).toBeUndefined();
  connection.close();
});

test('DK11: the farewell counts until the person has spoken twice', () => {
  const { hear, speak, connection } = openSpokenMemory();
  const read = (atMs: number) =>
    readWakingMoment(connection, { profile: defaultProfile, wallMs: atMs }).farewell;
  expect(read(start)).toBeUndefined();
  hear('good night', { atMs: start });
  speak('<say>sleep well</say>', { atMs: start + 1 });
  expect(read(start + 4 * hourMs)).toBeUndefined();
  const morning = start + 10 * hourMs;
  expect(read(morning)).toEqual({ atMs: start + 1, turn: 1 });
  hear('good morning', { atMs: morning });
  expect(read(morning)).toEqual({ atMs: start + 1, turn: 1 });
  speak('<say>hello</say>', { atMs: morning + 1 });
  expect(read(morning + 2)).toEqual({ atMs: start + 1, turn: 1 });
  hear('well?', { atMs: morning + 3 });
  expect(read(morning + 4)).toBeUndefined();
  connection.close();
});
