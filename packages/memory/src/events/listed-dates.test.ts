// Tests plans with several dates, and plans that recur until a certain day: each date comes, and none after the last.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestMemory } from '../../test/support/open-test-memory.ts';
import { findNextDue } from '../working-memory/recurring-plans.ts';
import { findDueDate } from './find-due-date.ts';
import type { DateLanguage } from './load-date-parser.ts';
import { computeMoment, readWall } from './local-time.ts';

const berlin = 'Europe/Berlin';

interface Reading {
  readonly languages?: readonly DateLanguage[];
  readonly timeZone?: string;
}

/** The due dates of a plan that is done each time on its day, in wall-clock time; at most five. */
function listDues(
  text: string,
  atWall: string,
  { languages = ['en'], timeZone = berlin }: Reading = {},
): readonly string[] {
  const createdAtMs = computeMoment(Date.parse(`${atWall}Z`), timeZone);
  let due = findDueDate(text, { atMs: createdAtMs, timeZone, languages });
  const dues: string[] = [];
  while (due !== undefined && dues.length < 5) {
    dues.push(new Date(readWall(due.dueAtMs, timeZone)).toISOString().slice(0, 16));
    const next = findNextDue({ ...due, createdAtMs }, { nowMs: due.dueAtMs, timeZone });
    due = next === undefined ? undefined : { ...due, dueAtMs: next };
  }
  return dues;
}

// 2026-05-13 is a Wednesday.
describe.each([berlin, 'America/New_York', 'Australia/Sydney'])('in %s', (timeZone) => {
  it.each([
    [
      'water the plants tomorrow and on Friday at 9',
      '2026-05-12T10:00',
      ['2026-05-13T09:00', '2026-05-15T09:00'],
    ],
    ['water the plants tomorrow and on Friday', '2026-05-13T10:00', ['2026-05-14T23:59', '2026-05-15T23:59']],
    ['take the pills at 9 and at 5 tomorrow', '2026-05-13T10:00', ['2026-05-14T09:00', '2026-05-14T17:00']],
    ['tomorrow at 2 and at 4 call Tom', '2026-05-13T10:00', ['2026-05-14T14:00', '2026-05-14T16:00']],
    ['on Friday at 9 and 17 feed the cat', '2026-05-13T10:00', ['2026-05-15T09:00', '2026-05-15T17:00']],
    ['today at 9 and at 17 feed the cat', '2026-05-13T10:00', ['2026-05-13T17:00']],
    ['tomorrow and on Thursday call Tom', '2026-05-13T10:00', ['2026-05-14T23:59']],
    ['water the plants today and tomorrow', '2026-05-13T10:00', ['2026-05-13T23:59', '2026-05-14T23:59']],
    ['pills today and tomorrow at 9', '2026-05-13T10:00', ['2026-05-14T09:00']],
    [
      'feed the cat today, tomorrow and on Saturday',
      '2026-05-13T10:00',
      ['2026-05-13T23:59', '2026-05-14T23:59', '2026-05-16T23:59'],
    ],
    ['call Tom tomorrow and the day after', '2026-05-13T10:00', ['2026-05-14T23:59', '2026-05-15T23:59']],
  ])('PL12: "%s" is due each time that it names', (text, at, dues) => {
    expect(listDues(text, at, { timeZone })).toEqual(dues);
  });

  it.each([
    [
      'yoga every Tuesday until 2 June',
      '2026-05-13T10:00',
      ['2026-05-19T23:59', '2026-05-26T23:59', '2026-06-02T23:59'],
    ],
    ['yoga every Tuesday at 9 until June', '2026-05-13T10:00', ['2026-05-19T09:00', '2026-05-26T09:00']],
    ['choir every Tuesday until Christmas', '2026-12-13T10:00', ['2026-12-15T23:59', '2026-12-22T23:59']],
    [
      'pills every day until Friday',
      '2026-05-13T10:00',
      ['2026-05-13T23:59', '2026-05-14T23:59', '2026-05-15T23:59'],
    ],
    [
      'yoga on alternate Tuesdays until 10 June',
      '2026-05-13T10:00',
      ['2026-05-19T23:59', '2026-06-02T23:59'],
    ],
    ['pills every day until tomorrow', '2026-05-13T10:00', ['2026-05-13T23:59', '2026-05-14T23:59']],
    [
      'pills every day for three days',
      '2026-05-13T10:00',
      ['2026-05-13T23:59', '2026-05-14T23:59', '2026-05-15T23:59'],
    ],
    ['pills every day at 8 for two days', '2026-05-13T10:00', ['2026-05-14T08:00', '2026-05-15T08:00']],
    ['yoga every Tuesday for a fortnight', '2026-05-13T10:00', ['2026-05-19T23:59', '2026-05-26T23:59']],
    [
      'rent on the 1st of every month for two months',
      '2026-05-13T10:00',
      ['2026-06-01T23:59', '2026-07-01T23:59'],
    ],
    [
      'drops every 10 days for a month',
      '2026-01-31T10:00',
      ['2026-01-31T23:59', '2026-02-10T23:59', '2026-02-20T23:59'],
    ],
    [
      'drops every 12 hours for a day',
      '2026-05-13T10:00',
      ['2026-05-13T22:00', '2026-05-14T10:00', '2026-05-14T22:00'],
    ],
    [
      'pills every day at 8 until the end of May',
      '2026-05-29T10:00',
      ['2026-05-30T08:00', '2026-05-31T08:00'],
    ],
  ])('PL12: "%s" ends', (text, at, dues) => {
    expect(listDues(text, at, { timeZone })).toEqual(dues);
  });
});

