// Finds the names and numbers of a text that nothing bears out which the text rests on.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import { type KnownWords, listNameWords, type NameWord } from './known-words.ts';
import { isCalendarName, readDates } from './read-dates.ts';
import { readNumbers } from './read-numbers.ts';

/** A number in words up to this one may count what was told one by one. */
const mostCounted = 12;
/** References to events and fragments, which are judged elsewhere. */
const references = /[[(]?#\d+(?:[,;]\s?#?\d+)*[\])]?|\[[a-z][a-z0-9-]*\]/g;
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

/** Each once, as it is written, in the order of the text; names first. */
export function findForeignWords(text: string, known: KnownWords): readonly string[] {
  const plain = text.replace(references, ' ');
  const { dates, times, rest } = readDates(plain);
  const numbers = readNumbers(rest).filter(
    (number) =>
      !(number.isSpelled && number.values.every((value) => value <= mostCounted)) && !known.hasNumber(number),
  );
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
