// Tests how words that move a plan are split into the plan that they mean and its new time.
import { expect, it } from 'vitest';
import { parseMoving } from './parse-moving.ts';

it.each([
  ['move dentist to Friday at 10', [['dentist', 'Friday at 10']]],
  ['Move: dentist to Friday', [['dentist', 'Friday']]],
  ['reschedule the dentist: Friday', [['the dentist', 'Friday']]],
  [
    'postponed the trip to Rome until May',
    [
      ['the trip to Rome', 'May'],
      ['the trip', 'Rome until May'],
    ],
  ],
  ['move the sofa', []],
  ['moving day on Friday', []],
  ['dentist moved to Friday', []],
  ['move to Leeds', []],
] as const)('PL18: "%s" is %j', (content, parts) => {
  expect(parseMoving(content).map(({ named, to }) => [named, to])).toEqual(parts);
});
