// Tests which words count as ordinary.
import { expect, test } from 'vitest';
import { isOrdinary } from './is-ordinary.ts';

test.each(['son', 'car', 'war', 'die', 'hat', 'man', 'bin', 'kind', 'comment', 'font', 'pour', 'nun'])(
  'FG2: a word that says something in one of the languages is not ordinary: %s',
  (word) => {
    expect(isOrdinary(word)).toBe(false);
  },
);

test.each(['because', 'things', 'weil', 'nicht', 'avec', 'toujours'])(
  'FG2: a word that any text may have is ordinary: %s',
  (word) => {
    expect(isOrdinary(word)).toBe(true);
  },
);
