// Tests that thinking is taken out of a text, however it is cut into pieces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skipThinking, splitThinking } from './split-thinking.ts';

describe('thinking in a text', () => {
  it.each([
    ['is taken out', '<think>Hm.</think>Yes.', 'Hm.', 'Yes.'],
    ['is taken out with the blanks around it', '\n<think>\nHm.\n</think>\n\nYes.\n', 'Hm.', 'Yes.\n'],
    ['is known without its opening tag', 'Hm.\n</think>\n\nYes.', 'Hm.', 'Yes.'],
    ['is all there is when it was cut off', '<think>Hm, but', 'Hm, but', ''],
    ['may be empty', '<think>\n\n</think>\n\nYes.', '', 'Yes.'],
    ['is left alone in the middle of a text', 'Say <think>so</think>.', '', 'Say <think>so</think>.'],
    ['is not there', ' Yes. ', '', ' Yes. '],
  ])('%s', (_what, text, ...[reasoning, rest]) => {
    expect(splitThinking(text)).toEqual({ reasoning, text: rest });
  });

  it('is skipped in a stream as it is in the whole', () => {
    const piece = fc.constantFrom('<think>', '</think>', '<th', 'ink>', 'a', ' ', '\n', '<', 'word ');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const passed: string[] = [];
        const pass = skipThinking((part) => passed.push(part));
        for (const part of pieces) pass(part);
        const whole = text.trimStart().startsWith('<think>') ? splitThinking(text).text : text;
        const isUndecided = '<think>'.startsWith(text.trimStart());
        expect(passed.join('')).toBe(isUndecided ? '' : whole);
      }),
    );
  });
});
