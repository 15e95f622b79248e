// Tests which typed words may be a question.

import { expect, it } from 'vitest';
import { hasSeveralWords, isQuestion } from './is-question.ts';

it.each(['Who is Wick?', '影売りは誰？', 'من هو؟', '“Who?” ', '「誰？」', '(really?)'])(
  '%s is a question',
  (words) => {
    expect(isQuestion(words)).toBe(true);
  },
);

it.each(['Wick', 'who? me.', '影売り', ''])('%s is none', (words) => {
  expect(isQuestion(words)).toBe(false);
});

it('counts words in scripts with and without spaces', () => {
  expect(['who is Wick', '千鳥とは何者か', '千鳥って誰'].filter(hasSeveralWords)).toHaveLength(3);
  expect(['Wick', '御堂紗夜', 'Donaudampfschifffahrt', ''].filter(hasSeveralWords)).toEqual([]);
});
