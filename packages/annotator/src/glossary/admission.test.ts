// Tests of admission: what counts as a name, as a definition and as a habit, each on both of its sides.

import { describe, expect, it } from 'vitest';
import { checkAdmission } from './admission.ts';

interface Reading {
  readonly aliases?: readonly string[];
  readonly mentions?: number;
  readonly posts?: number;
}

/** The ground of admission; undefined when the term is held. */
function judge(term: string, contexts: readonly string[], reading: Reading = {}): string | undefined {
  const admission = checkAdmission({ term, aliases: [], contexts, mentions: 1, posts: 1, ...reading });
  return admission.isAdmitted ? admission.ground : undefined;
}

describe('checkAdmission', () => {
  it.each([
    ['inside a sentence', 'Hope', 'They came to Hope.'],
    ['behind a comma', 'Hope', 'In the evening, Hope lay before them.'],
    ['at the beginning and again inside', 'Hope', 'Hope lay there, and they came to Hope.'],
    [
      'inside a sentence of many signs',
      'Hope',
      'At last, (they say), to Hope, which, as all know, is - far - away -.',
    ],
    ['with two capitals, though it begins a sentence', 'Green Gate', 'Green Gate stood open.'],
    ['with a small word between its capitals', 'Gate of Sorrows', 'He came to the Gate of Sorrows.'],
    ['with one capital of two words', 'old Gate', 'He came to the old Gate.'],
    ['that is no plain English, wherever it stands', 'Tarnvale Gate', 'the gate was far.'],
    ['with a suffix that no text shows', 'Hope (village)', 'They came to Hope.'],
    ['in a script without capitals', '黎明', '黎明に彼は会った。'],
  ])('GL9: a name is admitted at its first mention, %s', (_, term, context) => {
    expect(judge(term, [context])).toBe('name');
  });

  it.each([
    ['behind a full stop', 'He slept. Hope is thin.'],
    ['behind a full stop and a closing mark', 'He slept.” Hope is thin.'],
    ['behind a full stop and two closing marks', 'He slept.”) Hope is thin.'],
    ['behind a question', 'Who slept? Hope is thin.'],
    ['behind a colon', 'He said: Hope is thin.'],
    ['behind an opening mark', 'He said, “Hope is thin.'],
    ['behind an opening mark and a space', 'He said, « Hope is thin.'],
    ['on a new line', 'He slept\nHope is thin.'],
    ['on a new line that is indented', 'He slept\n  Hope is thin.'],
    ['as an item of a list', 'He slept\n- Hope is thin.'],
    ['behind a dash', 'He slept —Hope is thin.'],
    ['behind a dash and a space', 'He slept — Hope is thin.'],
    ['at the very beginning', 'Hope is thin.'],
  ])('GL9: a capital that only begins what is said makes no name, %s', (_, context) => {
    expect(judge('Hope', [context])).toBeUndefined();
  });

  it.each([
    ['where all is in capitals', 'Horses', 'STOP THE HORSES AT THE GATE NOW'],
    ['where the text has it without its capital', 'Hope', 'They came to hope.'],
    ['where the text lacks one of its capitals', 'Gate of Sorrows', 'He came to the Gate of sorrows.'],
    ['where the text lacks the first of its capitals', 'Gate of Sorrows', 'He came to the gate of Sorrows.'],
    ['where only a part of it stands', 'Green Gate', 'He came to the Green Tower.'],
    ['where it begins a sentence and only one word has a capital', 'Green gate', 'Green gate stood open.'],
    ['without a capital of its own', 'hope', 'They came to Hope.'],
    ['where no word but a small one has a capital', 'The hope', 'They came to The hope.'],
  ])('GL9: plain words are no name %s', (_, term, context) => {
    expect(judge(term, [context])).toBeUndefined();
  });

  it('GL9: one sentence that shows a name is enough, and one name among the aliases', () => {
    expect(judge('Hope', ['Hope is thin.', 'They came to Hope.', 'Hope is far.'])).toBe('name');
    expect(judge('old man', ['The old man slept.'], { aliases: ['young man', 'Tarnvale'] })).toBe('name');
    expect(judge('old man', ['The old man slept.'], { aliases: ['young man'] })).toBeUndefined();
  });

  it.each([
    'This they called the thinning, and nobody in the whole valley of the river ever laughed at it again.',
    'It was named thinning.',
    'It is known among them as the thinning.',
    'He was dubbed “thinning”.',
    'Their word for thinning was lost.',
    'A thinning, as if. This they called the thinning.',
  ])('GL9: plain words are admitted when the text names something so: %s', (context) => {
    expect(judge('thinning', [context])).toBe('defined');
  });

  it.each([
    'A thoat is a beast.',
    'The thoats were the mounts of the green men.',
    'He rode a thoat, which is a beast.',
    'He rode a thoat (a beast).',
    'He rode a thoat, a beast of eight legs.',
    'He rode a thoat: a beast.',
    'Thoat means beast.',
    'He rode what he wrote down as “thoat” in his book.',
    'He saw no thoat there. A thoat is a beast.',
  ])('GL9: a coined word is admitted when it is defined: %s', (context) => {
    expect(judge('thoat', [context])).toBe('defined');
    expect(judge('thoat', ['He rode on.', context, 'He fell.'])).toBe('defined');
    expect(judge('calot', ['He rode on.', context], { aliases: ['thoat'] })).toBe('defined');
  });

  it('GL9: an article in front is no part of a word that is defined, a small word inside is', () => {
    expect(judge('the thoat', ['A thoat is a beast.'])).toBe('defined');
    expect(judge('bane of the thoat', ['The bane of the thoat is a fly.'])).toBe('defined');
    expect(judge('the thoat', ['He ate a calot. It is a beast.'])).toBeUndefined();
  });

  it('GL9: what defines a coined word does not make a term of plain ones', () => {
    expect(judge('gate', ['The gate is a cold place.'])).toBeUndefined();
    expect(judge('gate', ['He wrote “gate” in his book.'])).toBeUndefined();
  });

  it('GL9: a coined word recurs when it is read twice, plain words when three posts have them', () => {
    const read = (mentions: number, posts: number) => ({ mentions, posts });
    expect(judge('thoat', ['He rode a thoat.'], read(1, 1))).toBeUndefined();
    expect(judge('thoat', ['He rode a thoat.'], read(2, 1))).toBe('recurring');
    expect(judge('old fort', ['He saw an old fort.'], read(9, 2))).toBeUndefined();
    expect(judge('old fort', ['He saw an old fort.'], read(3, 3))).toBe('recurring');
  });

  it('GL9: one coined word makes a coined term, in the term or in an alias', () => {
    expect(judge('old thoat', ['He rode an old thoat.'], { mentions: 2 })).toBe('recurring');
    expect(judge('beast', ['He rode a beast.'], { mentions: 2, aliases: ['thoat'] })).toBe('recurring');
  });

  it('GL9: a term that is held says why, plain words and a coined word each their own', () => {
    const hold = (term: string) =>
      checkAdmission({ term, aliases: [], contexts: [`He saw the ${term} go.`], mentions: 1, posts: 1 });
    expect(hold('old fort')).toMatchObject({
      isAdmitted: false,
      why: expect.stringContaining('plain words'),
    });
    expect(hold('thoat')).toMatchObject({ isAdmitted: false, why: expect.stringContaining('read once') });
  });
});
