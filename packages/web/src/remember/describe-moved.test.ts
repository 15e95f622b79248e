// Tests how a page says from which day or time a plan was moved.
import { expect, it } from 'vitest';
import { describeMoved } from './describe-moved.ts';

const page = { timeZone: 'UTC', nowMs: Date.UTC(2026, 10, 29) };
const dueAtMs = Date.UTC(2026, 11, 3, 19, 30);

it.each([
  [undefined, ''],
  [Date.UTC(2026, 11, 3, 20), 'moved from 20:00'],
  [Date.UTC(2026, 11, 2, 20), 'moved from Wednesday 2 December'],
  [Date.UTC(2026, 11, 3, 23, 59), 'moved from Thursday 3 December'],
])('a plan that was due at %s says "%s"', (movedFromMs, said) => {
  expect(describeMoved({ dueAtMs, movedFromMs }, page)).toBe(said);
});
