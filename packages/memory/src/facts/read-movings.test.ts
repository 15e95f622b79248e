// Tests which words of a person say that something was moved to another day, and which only sound like it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMovings } from './read-movings.ts';

const things = [
  'the dentist',
  'my appointment with Dr. Pavlin',
  'our dinner with Anna',
  'The choir rehearsal',
];
const times = ['Friday', 'next Tuesday at 10', 'the 5th', '3 pm', 'tomorrow'];
const moved: readonly ((thing: string, to: string) => string)[] = [
  (thing, to) => `${thing} moved to ${to}.`,
  (thing, to) => `${thing} has been moved to ${to}`,
  (thing, to) => `Good news: ${thing} was rescheduled for ${to}!`,
  (thing, to) => `${thing} is postponed until ${to}, unfortunately.`,
  (thing, to) => `${thing} got pushed back to ${to} because of the snow.`,
  (thing, to) => `${thing} is brought forward to ${to}.`,
  (thing, to) => `They moved ${thing} to ${to}.`,
  (thing, to) => `I've just rescheduled ${thing} for ${to}`,
  (thing, to) => `We put ${thing} off until ${to}.`,
  (thing, to) => `The clinic shifted ${thing} to ${to}.`,
  (thing, to) => `I am ill, so ${thing} is postponed to ${to}.`,
  (thing, to) => `Please move ${thing} to ${to}.`,
  (thing, to) => `Can you move ${thing} to ${to}?`,
  (thing, to) => `Let's move ${thing} to ${to}.`,
];

it('PL19: whatever is moved, its words and the new time are read as they stand', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...things),
      fc.constantFrom(...times),
      fc.constantFrom(...moved),
      (thing, to, say) => {
        const text = say(thing, to);
        const [one, ...others] = readMovings(text);
        expect(others).toEqual([]);
        expect(one?.thing).toBe(thing);
        expect(one?.to.startsWith(to)).toBe(true);
        expect(one?.from).toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  ['The dentist moved me to Friday.', 'The dentist', undefined, 'Friday.'],
  ['The dentist moved from Thursday to Friday.', 'The dentist', 'Thursday', 'Friday.'],
  ['They moved my dentist from 5 May to 6 May.', 'my dentist', '5 May', '6 May.'],
  ['Dinner is now on Sunday.', 'Dinner', undefined, 'on Sunday.'],
  ['The dentist is on Friday now.', 'The dentist', undefined, 'on Friday now.'],
  ['The dentist is on Friday instead.', 'The dentist', undefined, 'on Friday instead.'],
  ['The dentist is on Friday, not Thursday.', 'The dentist', undefined, 'on Friday, not Thursday.'],
  [
    'My lesson will be on Friday instead of Thursday.',
    'My lesson',
    undefined,
    'on Friday instead of Thursday.',
  ],
] as const)('PL19: "%s" moves %s', (text, thing, from, to) => {
  expect(readMovings(text)).toEqual([{ thing, from, to, sentence: text }]);
});

it.each([
  'Did the dentist move to Friday?',
  'The dentist moved to Friday?',
  'Has the dentist been moved to Friday?',
  'Maybe the dentist moved to Friday.',
  'If the dentist is moved to Friday, I can come.',
  'I wish the dentist was moved to Friday.',
  'I wanted the dentist moved to Friday.',
  'The dentist was not moved to Friday.',
  "They haven't moved the dentist to Friday.",
  'Anna said the dentist moved to Friday.',
  '"The dentist moved to Friday", he wrote.',
  'Tom: The dentist moved to Friday',
  'I moved to Leeds on Friday.',
  'We moved on Friday.',
  'I moved to Friday Harbour.',
  'I changed my mind.',
  'I moved it to Friday.',
  'That is now on Friday.',
  'The dentist is on Friday.',
  'The shop is now open on Friday.',
  'I have to move the dentist to Friday.',
  'Remind me to move the dentist to Friday.',
  "Don't move the dentist to Friday.",
  'Should I move the dentist to Friday?',
  'I put the milk in the fridge until Friday.',
  'She brought a cake to the party.',
  'Nobody moved the dentist to Friday.',
  'When they moved the dentist to Friday, I was cross.',
])('PL19: "%s" moves nothing', (text) => {
  expect(readMovings(text)).toEqual([]);
});

it('PL19: what is moved is named in words of the text as they stand, whatever it holds', () => {
  const word = fc.constantFrom(
    'I',
    'they',
    'moved',
    'the',
    'dentist',
    'is',
    'now',
    'from',
    'to',
    'on',
    'Friday',
    ',',
    '.',
    'not',
    '?',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }), (words) => {
      const text = words.join(' ');
      for (const { thing, to, sentence } of readMovings(text)) {
        expect(thing !== '' && to !== '').toBe(true);
        expect(text).toContain(sentence);
        expect(sentence).toContain(thing);
        expect(sentence).toContain(to);
      }
    }),
  );
});
