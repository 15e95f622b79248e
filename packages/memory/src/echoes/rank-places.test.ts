// Tests finding the times that a message names, by which moments are ranked.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractNamedTimes } from './rank-places.ts';

const nowMs = Date.UTC(2024, 5, 15, 12);
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const names = (text: string, date: string): boolean =>
  extractNamedTimes(text, nowMs).some(({ fromMs, untilMs }) => day(date) >= fromMs && day(date) < untilMs);

describe('times that a message names', () => {
  it.each([
    ['What did she say on 5 July 2023?', '2023-07-05', '2023-08-05'],
    ['What did she say in May 2023?', '2023-05-20', '2022-05-20'],
    ['Where were we in December?', '2023-12-24', '2024-05-01'],
    ['What was it last week?', '2024-06-08', '2024-05-20'],
    ['And yesterday?', '2024-06-14', '2024-06-01'],
  ])('EC5: %s names %s and not %s', (text, told, other) => {
    expect(names(text, told)).toBe(true);
    expect(names(text, other)).toBe(false);
  });

  it.each(['I may go now', 'wait a second', 'march on', 'no time at all'])('EC5: %s names none', (text) => {
    expect(extractNamedTimes(text, nowMs)).toEqual([]);
  });

  it('EC5: takes any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { fromMs, untilMs } of extractNamedTimes(text, nowMs))
          expect(fromMs).toBeLessThan(untilMs);
      }),
    );
  });
});
