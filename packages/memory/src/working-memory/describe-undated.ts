// Says why a plan has no date, or no more than a time of day, although its words seem to name one.
import type { Writing } from '../events/find-due-date.ts';
import { describeUnread, findUnreadLanguage } from '../events/find-unread-language.ts';
import { hasDateWords } from '../events/has-date-words.ts';
import type { NewItem } from './item.ts';

const undated =
  'It seems to have a date, but no date in the future could be read from it. It is kept without a date. Say a day, or a day and a time: "on 27 June at 15:00".';

/** Matches words that name only a time of day in digits, such as "um 10:30". */
const timeAlone = /^(?:\p{L}{1,3}\s)?\d{1,2}[:.]\d\d$/u;

/**
 * Undefined if there is nothing to say. `isImported`: whether the plan was imported; if so, no other language
 * is tried.
 */
export function describeUndated(
  { kind, dueAtMs, dueWords = '', content }: NewItem,
  writing: Writing,
  isImported: boolean,
): string | undefined {
  if (kind !== 'plan' || (dueAtMs !== undefined && !timeAlone.test(dueWords))) return undefined;
  if (dueAtMs === undefined && hasDateWords(content, writing)) return undated;
  // To try a language, the text is read once more, which is too slow for each plan of an imported chat.
  const language = isImported ? undefined : findUnreadLanguage(content, { ...writing, dueWords });
  if (language === undefined) return undefined;
  const read = dueWords === '' ? 'It is kept without a date.' : `Only “${dueWords}” was read as its date.`;
  return `${read} ${describeUnread(language, writing)}`;
}
