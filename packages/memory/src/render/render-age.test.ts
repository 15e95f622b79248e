// Tests of ages in words.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderAge, renderSpan, renderWait } from './render-age.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('AS11: ages are said as one would say them', () => {
  const ages = [
    0,
    59_999,
    minute,
    90_000,
    20 * minute,
    hour,
    5 * hour,
    day,
    40 * hour,
    12 * day,
    21 * day,
    70 * day,
    400 * day,
    800 * day,
  ];
  expect(ages.map(renderAge)).toEqual([
    'just now',
    'just now',
    'a minute ago',
    '2 minutes ago',
    '20 minutes ago',
    'an hour ago',
    '5 hours ago',
    'a day ago',
    '2 days ago',
    '2 weeks ago',
    '3 weeks ago',
    '2 months ago',
    'a year ago',
    '2 years ago',
  ]);
  expect([-3 * day, -10, 10, 3 * day].map(renderWait)).toEqual(['3 days ago', 'now', 'now', 'in 3 days']);
});

test('AS11: an age names a span that is at most a third off, and is never negative', () => {
  const units: Readonly<Record<string, number>> = {
    minute,
    hour,
    day,
    week: 7 * day,
    month: 30.44 * day,
    year: 365.25 * day,
  };
  fc.assert(
    fc.property(fc.integer({ min: minute, max: 40 * 365 * day }), (ms) => {
      const [, count = '', unit = ''] = /^(\d+|an?) (\w+?)s?$/.exec(renderSpan(ms)) ?? [];
      const said = (count.startsWith('a') ? 1 : Number(count)) * (units[unit] ?? Number.NaN);
      expect(Math.abs(said - ms) / ms).toBeLessThanOrEqual(1 / 3 + 1e-9);
    }),
  );
  fc.assert(fc.property(fc.integer({ min: -1e15, max: 0 }), (ms) => renderAge(ms) === 'just now'));
});
