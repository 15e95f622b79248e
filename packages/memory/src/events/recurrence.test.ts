// Tests recurrences: the next time is in the future, on the right day, and at the same wall-clock time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeEaster } from './feast-days.ts';
import { findRecurrence } from './find-recurrence.ts';
import { buildWall, computeMoment, readWall } from './local-time.ts';
import {
  computeCurrentDue,
  computeNextDue,
  computeWeekday,
  type Recurrence,
  type Recurring,
} from './recurrence.ts';

const dayMs = 86_400_000;
const anyRecurrence: fc.Arbitrary<Recurrence> = fc.oneof(
  fc.record({ unit: fc.constantFrom('hours', 'days', 'months'), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    unit: fc.constant('weeks'),
    count: fc.integer({ min: 1, max: 4 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  }),
  fc.record({ unit: fc.constant('years'), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ unit: fc.constant('days'), count: fc.constant(1), hours: fc.constant([9, 21]) }),
);
const anyZone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
);
const anyRecurring = fc.record({
  recurrence: anyRecurrence,
  firstAtMs: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }),
  timeZone: anyZone,
});
const anyLater = fc.integer({ min: -30 * dayMs, max: 2000 * dayMs });

/** The recurrences of `anyRecurring` have no end, so there is always a next time. */
function requireNext(recurring: Recurring, afterMs: number): number {
  const nextMs = computeNextDue(recurring, afterMs);
  if (nextMs === undefined) throw new Error('There is no next time.');
  return nextMs;
}