it('PL12: a span that counts from its saying counts anew if said on another day, and goes on if reworded', () => {
  const { memory, clock, close } = openTestMemory({ timeZone: berlin });
  onTestFinished(close);
  const day = 86_400_000;
  const words = 'pills every day for five days';
  memory.hear(`<plan>${words}</plan>`);
  clock.advance(4 * day);
  memory.edit({ do: 'edit', what: 'pills', text: `red ${words}` });
  clock.advance(day);
  memory.edit({ do: 'done', what: 'pills' });
  expect(memory.plans()).toEqual([]);
  memory.hear(`<plan>${words}</plan>`);
  clock.advance(3 * day);
  memory.hear(`<plan>${words}</plan>`);
  expect(memory.plans()).toHaveLength(1);
  clock.advance(4 * day);
  memory.edit({ do: 'done', what: 'pills' });
  expect(memory.plans()).toHaveLength(1);
  clock.advance(day);
  memory.edit({ do: 'done', what: 'pills' });
  expect(memory.plans()).toEqual([]);
});

it('PL12: an hour at which something ends is not its last day', () => {
  expect(listDues('the market every Saturday until 5', '2026-05-13T10:00')).toHaveLength(5);
});

it.each([
  ['the dentist on Friday at 2', '2026-05-15T09:00', '2026-05-15T14:00'],
  ['the dentist on Friday at 2', '2026-05-15T15:00', '2026-05-22T14:00'],
  ['the dentist next Friday at 2', '2026-05-15T09:00', '2026-05-22T14:00'],
  ['the dentist on Friday at 11', '2026-05-15T09:00', '2026-05-15T11:00'],
  ['dinner on Friday at 8', '2026-05-15T09:00', '2026-05-15T20:00'],
])('PL20: "%s", said at %s, is due at %s', (text, at, due) => {
  expect(listDues(text, at)).toEqual([due]);
});

it.each([
  ['de', 'jeden Montag um 5 zum Sport', ['2026-05-18T17:00', '2026-05-25T17:00']],
  ['de', 'montags und donnerstags um 9 Uhr die Blumen', ['2026-05-14T09:00', '2026-05-18T09:00']],
  ['de', 'jeden zweiten Dienstag die Tonne', ['2026-05-19T23:59', '2026-06-02T23:59']],
  ['de', 'täglich um 8 Uhr die Tabletten', ['2026-05-14T08:00', '2026-05-15T08:00']],
  ['de', 'jeden Abend um 9 die Tabletten', ['2026-05-13T21:00', '2026-05-14T21:00']],
  ['de', 'alle zwei Wochen die Fenster', ['2026-05-27T23:59', '2026-06-10T23:59']],
  ['de', 'am 1. jedes Monats die Miete', ['2026-06-01T23:59', '2026-07-01T23:59']],
  ['de', 'werktags um 7 Uhr den Hund', ['2026-05-14T07:00', '2026-05-15T07:00']],
  ['fr', 'tous les lundis à 9h la poubelle', ['2026-05-18T09:00', '2026-05-25T09:00']],
  ['fr', 'chaque mardi et jeudi', ['2026-05-14T23:59', '2026-05-19T23:59']],
  ['fr', 'un mardi sur deux la poubelle', ['2026-05-19T23:59', '2026-06-02T23:59']],
  ['fr', 'tous les jours à 8h', ['2026-05-14T08:00', '2026-05-15T08:00']],
  ['fr', 'toutes les deux semaines', ['2026-05-27T23:59', '2026-06-10T23:59']],
  ['fr', 'le 5 de chaque mois le loyer', ['2026-06-05T23:59', '2026-07-05T23:59']],
] as const)('PL12: is read in %s: "%s"', (language, text, dues) => {
  expect(listDues(text, '2026-05-13T10:00', { languages: [language] }).slice(0, 2)).toEqual(dues);
});

