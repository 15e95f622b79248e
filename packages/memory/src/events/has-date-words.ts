// Tells whether a text has English words for days or times, so that it may mean a date that could not be read.

import { longestRead, type Writing } from './find-due-date.ts';
import { isEnglish } from './load-date-parser.ts';

const dateWords = [
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu,
  /\b(?:today|tonight|tomorrow|fortnight|weekend|christmas eve|new year['’]?s eve)\b/iu,
  /\b(?:every|each|next|this|once a|twice a|times a)\s(?:day|week|month|year|morning|afternoon|evening|night|spring|summer|autumn|winter)\b/iu,
  /\b(?:hourly|daily|nightly|weekly|fortnightly|monthly|yearly|annually)\b/iu,
  /\b(?:january|february|april|june|july|august|september|october|november|december)\b/iu,
  /\b(?:(?:march|may)\s\d|\d{1,2}(?:st|nd|rd|th)?(?:\sof)?\s(?:march|may)\b)/iu,
  /\b(?:on|by|before|until)\sthe\s\d{1,2}(?:st|nd|rd|th)\b/iu,
  /\bin\s(?:an?|two|three|four|five|six|seven|eight|nine|ten|\d{1,6})\s(?:minute|hour|day|week|month|year)s?\b/iu,
  /\b\d{1,2}:\d{2}\b|\b\d{4}-\d{2}-\d{2}\b|\bhalf past\b|\bquarter (?:to|past)\b/iu,
] as const;

/** Whether the text has English words for days or times, so that it may mean a date; false if English is not read. */
export function hasDateWords(text: string, { languages }: Pick<Writing, 'languages'>): boolean {
  return languages.some(isEnglish) && dateWords.some((words) => words.test(text.slice(0, longestRead)));
}
