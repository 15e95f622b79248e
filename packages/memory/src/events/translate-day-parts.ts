// Day parts: keeps the date library from misreading them, as in "film night on Friday" and "morning on Friday".

import { monthWords, weekdayWords } from './date-words.ts';

const ofDay = `(?:the|this|that|every|each|same|at|by|in|on|of|mid|next|last|coming|today|tomorrow|yesterday|${monthWords}|${weekdayWords})`;
const day = String.raw`(?:(?:on|next|this)\s|today\b|tomorrow\b|\d|(?:${weekdayWords}|${monthWords})\b)`;
/** A part of the day that belongs to the word before it, as in "film night on Friday". */
const thing = new RegExp(
  String.raw`(?<=(?:^|[\s-])(?!${ofDay}\.?\s)\p{L}[\p{L}'’]*\s)(?:night|(?<!(?:early|late)\s)(?:evening|morning|afternoon))(?=\s${day})`,
  'giu',
);

/** The date library reads "on Friday morning", but takes "morning on Friday" for this morning. */
const partBefore = new RegExp(
  String.raw`\b(morning|afternoon|evening|night)\s(on\s(?:next\s|this\s)?${weekdayWords})(?!\p{L})`,
  'giu',
);

/**
 * Hides the parts of a day that belong to what is planned, and puts others after their day; keeps the length.
 */
export function translateDayParts(text: string): string {
  return text.replace(thing, (words) => '#'.repeat(words.length)).replace(partBefore, '$2 $1');
}
