// Tests the names under which fragments are shown.

import { expect, test } from 'vitest';
import { nameFragment } from './name-fragment.ts';

const nowMs = Date.parse('2026-11-28T12:00:00Z');

test.each([
  ['session-2026-11-09', 'Monday 9 November'],
  ['session-2025-11-09', 'Sunday 9 November 2025'],
  ['month-2026-11', 'November 2026'],
  ['mira', 'Mira'],
  ['session-notes', 'Session-notes'],
])('RM9: the fragment %s is shown as %s', (key, shown) => {
  expect(nameFragment(key, nowMs)).toBe(shown);
});
