// Tests ages and waits in words.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeDayStart, computeMoment } from '../events/local-time.ts';
import { renderAge, renderWait } from './render-age.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Friday, 08:20 in Vienna. */
const nowMs = Date.UTC(2026, 10, 27, 7, 20);
const looking = { nowMs, timeZone: 'Europe/Vienna' };
/** The moment at which a clock in Vienna shows these words. */
const at = (words: string) => computeMoment(Date.parse(`${words}:00Z`), looking.timeZone);

test.each([
  ['2026-11-27T08:20', 'now'],
  ['2026-11-27T08:21', 'in a minute'],
  ['2026-11-27T08:40', 'in 20 minutes'],
  ['2026-11-27T09:30', 'in an hour'],
  ['2026-11-27T20:20', 'in 12 hours'],
  ['2026-11-27T23:59', 'today'],
  ['2026-11-28T00:00', 'tomorrow'],
  ['2026-11-28T23:59', 'tomorrow'],
  ['2026-11-30T23:59', 'in 3 days'],
  ['2026-12-04T08:00', 'in 7 days'],
  ['2026-12-11T23:59', 'in 2 weeks'],
  ['2026-12-31T23:59', 'in a month'],
  ['2027-02-05T12:00', 'in 2 months'],
  ['2028-11-27T12:00', 'in 2 years'],
  ['2026-11-27T07:20', 'an hour ago'],
  ['2026-11-26T23:59', 'yesterday'],
  ['2026-11-25T23:00', '2 days ago'],
])('AS11: what is due at %s is due %s, by the calendar of the person', (words, said) => {
  expect(renderWait(at(words), looking)).toBe(said);
});

test.each([
  ['2026-11-27T08:20', 'just now'],
  ['2026-11-27T12:00', 'just now'],
  ['2026-11-27T08:19', 'a minute ago'],
  ['2026-11-27T04:20', '4 hours ago'],
  ['2026-11-27T00:10', '8 hours ago'],
  ['2026-11-26T22:00', 'yesterday'],
  ['2026-11-26T00:00', 'yesterday'],
  ['2026-11-25T23:59', '2 days ago'],
  ['2026-11-06T10:00', '3 weeks ago'],
  ['2025-10-01T10:00', 'a year ago'],
])('AS11: what was said at %s was said %s', (words, said) => {
  expect(renderAge(at(words), looking)).toBe(said);
});

test('AS11: a short span is given in hours, even if midnight is within it', () => {
  const late = { nowMs: at('2026-11-28T00:10'), timeZone: 'Europe/Vienna' };
  expect(renderAge(at('2026-11-27T23:50'), late)).toBe('20 minutes ago');
  expect(renderAge(at('2026-11-27T18:10'), late)).toBe('6 hours ago');
  expect(renderWait(at('2026-11-28T02:40'), { ...late, nowMs: at('2026-11-27T23:50') })).toBe('in 3 hours');
  expect(renderWait(at('2026-11-27T23:59'), late)).toBe('yesterday');
});

test('AS11: days are counted by midnights, in any zone and at any time of the day', () => {
  const zones = fc.constantFrom('Europe/Vienna', 'Asia/Tokyo', 'America/New_York', 'UTC');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 2, max: 13 }),
      zones,
      (ms, days, timeZone) => {
        const start = computeDayStart(ms, timeZone, days);
        const others = computeDayStart(ms, timeZone, -days);
        expect(renderWait(start + 90 * minute, { nowMs: ms, timeZone })).toBe(`in ${days} days`);
        expect(renderAge(others + 90 * minute, { nowMs: ms, timeZone })).toBe(`${days} days ago`);
      },
    ),
    { numRuns: 60 },
  );
});

test('AS11: an age is at most a third off, and is never negative', () => {
  const units: Readonly<Record<string, number>> = {
    minute,
    hour,
    day,
    week: 7 * day,
    month: 30.44 * day,
    year: 365.25 * day,
  };
  const utc = { nowMs, timeZone: 'UTC' };
  fc.assert(
    fc.property(fc.integer({ min: minute, max: 40 * 365 * day }), (ms) => {
      const said = renderAge(nowMs - ms, utc);
      const [, count = '', unit = ''] = /^(\d+|an?) (\w+?)s? ago$/.exec(said) ?? ['', '1', 'day'];
      const spanMs = (count.startsWith('a') ? 1 : Number(count)) * (units[unit] ?? Number.NaN);
      // Words for days count calendar days, so the time may be nearly a day longer or shorter.
      const slack = unit === 'minute' || unit === 'hour' ? 0 : day;
      expect(Math.abs(spanMs - ms) - slack).toBeLessThanOrEqual(ms / 3);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: -1e15, max: 0 }), (ms) => renderAge(nowMs - ms, utc) === 'just now'),
  );
});
