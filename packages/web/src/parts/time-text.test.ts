// Tests that pages phrase ages and times as the terminal and the prompt do (see `render-age.test.ts`).

import { expect, test } from 'vitest';
import { renderDistance, renderDue } from './time-text.ts';

/** A Friday, 08:20 in Vienna. */
const looking = { nowMs: Date.parse('2026-11-27T07:20:00Z'), timeZone: 'Europe/Vienna' };

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
  ['2026-11-27T08:19', 'a minute ago'],
  ['2026-11-27T04:20', '4 hours ago'],
  ['2026-11-26T23:59', 'yesterday'],
  ['2026-11-26T00:00', 'yesterday'],
  ['2026-11-25T23:00', '2 days ago'],
  ['2026-11-06T10:00', '3 weeks ago'],
  ['2025-10-01T10:00', 'a year ago'],
])('AS11: %s is %s, by the calendar of the person', (words, said) => {
  const summer = words.startsWith('2025-10') || words.startsWith('2026-10') ? '+02:00' : '+01:00';
  expect(renderDistance(Date.parse(`${words}:00${summer}`), looking)).toBe(said);
});

test.each([
  ['2026-11-26T23:59', 'yesterday'],
  ['2026-11-27T23:59', 'today'],
  ['2026-11-28T10:00', 'tomorrow 10:00'],
  ['2026-11-30T23:59', 'Mon\u00a030\u00a0Nov'],
])('a plan that is due at %s is due "%s"', (at, says) => {
  expect(renderDue(Date.parse(`${at}:00+01:00`), looking.timeZone, looking.nowMs)).toBe(says);
});
