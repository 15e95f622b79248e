// Tests checking an answer: sentences with known, unknown or no labels, and a model that does not know the answer.

import { describe, expect, it } from 'vitest';
import { checkAnswer, isClear } from './check-answer.ts';
import { findOtherName } from './find-other-name.ts';
import { renderObjection } from './render-question.ts';

const rules = {
  quotes: 3,
  findFault: (text: string) =>
    text.includes('Turan') ? { why: 'unread' as const, words: ['Turan'] } : undefined,
};
const check = (reply: string) => checkAnswer(reply, rules);

describe('AK3: a sentence of an answer', () => {
  it('points to the quotes behind it, before or after its full stop', () => {
    const { sentences, wrong } = check(
      'He came up from the water. [q2] She taught him [q1, q3]. They left. [q1] [q1]',
    );
    expect(wrong).toEqual([]);
    expect(sentences).toEqual([
      { text: 'He came up from the water.', quotes: [1] },
      { text: 'She taught him.', quotes: [0, 2] },
      { text: 'They left.', quotes: [0] },
    ]);
  });

  it('may have its labels in the brackets of Chinese and Japanese text', () => {
    const { sentences, wrong } = check('トメ婆さんです【ｑ１】。名は不明です。［q2、q3］彼は来た。（q2）');
    expect(wrong).toEqual([]);
    expect(sentences).toEqual([
      { text: 'トメ婆さんです。', quotes: [0] },
      { text: '名は不明です。', quotes: [1, 2] },
      { text: '彼は来た。', quotes: [1] },
    ]);
    expect(check('三年（三年前）の話です。[q1]').sentences[0]?.text).toBe('三年（三年前）の話です。');
  });

  it('is not shown without a label, with a label of no quote, or with something unread', () => {
    const { sentences, wrong } = check(
      'He is old. He is wise. [q1] He sleeps. [q9] He is Turan. [q2] Goodbye.',
    );
    expect(sentences.map(({ text }) => text)).toEqual(['He is wise.']);
    expect(wrong).toEqual([
      { text: 'He is old.', why: 'unsupported' },
      { text: 'He sleeps.', why: 'unsupported' },
      { text: 'He is Turan.', why: 'unread', words: ['Turan'] },
      { text: 'Goodbye.', why: 'unsupported' },
    ]);
    expect(renderObjection(wrong)).toContain('names something that nobody has read so far: Turan)');
    expect(check('A [note] in brackets. [q1]').sentences[0]?.text).toBe('A [note] in brackets.');
  });

  it('without a label is left out at no further request, if more sentences have one', () => {
    expect(isClear(check('That is open so far. He came. [q2] She taught him. [q1]'))).toBe(true);
    expect(isClear(check('That is open so far. He came. [q2]'))).toBe(false);
    expect(isClear(check('He is Turan. [q2] He came. [q2] She taught him. [q1]'))).toBe(false);
    expect(isClear(check('Goodbye.'))).toBe(false);
    expect(isClear(check('NOT KNOWN'))).toBe(true);
  });

  it('is missing where the model says that it does not know', () => {
    expect(check('NOT KNOWN.')).toEqual({ sentences: [], wrong: [], isUnknown: true });
    expect(check('').isUnknown).toBe(false);
    expect(check('NOT KNOWN: whether he lives.').isUnknown).toBe(true);
    const inPart = check('He came. [q2] NOT KNOWN: whether he lives.');
    expect(inPart).toMatchObject({ sentences: [{ text: 'He came.' }], wrong: [], isUnknown: false });
    expect(isClear(inPart)).toBe(true);
  });

  it('has only names that are in the words on which it is based', () => {
    const texts = ['Mother Oakum puts down her string.', 'Who is Mother Oakum?'];
    expect(findOtherName('Mother Oakum sells string.', texts)).toBeUndefined();
    expect(findOtherName('Nobody knows where Oakum’s string is from.', texts)).toBeUndefined();
    expect(findOtherName('She is secretly Ysolde Marr.', texts)).toBe('Ysolde');
    expect(findOtherName('Ysolde is her name.', texts)).toBe('Ysolde');
  });
});