test('PL12: the next time is later than the moment, and never before the first', () => {
  const property = fc.property(anyRecurring, anyLater, (recurring, later) => {
    const { firstAtMs, recurrence, timeZone } = recurring;
    const afterMs = firstAtMs + later;
    const nextMs = requireNext(recurring, afterMs);
    expect(nextMs).toBeGreaterThanOrEqual(firstAtMs);
    expect(nextMs).toBeGreaterThan(afterMs);
    // No due date lies between a due date and the next one.
    const following = requireNext(recurring, nextMs);
    expect(following).toBeGreaterThan(nextMs);
    expect(computeNextDue(recurring, following - 1)).toBe(following);
    if (recurrence.weekdays !== undefined && nextMs > firstAtMs) {
      const day = computeWeekday(Math.floor(readWall(nextMs, timeZone) / dayMs));
      expect(recurrence.weekdays).toContain(day);
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('PL12: the time that counts is the last one while it is in grace or since the farewell, else the next', () => {
  const property = fc.property(anyRecurring, anyLater, ({ ...recurring }, later) => {
    const nowMs = recurring.firstAtMs + later;
    const nextMs = requireNext(recurring, nowMs);
    const currentMs = computeCurrentDue(recurring, nowMs);
    expect(currentMs).toBeLessThanOrEqual(nextMs);
    expect(nowMs - currentMs).toBeLessThanOrEqual(dayMs);
    const apartMs = recurring.firstAtMs - 1;
    const apart = computeCurrentDue(recurring, nowMs, apartMs);
    expect(nowMs < recurring.firstAtMs ? apart === recurring.firstAtMs : apart <= nowMs).toBe(true);
  });
  fc.assert(property, { numRuns: 300 });
});

test('PL12: keeps to the clock where it is turned, and to the last day of a short month', () => {
  const timeZone = 'Europe/Berlin';
  const at = (year: number, month: number, day: number, hour = 9) =>
    computeMoment(buildWall({ year, month, day, hour, minute: 0 }), timeZone);
  const daily = { recurrence: { unit: 'days', count: 1 }, firstAtMs: at(2026, 3, 28), timeZone } as const;
  expect(computeNextDue(daily, at(2026, 3, 28))).toBe(at(2026, 3, 29));
  const monthly = {
    recurrence: { unit: 'months', count: 1, dates: [31] },
    firstAtMs: at(2026, 1, 31),
    timeZone,
  } as const;
  expect(computeNextDue(monthly, at(2026, 1, 31))).toBe(at(2026, 2, 28));
  // A monthly plan that was done in February is due on the 31st again.
  expect(computeNextDue({ ...monthly, firstAtMs: at(2026, 2, 28) }, at(2026, 3, 1))).toBe(at(2026, 3, 31));
});

test('PL12: comes on the days that the words name', () => {
  const list = (words: string, from: string, count = 4) => {
    const found = findRecurrence(words, { wallMs: Date.parse(`${from}Z`), timeZone: 'UTC' });
    if (found === undefined) throw new Error(words);
    const firstAtMs = Date.parse(`${found.first} 12:00 UTC`);
    const recurring = { recurrence: found.recurrence, firstAtMs, timeZone: 'UTC' };
    const days = [firstAtMs];
    while (days.length < count) {
      const nextMs = computeNextDue(recurring, days.at(-1) ?? 0);
      if (nextMs === undefined) break;
      days.push(nextMs);
    }
    return days.map((ms) => new Date(ms).toISOString().slice(5, 10));
  };
  expect(list('every first Monday', '2026-05-13')).toEqual(['06-01', '07-06', '08-03', '09-07']);
  expect(list('every last Friday', '2026-05-13')).toEqual(['05-29', '06-26', '07-31', '08-28']);
  expect(list('on the last day of every month', '2026-01-31')).toEqual(['01-31', '02-28', '03-31', '04-30']);
  expect(list('every year on 29 February', '2026-05-13')).toEqual(['02-29', '02-28', '02-28', '02-28']);
  expect(list('on the 1st and 15th of every month', '2026-05-13')).toEqual([
    '05-15',
    '06-01',
    '06-15',
    '07-01',
  ]);
  expect(list('every second Tuesday', '2026-05-13')).toEqual(['05-19', '06-02', '06-16', '06-30']);
  expect(list('every day except Sunday', '2026-05-15')).toEqual(['05-15', '05-16', '05-18', '05-19']);
  expect(list('daily except at weekends', '2026-05-15', 2)).toEqual(['05-15', '05-18']);
  expect(list('every weekday except for Monday and Friday', '2026-05-14', 2)).toEqual(['05-14', '05-19']);
  expect(
    findRecurrence('every evening but Friday', { wallMs: Date.UTC(2026, 4, 15), timeZone: 'UTC' })?.first,
  ).toMatch(/evening$/u);
  // Days that are only listed come once each.
  expect(list('on Monday and Thursday', '2026-05-13')).toEqual(['05-18', '05-21']);
  expect(list('on Monday, Wednesday and Sunday', '2026-05-18')).toEqual(['05-18', '05-20', '05-24']);
  expect(list('on the 3rd and the 17th', '2026-05-13')).toEqual(['06-03', '06-17']);
  expect(list('on the 31st and the 1st', '2026-04-13')).toEqual(['05-31', '06-01']);
  expect(list('from Monday to Friday', '2026-05-13', 9)).toHaveLength(5);
  expect(list('on Sunday and Monday', '2026-05-13', 9)).toEqual(['05-17', '05-18']);
});

test('PL12: words that only look like a recurrence name none', () => {
  const find = (words: string) =>
    findRecurrence(words, { wallMs: Date.UTC(2026, 4, 13), timeZone: 'UTC' })?.recurrence;
  for (const words of [
    'Each may bring a cake',
    'look in every second with the kids',
    'three times a fortnight',
  ])
    expect(find(words)).toBeUndefined();
  expect(find('twice a fortnight')).toEqual({ unit: 'weeks', count: 1 });
  expect(find('every Monday at 9, 10 pots')?.hours).toBeUndefined();
  expect(find('every Monday at 9, 10 and 12')?.hours).toEqual([9, 10, 12]);
  expect(find('every 15th')).toMatchObject({ unit: 'months', dates: [15] });
});

test('PL12: what is said again means the same, whenever it is read', () => {
  const anyWords = fc.constantFrom(
    'every Monday',
    'twice a week',
    'every other day',
    'monthly on the 15th',
    'on Mondays and Fridays',
    'every 3 weeks',
    'three times a day',
    'every first Monday',
    'every year on 5 May',
    'on Monday and Thursday',
    'every day at 9 and 21',
  );
  const anyWall = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(anyWords, anyWall, anyWall, (words, one, other) => {
      expect(findRecurrence(words, { wallMs: one, timeZone: 'UTC' })?.recurrence).toEqual(
        findRecurrence(words, { wallMs: other, timeZone: 'UTC' })?.recurrence,
      );
    }),
  );
});

test('PL11: a plan that comes every 20 or every 100 years has a next time, and never one that is over', () => {
  const firstAtMs = Date.UTC(2024, 1, 29, 9);
  const next = (recurrence: Recurrence) =>
    computeNextDue({ recurrence, firstAtMs, timeZone: 'UTC' }, firstAtMs + dayMs);
  expect(next({ unit: 'years', count: 20 })).toBe(Date.UTC(2044, 1, 29, 9));
  expect(next({ unit: 'years', count: 50 })).toBe(Date.UTC(2074, 1, 28, 9));
  expect(next({ unit: 'years', count: 100 })).toBe(Date.UTC(2124, 1, 29, 9));
  expect(next({ unit: 'months', count: 300 })).toBe(Date.UTC(2049, 1, 28, 9));
  expect(next({ unit: 'days', count: 6_000 })).toBe(firstAtMs + 6_000 * dayMs);
  expect(next({ unit: 'years', count: 900_000 })).toBeUndefined();
});

test('PL11: Easter is the Sunday that the calendar has', () => {
  const days = [2024, 2025, 2026, 2027, 2038].map((year) => new Date(computeEaster(year)).toISOString());
  expect(days.map((day) => day.slice(0, 10))).toEqual([
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
  ]);
});
