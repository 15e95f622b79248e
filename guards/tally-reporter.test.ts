// Tests what the last line of a test run says.
import { expect, it } from 'vitest';
import { renderTally } from './tally-reporter.ts';

it('says how many tests passed and failed in the form a machine reads', () => {
  expect(renderTally({ passed: 12, failed: 3 })).toBe('Tests: 12 passed, 3 failed');
});
