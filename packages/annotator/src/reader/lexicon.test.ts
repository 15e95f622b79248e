// Tests of the lexicon: which words are English, and when two spellings are one term.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTermKey, isEnglish, toSingular } from './lexicon.ts';

describe('lexicon', () => {
  it.each(['house', 'houses', 'swordsman', 'unwearied', 'thoughtfulness', 'torchlight'])(
    'knows %s',
    (word) => {
      expect(isEnglish(word)).toBe(true);
    },
  );

  it.each(['quillar', 'vashel', 'thrennod'])('does not know %s', (word) => {
    expect(isEnglish(word)).toBe(false);
  });

  it.each([
    ['The Quillars', 'quillar'],
    ['Mr. Hale’s', 'mr hale'],
    ['Ash-en Guard', 'ash en guard'],
    ['Dawn (character)', 'dawn'],
    ['Cities', 'city'],
  ])('folds %s to %s', (term, key) => {
    expect(buildTermKey(term)).toBe(key);
  });

  it('keeps the singular of a singular', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => {
        expect(toSingular(word).length).toBeGreaterThan(0);
      }),
    );
  });
});
