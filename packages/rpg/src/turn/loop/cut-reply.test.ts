// Tests replies that were cut off: their continuation joins exactly, and only calls that were closed count as complete.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractLastWords, isLastCallCut, isToldAnew, joinRest } from './cut-reply.ts';

const sentence = fc
  .array(fc.constantFrom('the', 'lantern', 'swings,', 'over', 'Hob,', 'who', 'says', 'nothing.', '“No,”'), {
    minLength: 12,
    maxLength: 60,
  })
  .map((words) => words.join(' '));

describe('the rest of a telling', () => {
  it('TU44: joins it exactly where it begins with the last words, wherever the cut fell', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 1, max: 400 }), (whole, at) => {
        const cut = whole.slice(0, Math.min(at, whole.length - 1)).trimEnd();
        fc.pre(cut.length > 0);
        const rest = whole.slice(whole.lastIndexOf(extractLastWords(cut), cut.length));
        fc.pre(cut.endsWith(extractLastWords(cut)) && rest.startsWith(extractLastWords(cut)));
        expect(cut + joinRest(cut, rest)).toBe(whole);
        expect(cut + joinRest(cut, `\n${rest}`)).toBe(whole);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['He lifts the lan', ' He waits.', 'He lifts the lan He waits.'],
    ['He lifts the lantern', 'and waits.', 'He lifts the lantern and waits.'],
    ['He lifts the lantern', ', and waits.', 'He lifts the lantern, and waits.'],
    ['He lifts the lantern.', '\n\nIt rains.', 'He lifts the lantern.\n\nIt rains.'],
    ['He lifts the lan', 'He lifts the lantern.', 'He lifts the lantern.'],
    ['He lifts the lantern', '', 'He lifts the lantern'],
  ])('TU44: behind %j, %j is told as %j', (cut, next, whole) => {
    expect(cut + joinRest(cut, next)).toBe(whole);
  });

  it('TU44: is told from the beginning where it has the beginning of what was cut off, and not where it is short', () => {
    const cut = 'The lantern swings over Hob, who says nothing, and the rain comes down the chimney on the';
    expect(isToldAnew(cut, `${cut} stones.`)).toBe(true);
    expect(isToldAnew(cut, 'The lantern goes out.')).toBe(false);
    expect(isToldAnew('It rains.', 'It rains. It pours.')).toBe(false);
  });
});

describe('the last call of a reply', () => {
  const cutOff = (text: string, given?: string) => ({
    text,
    calls: given === undefined ? [] : [{ id: 'a', name: 'roll', arguments: given }],
    finish: 'length' as const,
  });

  it.each([
    ['arguments that were not closed', cutOff('', '{"formula": "1d2'), true],
    ['no arguments yet', cutOff('', ''), true],
    ['whole arguments', cutOff('', '{"formula": "1d20"}'), false],
    ['an element that was not closed', cutOff('<function=roll><parameter=formula>1d20</parameter>'), true],
    [
      'one that was closed before it was cut',
      cutOff('<invoke name="roll"><parameter name="formula">1d20</parameter></invoke> and so it'),
      false,
    ],
    ['no call at all', cutOff('He lifts the lan'), false],
  ])('TU45: %s', (_, reply, isCut) => {
    expect(isLastCallCut(reply)).toBe(isCut);
    expect(isLastCallCut({ ...reply, finish: 'stop' })).toBe(false);
  });
});
