// Tests reading the time span within which a person searches.

import { expect, it } from 'vitest';
import type { DateLanguage } from './load-date-parser.ts';
import { resolveSearchSpan, type SpanWords } from './resolve-search-span.ts';

/** Tuesday, 24 November 2026. */
const atMs = Date.UTC(2026, 10, 24, 12);
const resolve = (words: SpanWords, timeZone = 'UTC', languages: readonly DateLanguage[] = ['de', 'en']) =>
  resolveSearchSpan(words, { atMs, timeZone, languages });
const show = (ms = Number.NaN) => new Date(ms).toISOString().slice(0, 16);

it.each([
  ['2026-11-15', '2026-11-15T00:00', '2026-11-16T00:00'],
  ['15 November', '2026-11-15T00:00', '2026-11-16T00:00'],
  ['3 December', '2025-12-03T00:00', '2025-12-04T00:00'],
  ['march', '2026-03-01T00:00', '2026-04-01T00:00'],
  ['may', '2026-05-01T00:00', '2026-06-01T00:00'],
  ['2024', '2024-01-01T00:00', '2025-01-01T00:00'],
  ['last Tuesday', '2026-11-17T00:00', '2026-11-18T00:00'],
  ['last week', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['today', '2026-11-24T00:00', '2026-11-25T00:00'],
  ['2026-06-27 15:00', '2026-06-27T15:00', '2026-06-27T15:01'],
  ['2026-06-27T15:00:00+02:00', '2026-06-27T13:00', '2026-06-27T13:01'],
  ['gestern', '2026-11-23T00:00', '2026-11-24T00:00'],
])('EC14: %s reaches from %s to %s', (words, from, until) => {
  const span = resolve({ from: words, to: words });
  expect([show(span?.fromMs), show(span?.untilMs)]).toEqual([from, until]);
});

it.each([
  ['de', '3.6.2026', '2026-06-03', '2026-06-04'],
  ['de', '3/6/2026', '2026-06-03', '2026-06-04'],
  ['de', 'Juni 2026', '2026-06-01', '2026-07-01'],
  ['de', 'im Dezember', '2025-12-01', '2026-01-01'],
  ['de', 'letzte Woche', '2026-11-16', '2026-11-23'],
  ['fr', 'juin', '2026-06-01', '2026-07-01'],
  ['fr', '3/6/2026', '2026-06-03', '2026-06-04'],
  ['fr', 'le mois dernier', '2026-10-01', '2026-11-01'],
  ['es', 'este año', '2026-01-01', '2027-01-01'],
  ['nl', 'volgend jaar', '2027-01-01', '2028-01-01'],
  ['sv', 'den här veckan', '2026-11-23', '2026-11-30'],
  ['sv', 'i mars', '2026-03-01', '2026-04-01'],
  ['pt', 'no ano passado', '2025-01-01', '2026-01-01'],
  ['ru', 'в прошлом году', '2025-01-01', '2026-01-01'],
  ['en-GB', '3/6/2026', '2026-06-03', '2026-06-04'],
  ['en-US', '3/6/2026', '2026-03-06', '2026-03-07'],
  ['en', '3/6/2026', '2026-06-03', '2026-06-04'],
  ['en', 'the week of 13 May', '2026-05-11', '2026-05-18'],
  ['en', 'the first week of May', '2026-05-01', '2026-05-08'],
  ['en', 'the last Friday of October', '2026-10-30', '2026-10-31'],
  ['en', 'last Christmas', '2025-12-24', '2025-12-27'],
  ['en', 'Easter 2026', '2026-04-04', '2026-04-07'],
] as const)('EC14: in %s, %s reaches from %s to %s', (language, words, from, until) => {
  const span = resolve({ from: words, to: words }, 'UTC', [language]);
  expect([show(span?.fromMs), show(span?.untilMs)]).toEqual([`${from}T00:00`, `${until}T00:00`]);
});

it('EC14: either end may be open, and days begin where the person lives', () => {
  expect(resolve({})).toBeUndefined();
  expect(show(resolve({ from: '2026-11-15' }, 'Asia/Tokyo')?.fromMs)).toBe('2026-11-14T15:00');
  expect(resolve({ to: 'May 2025' })?.fromMs).toBeLessThan(Date.UTC(-9999, 0, 1));
  expect(resolve({ from: 'May 2025' })?.untilMs).toBeGreaterThan(Date.UTC(9999, 0, 1));
});

it('EC14: two ends that were given in the wrong order are swapped', () => {
  expect(resolve({ from: '2024', to: '2023' })).toEqual({
    fromMs: Date.UTC(2023, 0, 1),
    untilMs: Date.UTC(2025, 0, 1),
    isTurned: true,
  });
  expect(resolve({ from: 'May 2024', to: '2024' })?.isTurned).toBe(false);
});

it.each(['the lamp', '', 'a lamp on 3 May', '2026-99-99'])('EC14: %j names no time', (words) => {
  expect(() => resolve({ from: words })).toThrow(/is not a time/);
});
