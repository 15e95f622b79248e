// Tests topics: the words, stems, sentences and keys that are found in messages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyPattern } from '../fragments/fragment.ts';
import { nameKey } from './list-keyed-topics.ts';
import { listCalled, rankTopics, readTalk } from './rank-topics.ts';
import { splitSentences, stripOpener } from './utterance.ts';
import { stemWord } from './word-lists.ts';

describe('sentences', () => {
  it('MT14: leaves out words that only open a sentence, and what remains is still in the text', () => {
    expect(stripOpener('Wow, I went to the lake.')).toBe('I went to the lake.');
    expect(stripOpener('Hey Mel! Oh yeah, we went there.')).toBe('we went there.');
    expect(stripOpener('Monday, we went there.')).toBe('Monday, we went there.');
    fc.assert(fc.property(fc.string(), (text) => text.endsWith(stripOpener(text))));
  });

  it('MT17: leaves out the name of whoever is called, and no other', () => {
    const called = new Set(['mel']);
    expect(stripOpener('Mel, we went there.', called)).toBe('we went there.');
    expect(stripOpener('Tom, we went there.', called)).toBe('Tom, we went there.');
  });

  it('MT17: recognises a call by the place of the name', () => {
    const called = [
      'I 100% agree, Mel.',
      'Hey Mel!',
      'Mel, look at that.',
      'Thanks, Mel - I will.',
      'Yes, Mel, we do.',
      'Oh wow Mel!',
    ];
    expect(called.map((text) => listCalled(text).includes('mel'))).toEqual(called.map(() => true));
    const spokenAbout = ['I met Mel yesterday.', 'Mel went home.', 'Ann knows Mel, I think.'];
    expect(spokenAbout.map((text) => listCalled(text).includes('mel'))).toEqual([false, false, false]);
  });

  it('MT14: takes nothing from text in brackets, apart from keys', () => {
    expect(splitSentences('We swam. [photo: a dog on a beach] It was cold [lake-trip].')).toEqual([
      'We swam.',
      'It was cold [lake-trip].',
    ]);
    expect(splitSentences('F. W. Baumgärtner wrote it with Dr. Lehm. So did I. We ate.')).toEqual([
      'F. W. Baumgärtner wrote it with Dr. Lehm.',
      'So did I.',
      'We ate.',
    ]);
  });

  it('MT14: every sentence is in the text, apart from blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const plain = text.replace(/\s+/g, ' ');
        return splitSentences(text).every((sentence) => plain.includes(sentence));
      }),
    );
  });
});

describe('words and keys', () => {
  it('MT15: knows the forms of a word by its stem', () => {
    const forms = (words: string) => new Set(words.split(' ').map(stemWord)).size;
    expect(
      [
        'camping camped camp camps',
        'hike hiking hikes',
        'run running runs',
        'party parties',
        "dog's dog dogs",
      ].map(forms),
    ).toEqual([1, 1, 1, 1, 1]);
    expect(forms('dress dresses')).toBe(1);
    expect(forms('pottery potter')).toBe(2);
  });

  it('MT15: every name becomes a key that can be recalled', () => {
    expect(nameKey('Café du Monde', 1)).toBe('cafe-du-monde');
    expect(nameKey('7 Gründe', 1)).toBe('grunde');
    expect(nameKey('陶芸', 12)).toBe('陶芸');
    expect(nameKey('アレルギー', 12)).toBe('アレルギー');
    expect(nameKey('🧥!', 12)).toBe('topic-12');
    fc.assert(fc.property(fc.string(), fc.nat(), (name, id) => keyPattern.test(nameKey(name, id))));
  });
});

describe('topics', () => {
  const dayMs = 86_400_000;
  const say = (texts: readonly string[], each: number) =>
    texts.map((text, at) => ({
      id: at + 1,
      atMs: Math.floor(at / each) * dayMs + at,
      day: '1970-01-01',
      isUndated: false,
      speaker: at % 2 === 0 ? 'Ann' : 'Bob',
      text,
    }));

  it('MT15: never come from one session only, nor are they the names of those who speak', () => {
    const texts = [
      'The kiln broke, Ann.',
      'A kiln is hot, Bob.',
      'My kiln is new, Ann.',
      'His kiln is old, Bob.',
      'The kiln is fine, Ann.',
    ];
    expect(rankTopics(readTalk(say(texts, 10)), 10)).toEqual([]);
    expect(rankTopics(readTalk(say(texts, 2)), 10).map(({ name }) => name)).toEqual(['kiln']);
  });

  it('MT17: somebody who is only called is none, whatever the voices are called; somebody who is spoken about is one', () => {
    const calls = [
      'I agree, Mel.',
      'Mel, the rain is cold.',
      'Hey Mel!',
      'I baked bread, Mel!',
      'Right, Mel, we did.',
      'We slept long, Mel.',
    ];
    expect(rankTopics(readTalk(say(calls, 2)), 10)).toEqual([]);
    const about = calls.map((text) => `${text} I met Rufus today.`);
    expect(rankTopics(readTalk(say(about, 3)), 10).map(({ name }) => name)).toEqual(['rufus']);
    const both = calls.map((text) => `${text} Then I met old Mel today. My sister saw Mel too.`);
    expect(rankTopics(readTalk(say(both, 3)), 10).map(({ name }) => name)).toContain('mel');
  });

  it('MT15: do not depend on who says what, nor on what else is numbered how', () => {
    const word = fc.constantFrom('kiln', 'greyhound', 'vase', 'garden', 'the', 'bought', 'a', 'my');
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 2, maxLength: 6 }), { maxLength: 20 }), (lists) => {
        const talk = say(
          lists.map((words) => `${words.join(' ')}.`),
          4,
        );
        const names = (from: number) =>
          rankTopics(readTalk(talk.map((one) => ({ ...one, id: one.id + from }))), 5).map(({ name }) => name);
        expect(names(0)).toEqual(names(1_000));
        expect(new Set(names(0)).size).toBe(names(0).length);
      }),
      { numRuns: 20 },
    );
  });
});
