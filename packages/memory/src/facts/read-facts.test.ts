// Tests which facts a person's words tell, that whatever casts doubt on them takes them away, and that any text is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import { normalise } from '../working-memory/normal-form.ts';
import { readFacts } from './read-facts.ts';

const told = [
  ['I live in Leeds', ':home', 'Leeds'],
  ["I've just moved into a flat in Hull", ':home', 'a flat in Hull'],
  ['i moved to leeds', ':home', 'leeds'],
  ['My sister Mira lives in Bergen', 'sister:home', 'Bergen'],
  ['I work as a nurse', ':job', 'a nurse'],
  ["I'm a dispatcher", ':job', 'a dispatcher'],
  ['I quit my job', ':job', 'quit my job'],
  ['I work at the library', ':workplace', 'at the library'],
  ['I have a new job at the library', ':workplace', 'at the library'],
  ["I'm dating Ruven", ':love', 'Ruven'],
  ['Anselm and I broke up', ':love', 'Anselm and I broke up'],
  ['Please call me Jules', ':name', 'Jules'],
  ['My birthday is on 4 May', ':birthday', '4 May'],
  ["I'm allergic to peanuts and shellfish", ':allergy', 'peanuts and shellfish'],
  ["I'm vegan", ':diet', 'vegan'],
  ["I don't eat meat any more", ':diet', "don't eat meat"],
  ['I love live music', ':likes', 'live music'],
  ["I can't stand loud music", ':dislikes', 'loud music'],
  ['My favourite book is The Salt Road', ':favourite book', 'The Salt Road'],
  ['We adopted a one-eyed cat', ':pet', 'a one-eyed cat'],
  ['My doctor is Dr. Pavlin', ':doctor', 'Dr. Pavlin'],
  ['My phone number is 0664 771 20', ':phone', '0664 771 20'],
] as const;
const anyTold = fc.constantFrom(...told.map(([sentence]) => sentence));

const silent = [
  'I live in fear.',
  'I work at night.',
  'We moved to the next room.',
  'I love you.',
  'I love it here.',
  "I'd love a coffee.",
  'My boss is German.',
  "I'm studying for my exam.",
  'I lived in Leeds.',
  'I used to live in Leeds.',
  "I'm going to live in Leeds.",
  'The things I love make writing fun.',
  'You live in Leeds.',
  'Call me tomorrow.',
  'I live in Leeds no more.',
  "I'm 30 minutes late.",
];

/** What takes a statement away, whatever it states. */
const doubts: readonly ((sentence: string) => string)[] = [
  (sentence) => `${sentence}?`,
  (sentence) => `If ${sentence}, it would be easier.`,
  (sentence) => `Maybe ${sentence}.`,
  (sentence) => `I wish ${sentence}.`,
  (sentence) => `Imagine ${sentence}!`,
  (sentence) => `She said "${sentence}".`,
  (sentence) => `Tom says ${sentence}.`,
  (sentence) => `He wrote: ${sentence}.`,
  (sentence) => `“${sentence}”, that was the first line.`,
  (sentence) => `Tom: ${sentence}.`,
  (sentence) => `> ${sentence}.`,
  (sentence) => `When ${sentence}, everything was new.`,
  (sentence) => `In a dream ${sentence}.`,
  (sentence) => `I used to think ${sentence}.`,
];

const list = (text: string) =>
  readFacts(text).map(({ owner, relation, value }) => [`${owner}:${relation}`, value]);

describe('a fact of a person', () => {
  it.each(told)('FP2: "%s" tells %s: %s', (sentence, fact, value) => {
    expect(list(`${sentence}.`)).toContainEqual([fact, value]);
    expect(
      list(`By the way, ${sentence}, as of this week!`.replace('By the way, Please', 'Please')),
    ).toContainEqual([fact, value]);
  });

  it.each(silent)('FP2: "%s" tells none', (sentence) => {
    expect(list(sentence)).toEqual([]);
  });

  it('FP2: whatever is told, a question, a doubt, a condition and other people’s words tell it not', () => {
    fc.assert(
      fc.property(anyTold, fc.constantFrom(...doubts), (sentence, cast) => {
        expect(list(cast(sentence))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('FP1: in any text, the quote stands there word for word, and the value in the quote', () => {
    const anyPart = fc.oneof(
      anyTold,
      fc.constantFrom(...silent),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    const anyText = fc.array(fc.tuple(anyPart, fc.constantFrom('. ', '! ', ', ', '\n', ' and ')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyText, (parts) => {
        const text = parts.flat().join('');
        const facts = readFacts(text);
        expect(facts.length).toBeLessThanOrEqual(12);
        for (const { quote, value } of facts) {
          expect(text).toContain(quote);
          const found = findFactValue({ content: quote, normalForm: normalise(value) });
          expect(normalise(found)).toBe(normalise(value));
        }
      }),
    );
  });
});
