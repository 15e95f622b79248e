// Tests how the words for a date are cut out of the words of a plan.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDueDate, joinDueWords } from '../events/find-due-date.ts';
import type { DateLanguage } from '../events/load-date-parser.ts';
import { cutDate, cutDueWords } from './cut-date.ts';

/** Wednesday, 25 November 2026, 9:00. */
const atMs = Date.UTC(2026, 10, 25, 9);

function cut(text: string, language: DateLanguage = 'en'): string {
  const due = findDueDate(text, { atMs, timeZone: 'UTC', languages: [language] });
  if (due === undefined) throw new Error(`No date was found in "${text}".`);
  return cutDate(text, joinDueWords(due));
}

it.each([
  ['to take the bread out in 20 minutes', 'take the bread out'],
  ['in 20 minutes to take the bread out', 'take the bread out'],
  ['call mum tomorrow', 'call mum'],
  ["every Sunday at 10 to water Mum's fern", "water Mum's fern"],
  ['on Monday water the plants at 9', 'water the plants'],
  ['meet Anna on Friday at 3 about the lease', 'meet Anna about the lease'],
  ['dinner with Lea is on Saturday', 'dinner with Lea'],
  ['pay the bill no later than Friday', 'pay the bill'],
  ['call Ben back in the afternoon', 'call Ben back'],
  ['ring Mrs Okafor, on Thursday at 4pm, please', 'ring Mrs Okafor, please'],
  ['pick up the laundry (tomorrow)', 'pick up the laundry'],
  ['Ellie visits on 14 December, put a novel by for her', 'Ellie visits, put a novel by for her'],
  ['on Friday see what it is about', 'see what it is about'],
  ['call her on Friday', 'call her'],
  ['kippers if the exam goes well, after Friday', 'kippers if the exam goes well'],
  ['begin the course after the 5th of January', 'begin the course'],
  ['text her tomorrow', 'text her'],
  // What belongs to the verb stays.
  ['turn the heating on tomorrow', 'turn the heating on'],
  ['hand the essay in on Friday', 'hand the essay in'],
  ['check in tomorrow', 'check in'],
  ['drop by tomorrow', 'drop by'],
  ['that parcel must go tomorrow', 'that parcel must go'],
  ['that we call Jo tomorrow', 'we call Jo'],
  // What the plan is about stays. A date also stays if nothing would be left of the plan without it.
  ["prepare next week's exam", "prepare next week's exam"],
  ['ask how Sunday was, on Monday', 'ask how Sunday was'],
  ['ask about the first free Monday, in three weeks', 'ask about the first free Monday'],
  ['book the first free Monday', 'book the first free Monday'],
  ['on Friday ask which Saturday suits her', 'ask which Saturday suits her'],
  ['do it today', 'do it today'],
  ['plan her Saturday', 'plan her Saturday'],
])('PL22: "%s" is shown as "%s"', (text, shown) => {
  expect(cut(text)).toBe(shown);
});

it.each([
  ['de', 'bis Freitag den Bericht fertig machen', 'den Bericht fertig machen'],
  ['de', 'Mama morgen früh anrufen', 'Mama anrufen'],
  ['de', 'ruf Mama morgen an', 'ruf Mama an'],
  ['fr', "d'appeler maman demain à 10h", 'appeler maman'],
  ['fr', 'rendez-vous le 3 décembre à 10h', 'rendez-vous'],
  ['es', 'el dentista el viernes a las 10', 'el dentista'],
  ['nl', 'op vrijdag naar de tandarts', 'naar de tandarts'],
] as const)('PL22: in %s, "%s" is shown as "%s"', (language, text, shown) => {
  expect(cut(text, language)).toBe(shown);
});

it('PL22: the part of the day goes with its day if only the day was the date before', () => {
  expect(cutDate('Paint the pier tomorrow evening', 'tomorrow')).toBe('Paint the pier');
  expect(cutDate('Sing on Monday about the morning', 'on Monday')).toBe('Sing about the morning');
});

it('PL22: words of a date that stand apart in another text are no date, and a smile stays', () => {
  const other = 'put the seeds in the box for two weeks';
  expect(cutDate(other, 'in two weeks')).toBe(other);
  expect(cut('call mum :) tomorrow')).toBe('call mum :)');
  expect(cut('pick up the laundry (on Friday at 3)')).toBe('pick up the laundry');
});

it('WM7: all words for a date, even if they are apart, are left out of the comparison', () => {
  const plan = { content: 'on Monday water the plants at 9', dueWords: 'on Monday at 9' };
  expect(cutDueWords(plan).trim()).toBe('water the plants');
});

const things = fc.constantFrom(
  'call mum',
  'water the fern',
  'the dentist',
  'dinner with Lea',
  'buy milk, eggs',
);
const dates = fc.constantFrom(
  'tomorrow',
  'on Friday',
  'on Friday at 10',
  'in a week',
  'in 20 minutes',
  'every Sunday at 10',
  'by Friday',
  'on 3 December at 15:30',
  'twice a day until Christmas',
);

it('PL22: wherever the date is, the rest stays as it was said, and cutting it again changes nothing', () => {
  fc.assert(
    fc.property(things, dates, fc.constantFrom('first', 'last', 'comma', 'bracket'), (thing, date, place) => {
      const text = {
        first: `${date} ${thing}`,
        last: `${thing} ${date}`,
        comma: `${thing}, ${date}`,
        bracket: `${thing} (${date})`,
      }[place];
      const shown = cut(text);
      expect(shown).toBe(thing);
      expect(cutDate(shown, date)).toBe(thing);
    }),
  );
});

it('PL22: takes time in proportion to any text and words, and leaves a text that says something', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 40 }), (text, words) => {
      const shown = cutDate(text, words);
      expect(shown === text || (shown.length < text.length && shown.trim() !== '')).toBe(true);
    }),
  );
});
