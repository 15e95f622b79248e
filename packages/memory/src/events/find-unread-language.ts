// Finds the language of a future date in a text, if it is a language in which dates are not read.
import { findDueDate, type Writing } from './find-due-date.ts';
import type { DateLanguage } from './load-date-parser.ts';

const tried = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'sv'] as const satisfies readonly DateLanguage[];
/**
 * In another language, a date may seem longer only because a word such as "at" counts as a part of it. So a
 * date counts as longer only if it has more than this many further characters.
 */
const mostJoint = 3;
const names = new Intl.DisplayNames(['en'], { type: 'language' });

export function isUnread(language: string, { languages }: Pick<Writing, 'languages'>): boolean {
  return !languages.some((one) => one.slice(0, 2) === language);
}

/**
 * Finds a language in which dates are not read, but in which the text has a longer date than `dueWords`, the words
 * that were read as its date.
 */
export function findUnreadLanguage(
  text: string,
  { dueWords, ...writing }: Writing & { readonly dueWords: string },
): DateLanguage | undefined {
  return tried
    .filter((language) => isUnread(language, writing))
    .find((language) => {
      const due = findDueDate(text, { ...writing, languages: [language] });
      return due !== undefined && due.dueWords.length > dueWords.length + mostJoint;
    });
}

/** Says in which languages dates are read, and how to have this language read too. */
export function describeUnread(language: string, { languages }: Pick<Writing, 'languages'>): string {
  const read = languages.map((one) => names.of(one) ?? one).join(' and ');
  const name = names.of(language) ?? language;
  return `Dates and wishes to be reminded are read in ${read} only. To have ${name} read too, add "${language}" to memory.languages, in terrarium.yaml or on the page Settings, “Languages in which you write dates”.`;
}