it.each([
  ['de', 'Chor jeden Dienstag um 19 Uhr bis zum 26. Mai', ['2026-05-19T19:00', '2026-05-26T19:00']],
  ['de', 'täglich bis Freitag lüften', ['2026-05-13T23:59', '2026-05-14T23:59', '2026-05-15T23:59']],
  ['de', 'jeden Montag bis Juni', ['2026-05-18T23:59', '2026-05-25T23:59']],
  ['de', 'alle sechs Monate bis Juni 2027', ['2026-11-13T23:59', '2027-05-13T23:59']],
  ['de', 'jeden Montag bis Ende Mai', ['2026-05-18T23:59', '2026-05-25T23:59']],
  ['de', 'jeden Montag bis Monatsende den Müll', ['2026-05-18T23:59', '2026-05-25T23:59']],
  ['de', 'jeden Montag bis 25.5.', ['2026-05-18T23:59', '2026-05-25T23:59']],
  ['de', 'alle sechs Monate bis zum 31.12. die Zähler', ['2026-11-13T23:59']],
  ['fr', "tous les lundis jusqu'à la fin mai", ['2026-05-18T23:59', '2026-05-25T23:59']],
  ['fr', "tous les lundis jusqu'à fin mai", ['2026-05-18T23:59', '2026-05-25T23:59']],
  ['fr', "tous les mardis jusqu'au 26 mai", ['2026-05-19T23:59', '2026-05-26T23:59']],
  ['fr', 'tous les lundis à 9h jusqu’en juin', ['2026-05-18T09:00', '2026-05-25T09:00']],
] as const)('PL12: ends in %s: "%s"', (language, text, dues) => {
  expect(listDues(text, '2026-05-13T10:00', { languages: [language] })).toEqual(dues);
});

it('PL12: a month that ends in German is the present one until its last day', () => {
  const read = (text: string) => listDues(text, '2026-05-30T10:00', { languages: ['de'] });
  expect(read('täglich bis Ende Mai lüften')).toEqual(['2026-05-30T23:59', '2026-05-31T23:59']);
  expect(read('alle sechs Monate bis Ende April')).toEqual(['2026-11-30T23:59']);
});

it.each([
  ['de', 'alle kommen am Freitag', '2026-05-15T23:59'],
  ['de', 'jeden Gast am Freitag anrufen', '2026-05-15T23:59'],
  ['fr', 'tous les amis viennent vendredi', '2026-05-15T23:59'],
] as const)('PL12: does not recur in %s: "%s"', (language, text, due) => {
  expect(listDues(text, '2026-05-13T10:00', { languages: [language] })).toEqual([due]);
});

it('PL12: one instalment of those that come monthly is due once', () => {
  expect(listDues('Pay the second monthly instalment on Friday', '2026-05-13T10:00')).toEqual([
    '2026-05-15T23:59',
  ]);
});

it('PL12: a number of things is not a second time of day', () => {
  expect(listDues('Buy cake tomorrow at 9 and 2 candles', '2026-05-13T10:00')).toEqual(['2026-05-14T09:00']);
});

it.each([
  ['Take out the bins in the early morning on Friday', '2026-05-15T08:00'],
  ['Ring Tom late afternoon on Tuesday', '2026-05-19T15:00'],
])('PL20: "early" and "late" leave a part of the day its time: %s', (text, due) => {
  expect(listDues(text, '2026-05-13T10:00')).toEqual([due]);
});
