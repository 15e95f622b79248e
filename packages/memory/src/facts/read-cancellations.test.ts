// Tests which words of a person say that something is called off, and which words only sound like it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCancellations } from './read-cancellations.ts';

it.each([
  ['I cancelled the dentist', ['the dentist']],
  ["I've cancelled the dentist on Tuesday because I feel ill.", ['the dentist on Tuesday']],
  ['We had to cancel dinner with Anna.', ['dinner with Anna']],
  ['Sadly, they called off the concert.', ['the concert']],
  ['They have called the concert off.', ['the concert']],
  ['The dentist is off', ['The dentist']],
  ['The dentist is off, so I have time.', ['The dentist']],
  ["Good news: the party's off!", ['the party']],
  ['My appointment on Tuesday has been cancelled due to snow.', ['My appointment on Tuesday']],
  ['The wedding was called off yesterday.', ['The wedding']],
  ["I'm not going to the dentist after all.", ['the dentist']],
  ["I'm no longer going to the party.", ['the party']],
  ['It rains, and the picnic is off.', ['the picnic']],
  ['I cancelled the dentist yesterday. The trip is cancelled.', ['the dentist', 'The trip']],
])('PL17: "%s" calls something off', (text, words) => {
  expect(readCancellations(text)).toEqual(words);
});

it.each([
  'Should I cancel the dentist?',
  'I cancelled the dentist?',
  'I want to cancel the dentist.',
  'I might have cancelled the dentist.',
  "I haven't cancelled the dentist.",
  'I did not cancel the dentist.',
  'I never cancelled the dentist.',
  'If it rains, the picnic is off.',
  'The picnic is not off.',
  'The dentist is off to Spain.',
  'The dentist is off on Mondays.',
  'The party is off to a good start.',
  'The light is off.',
  'The milk is off.',
  'I am off to the dentist.',
  "I'm not going to dance at the party.",
  'She said the dentist is off.',
  'Anna cancelled her dentist.',
  'When I cancelled the dentist, they were angry.',
  'They always cancel the train.',
  'I nearly cancelled the dentist.',
  '"I cancelled the dentist", he wrote.',
  'Tom: I cancelled the dentist',
  'I had to cancel.',
])('PL17: "%s" calls nothing off', (text) => {
  expect(readCancellations(text)).toEqual([]);
});

it('PL17: what is called off is named in words of the text as they stand, whatever it holds', () => {
  const word = fc.constantFrom(
    'I',
    'cancelled',
    'the',
    'dentist',
    'is',
    'off',
    ',',
    '.',
    'called',
    'not',
    '?',
    '\n',
    '"',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }), (words) => {
      const text = words.join(' ');
      for (const one of readCancellations(text)) expect(one !== '' && text.includes(one)).toBe(true);
    }),
  );
});
