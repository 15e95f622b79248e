// Tests of admission: what counts as a name, as a definition and as recurring, with cases that pass and cases that do not.

import { describe, expect, it } from 'vitest';
import { type AdmissionCase, checkAdmission, listPhraseWords } from './admission.ts';

type Reading = Partial<Pick<AdmissionCase, 'aliases' | 'posts' | 'bond' | 'wasHeld' | 'isEnglish'>>;

/** The ground on which the term is admitted; undefined if it is put on hold. */
function judge(term: string, contexts: readonly string[], reading: Reading = {}): string | undefined {
  const once = { aliases: [], posts: 1, wasHeld: false, isEnglish: true };
  const admission = checkAdmission({ term, contexts, ...once, ...reading });
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

  it('GL9: one sentence that shows a name is enough, and so is one name among the aliases', () => {
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
  ])('GL9: plain words are admitted if the text says that something is named so: %s', (context) => {
    expect(judge('thinning', [context])).toBe('defined');
  });

  it('GL9: plain words are admitted if the text says that somebody calls something so', () => {
    expect(judge('still', ['We call the game still.'])).toBe('defined');
    expect(judge('the quiet', ['They call it the quiet.'])).toBe('defined');
    expect(judge('quiet', ['He called out in the quiet.'])).toBeUndefined();
    expect(judge('hush', ['At night the fog called the hush came down on them.'])).toBe('defined');
    expect(judge('the hush', ['Nobody had come out of a fog called the hush.'])).toBe('defined');
    expect(judge('long hush', ['They feared the sickness called the long hush.'])).toBe('defined');
  });

  it.each([
    ['guard', '“Go, or I call the guard!” He slept.'],
    ['guard', '“The guard!” he cried. The officer called the guard.'],
    ['guard', '“Guard,” he said, and muttered “guard” again.'],
    ['guard', 'He called “Guard!” and ran.'],
    ['guard', 'It was then that he called the guard.'],
    ['guard', 'At once the captain called the guard.'],
    ['guard', 'A sentry called the guard!'],
    ['watch', 'At dusk the bell called the watch.'],
    ['hush', 'He feared the fog, called the hounds, and went into the hush.'],
    ['hush', 'From the fog somebody called “Hush!” and was still.'],
    ['guard', 'He rose as she called the guard.'],
    ['boat', 'Let us recall the boat as they left it.'],
  ])(
    'GL9: a word is not a name where somebody calls for it or only says the word: %s, %s',
    (term, context) => {
      expect(judge(term, [context])).toBeUndefined();
    },
  );

  it.each([
    'This is my ‘obstruction evader,’ as I call it.',
    'the wonderful “obstruction evader,” as the thing was called.',
    'They showed me an obstruction evader, as it is known.',
    'He pointed at the “obstruction evader” of the boat.',
    'They had what we call an obstruction evader.',
    'the so-called obstruction evader',
    'An obstruction evader is one who keeps ships from harm.',
    'He showed me the things that they called the “obstruction evader”.',
    'In the place that men call the obstruction evader he slept.',
  ])(
    'GL9: plain words are admitted if quotation marks or words beside them show that they are a name: %s',
    (context) => {
      expect(judge('obstruction evader', [context])).toBe('defined');
    },
  );

  it('GL9: a phrase is a term once it is in four posts and has a large share of the uses of its rarest word', () => {
    const contexts = ['He saw great white apes.'];
    expect(judge('great white apes', contexts, { posts: 4, bond: 0.4 })).toBe('phrase');
    expect(judge('great white apes', contexts, { posts: 3, bond: 0.4 })).toBeUndefined();
    expect(judge('great white apes', contexts, { posts: 9, bond: 0.2 })).toBeUndefined();
    expect(listPhraseWords('the great white apes')).toEqual(['great', 'white', 'apes']);
    expect(listPhraseWords('the apes')).toEqual([]);
  });

  it.each(['He rode a thoat.', 'Thoats were far.', 'He saw an old thoat.'])(
    'GL9: a word that is in no dictionary is admitted at once, wherever it is: %s',
    (context) => {
      expect(judge('thoat', [context])).toBe('coined');
      expect(judge('old thoats', [context])).toBe('coined');
      expect(judge('beast', [context], { aliases: ['thoat'] })).toBe('coined');
    },
  );

  it.each([
    'A thoat is a beast.',
    'He rode a thoat, which is a beast.',
    'He rode a thoat (a beast).',
    'He rode a thoat, a beast of eight legs.',
    'Thoat means beast.',
  ])('GL9: a coined word is admitted because the text explains it: %s', (context) => {
    expect(judge('thoat', [context])).toBe('defined');
    expect(judge('gate', [context.replace(/thoat/i, 'gate')])).toBeUndefined();
  });

  it('GL9: rare, derived and compound English words count as ordinary words', () => {
    for (const word of ['balustrade', 'sarcophagus', 'unlit', 'riverbank', 'horselike', 'stream']) {
      expect(judge(word, [`He saw a ${word} there.`])).toBeUndefined();
    }
  });

  it('GL9: ordinary words are held however often they are read, until they are proposed again', () => {
    expect(judge('gate', ['The gate is a cold place.'], { posts: 9 })).toBeUndefined();
    expect(judge('old fort', ['He saw an old fort.'], { posts: 9 })).toBeUndefined();
    expect(judge('old fort', ['He saw an old fort.'], { wasHeld: true })).toBe('recurring');
  });

  it('GL9: in a story in another language no word counts as coined, and a word in two posts counts as recurring', () => {
    const french = { isEnglish: false };
    expect(judge('cheval', ['Il vit un cheval.'], french)).toBeUndefined();
    expect(judge('cheval', ['Il vit un cheval.'], { ...french, posts: 2 })).toBe('recurring');
    expect(judge('cheval', ['Il vit un cheval.'], { ...french, wasHeld: true })).toBe('recurring');
    expect(judge('Perceval', ['Il vit Perceval.'], french)).toBe('name');
  });

  it('GL9: if a term is held, the answer says why', () => {
    const held = checkAdmission({
      term: 'old fort',
      aliases: [],
      contexts: ['He saw an old fort.'],
      posts: 1,
      wasHeld: false,
      isEnglish: true,
    });
    expect(held).toEqual({ isAdmitted: false, why: 'it is made of ordinary words and is not a name' });
  });
});
