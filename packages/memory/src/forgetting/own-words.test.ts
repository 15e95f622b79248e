// Tests which texts say what was forgotten.
import { expect, test } from 'vitest';
import { collectOwnWords } from './own-words.ts';

test('FG2: what was made of words that are all in hiragana goes with them, word for word or not', () => {
  const own = collectOwnWords(['さくらとわかれた。']);
  expect(own.cutTold('さくらとわかれた。')).toBe('');
  expect(own.cutTold('ユーザーはさくらとわかれたばかり。')).toBe('');
  own.remove('きのうわかれた。');
  expect(own.isToldIn('わかれた。')).toBe(false);
  expect(own.isToldIn('さくら。')).toBe(true);
});
