// Tests weighing sentences: one that tells of an event outweighs one that only agrees, expresses a wish or names something.

import { describe, expect, it } from 'vitest';
import { scoreSentence } from './compile-topic.ts';
import { chooseWordReader } from './read-words.ts';

describe('sentences', () => {
  const readWords = chooseWordReader(['It was so good to see you and all of your friends at the lake.']);
  const weigh = (text: string) =>
    scoreSentence({ at: 0, text, words: readWords(text) }, { rarity: () => 3, hasVerbs: true });

  it('MT17: weigh more when they tell what happened', () => {
    const told = weigh('I bought a kiln from the old pottery last week.');
    const others = [
      'I totally agree about the kiln from the old pottery.',
      "Can't wait for the kiln from the old pottery!",
      'Check out my kiln from the old pottery!',
      "I just think, here's a pic of the kiln.",
      'A kiln and a vase from the old pottery.',
      'I really hope the kiln from the old pottery comes.',
      'You should visit the kiln of the old pottery.',
    ];
    for (const other of others) expect(weigh(other), other).toBeLessThan(told - 1.5);
  });

  it('MT17: weigh no less without verbs where nobody knows verbs', () => {
    const text = 'A kiln and a vase from the old pottery.';
    const sentence = { at: 0, text, words: readWords(text) };
    expect(scoreSentence(sentence, { rarity: () => 3, hasVerbs: false })).toBeGreaterThan(weigh(text));
  });
});
