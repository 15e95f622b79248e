// Tests describing a run of maintenance: a proposal that was accepted or refused no longer counts as waiting.

import { expect, test } from 'vitest';
import { describeRun, type Keeping } from './describe-run.ts';

function build(proposed: readonly number[], waiting: readonly number[]): Keeping {
  const last = { writer: 'builtin', status: 'proposed', events: 20, proposals: proposed };
  const proposals = waiting.map((id) => ({ id }));
  return {
    isRunning: false,
    last,
    proposals,
    flags: [],
    isBlank: false,
    timeZone: 'UTC',
  } as unknown as Keeping;
}

test('RM9: a proposal that was accepted or refused waits no longer', () => {
  expect(describeRun(build([4, 5], [4, 5]))).toBe(
    'The built-in writer read 20 messages and notes and proposes 2 changes.',
  );
  expect(describeRun(build([4, 5], [5]))).toBe(
    'The built-in writer read 20 messages and notes and proposed 2 changes. You have still to decide on 1.',
  );
  expect(describeRun(build([4], []))).toBe(
    'The built-in writer read 20 messages and notes and proposed 1 change. You have decided on it.',
  );
});
