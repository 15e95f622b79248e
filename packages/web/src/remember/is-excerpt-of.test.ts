// Tests which excerpts count as those of a message.
import { expect, test } from 'vitest';
import { isExcerptOf } from './is-excerpt-of.ts';

const long = `Which hinges squeak? ${'And the door of the hall groans. '.repeat(12)}Why?`;

test.each([
  ['the whole message', 'Which hinges\n squeak? ', 'Which hinges squeak?', true],
  ['the beginning of a long one', long, `${long.slice(0, 240).trim()} …`, true],
  ['the middle of a long one', long, `… ${long.slice(40, 280).trim()} …`, true],
  ['the end of a long one', long, `… ${long.slice(-240).trim()}`, true],
  ['another long one', long, `${long.slice(0, 239).trim()}! …`, false],
  ['a short one that ends in an ellipsis', 'We will see what?', 'We will see …', false],
  ['a part that nothing was cut from', long, 'Which hinges squeak?', false],
])('RM2: %s', (_, text, excerpt, isSame) => {
  expect(isExcerptOf(excerpt, text)).toBe(isSame);
});
