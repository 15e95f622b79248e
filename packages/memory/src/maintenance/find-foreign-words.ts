// Finds the names and numbers of a text that none of its sources supports.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import { keyForm } from '../tags/key-form.ts';
import { type KnownWords, listNameWords, type NameWord } from './known-words.ts';
import { isCalendarName, readDates } from './read-dates.ts';
import { readNumbers, type WrittenNumber } from './read-numbers.ts';

/**
 * A number up to this one needs no source if it may be a count of things that were told one by one, or of the days
 * between two dates. Such a number is spelled out, or stands in digits before what it counts. A measure such as `5 km`
 * always needs a source.
 */
const mostCounted = 12;
const units: ReadonlySet<string> = new Set(
  (
    'am pm uhr oclock % percent km kilometer kilometers kilometre kilometres mile miles m meter meters metre metres cm mm ' +
    'foot feet inch inches kg kilo kilos kilogram kilograms g gram grams pound pounds lb lbs ounce ounces l liter liters ' +
    'litre litres ml euro euros eur dollar dollars usd cent cents yen franc francs degree degrees'
  ).split(' '),
);
/** Words that show, after a figure, that the figure does not count anything. */
const measures: ReadonlySet<string> = new Set([
  ...units,
  ...'o and or of in on at to by from for with was is were are has had the a but then when'.split(' '),
]);
/** References to events and fragments, which are judged elsewhere. */
const references = new RegExp(String.raw`[\[(]?#\d+(?:[,;]\s?#?\d+)*[\])]?|\[${keyForm}\]`, 'gu');
/** Words with a capital that name nobody. */
const common: ReadonlySet<string> = new Set(
  (
    'i im ive id ill mr mrs ms miss dr prof sir madam mom mum mama mommy mummy dad daddy papa grandma grandpa ' +
    'granny aunt uncle ok okay am pm tv pc cv diy id'
  ).split(' '),
);
/** Words that show a text to be German, whose nouns all have capitals. */
const german: ReadonlySet<string> = new Set(
  'der und nicht ist ein eine einen mit sich auch auf für dem den das ich sie wir zu von im hat wird'.split(
    ' ',
  ),
);
const leastGerman = 0.08;

/**
 * The numbers, dates and times of a text that none of its sources supports, for a person to look at. Unlike
 * `findForeignWords`, lists a number in digits even if it could be the total of things that were told one by one.
 */
export function findForeignFigures(text: string, known: KnownWords): readonly string[] {
  const { dates, times, rest } = readDates(text.replace(references, ' '));
  const numbers = readNumbers(rest).filter(
    (number) => !(number.isSpelled && isCounting(number)) && !known.hasNumber(number),
  );
  return [
    ...new Set([
      ...dates.filter((date) => !known.hasDate(date)).map(({ shown }) => shown),
      ...times.filter((time) => !known.hasTime(time)).map(({ shown }) => shown),
      ...numbers.map(({ shown }) => shown),
    ]),
  ];
}

/** Lists first the names, then the dates, times and numbers, each once, as the text writes it. */
export function findForeignWords(text: string, known: KnownWords): readonly string[] {
  const plain = text.replace(references, ' ');
  const { dates, times, rest } = readDates(plain);
  const numbers = readNumbers(rest).filter((number) => !isCounting(number) && !known.hasNumber(number));
  return [
    ...new Set([
      ...listNames(plain)
        .filter(({ folded }) => !known.hasName(folded))
        .map(({ shown }) => stripPossessive(shown)),
      ...dates.filter((date) => !known.hasDate(date)).map(({ shown }) => shown),
      ...times.filter((time) => !known.hasTime(time)).map(({ shown }) => shown),
      ...numbers.map(({ shown }) => shown),
    ]),
  ];
}

function isCounting({ values, isSpelled, next }: WrittenNumber): boolean {
  if (values.some((value) => value > mostCounted || !Number.isInteger(value))) return false;
  return isSpelled ? !units.has(next) : next !== '' && !measures.has(next);
}

/** Words with a capital inside a sentence; none in German, where a capital marks no name. */
function listNames(text: string): readonly NameWord[] {
  const words = listNameWords(text);
  const telling = words.filter(({ folded }) => german.has(folded)).length;
  if (telling > words.length * leastGerman) return [];
  return words.filter(
    ({ folded, start, isCapitalised }) =>
      isCapitalised &&
      folded.length > 1 &&
      !common.has(folded) &&
      !isCalendarName(folded) &&
      !isSentenceStart(text, start),
  );
}

function stripPossessive(shown: string): string {
  return shown.replace(/['’]s$/, '');
}
