// Tests that thinking is removed from a text, however the text is cut into pieces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterThinking, isBegunInThinking, splitThinking } from './split-thinking.ts';

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

  it('is all there is of a text without tags, where that is how its model begins and it was cut off', () => {
    expect(splitThinking('Hm, but', true)).toEqual({ reasoning: 'Hm, but', text: '' });
    expect(splitThinking('Hm.</think>Yes.', true)).toEqual({ reasoning: 'Hm.', text: 'Yes.' });
  });

  it('is known to have begun before the text by a closing tag that nothing opened', () => {
    expect(
      ['Hm.</think>Yes.', '<think>Hm.</think>Yes.', 'Say <think>so</think>.', 'Yes.'].map(isBegunInThinking),
    ).toEqual([true, false, false, false]);
  });
});

const piece = fc.constantFrom('<think>', '</think>', '</th', '<th', 'ink>', 'a', ' ', '\n', '<', 'word ');

/** Returns the text that the filter passed on, and how often it retracted text. */
function stream(pieces: readonly string[], startsInside: boolean, isCut = false) {
  const state = { text: '', seen: '', retracted: 0 };
  const filter = filterThinking(
    {
      onText: (part) => {
        state.text += part;
        state.seen += part;
      },
      onRetract: () => {
        state.text = '';
        state.retracted += 1;
      },
    },
    startsInside,
  );
  for (const part of pieces) filter.push(part);
  filter.finish(isCut);
  return state;
}

describe('thinking in a stream', () => {
  it('is no part of what the stream comes to, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), fc.boolean(), (pieces, startsInside, isCut) => {
        const { text, retracted } = stream(pieces, startsInside, isCut);
        expect(text).toBe(splitThinking(pieces.join(''), startsInside && isCut).text);
        expect(retracted).toBeLessThanOrEqual(isBegunInThinking(pieces.join('')) && !startsInside ? 1 : 0);
      }),
    );
  });

  it('is never seen where it is opened in the text, or known to come', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, isOpened) => {
        const text = pieces.join('');
        fc.pre(!text.includes('think>'));
        const parts = [...(isOpened ? ['<think>'] : []), ...pieces, '</think>', 'Yes.'];
        expect(stream(parts, !isOpened)).toEqual({ text: 'Yes.', seen: 'Yes.', retracted: 0 });
      }),
    );
  });

  it('is taken back once where nobody knew, and its closing tag is never seen', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 9 }), { minLength: 1 }), fc.nat(), (pieces, cut) => {
        const whole = `x${pieces.join('').replaceAll('<', '')}</think>Yes.`;
        const at = cut % whole.length;
        const said = stream([whole.slice(0, at), ...whole.slice(at)], false);
        expect(said.text).toBe('Yes.');
        expect(said.seen).not.toContain('</');
        expect(said.retracted).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('delays no word of a model that does not think aloud', () => {
    const seen: string[] = [];
    const filter = filterThinking({ onText: (part) => seen.push(part) }, false);
    for (const part of ['Yes', ', I ', 'do < so', '.']) {
      filter.push(part);
      expect(seen.at(-1)).toBe(part);
    }
  });
});
