// Tests rendering the lines of fragments for a page.

import { expect, test } from 'vitest';
import { renderFragmentLine } from './render-fragment-line.ts';

const nowMs = Date.parse('2026-11-28T12:00:00Z');

test.each([
  [
    '2026-09-25, User: My sister Mira painted the kitchen yellow. (#3)',
    'You, Fri\u00a025\u00a0Sept: My sister Mira painted the kitchen yellow.',
  ],
  ['- 2025-09-25, Kit: The van broke. (#12)', '- Kit, 25\u00a0Sept\u00a02025: The van broke.'],
  ['undated, Mel: I paint on Sundays. (#7)', 'Mel: I paint on Sundays.'],
  ['Mira lives in Graz (#3, #9), near the river.', 'Mira lives in Graz, near the river.'],
  ['She began on 2026-09-25 (#3–#9): at last.', 'She began on Fri\u00a025\u00a0Sept: at last.'],
  ['- 2026-09-25: Mira moved (#3; #5 and #6)!', '- Fri\u00a025\u00a0Sept: Mira moved!'],
  ['美咲は京都に引っ越した (#3)。', '美咲は京都に引っ越した。'],
  ['Part 2026-13-45 of 12026-09-25-1.', 'Part 2026-13-45 of 12026-09-25-1.'],
  ['Room (#3b) is on the left: turn there.', 'Room (#3b) is on the left: turn there.'],
])('RM9: %s', (line, shown) => {
  expect(renderFragmentLine(line, nowMs)).toBe(shown);
});
