// Tests that a line of a command's answer fits into its box, beside the scroll bar of a long answer.

import { expect, test } from 'vitest';
import { countFitting } from './count-columns.ts';

/** The widths of the box in a narrow and in a wide window, and the width of a character in it. */
const boxes = [
  [328, 7.8],
  [640, 7.8],
] as const;
/** What lies beside the characters: the padding at the left and at the right, and a thin scroll bar. */
const besidePx = 16 + 40 + 11;

test.each(boxes)('RP3: in a box of %d px, no line of an answer is broken twice', (boxPx, characterPx) => {
  const columns = countFitting(boxPx, characterPx);
  expect(columns * characterPx + besidePx).toBeLessThanOrEqual(boxPx);
  expect((columns + 2) * characterPx + besidePx).toBeGreaterThan(boxPx);
});

test('RP3: an answer is never laid out in fewer columns than the terminal can use', () => {
  expect(countFitting(100, 7.8)).toBe(24);
  expect(countFitting(2_000, 7.8)).toBe(100);
});
