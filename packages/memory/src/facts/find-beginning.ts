// Finds the future day from which, as a sentence says, something will be true: "from Monday", "as of next month".
import type { Sentence } from './split-sentences.ts';

export interface Beginning {
  /** The words that name the day, exactly as in the sentence. */
  readonly words: string;
  /** Where the whole phrase is in the sentence. */
  readonly from: number;
  readonly to: number;
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const ordinals =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-first|twenty-second|twenty-third|twenty-fourth|twenty-fifth|twenty-sixth|twenty-seventh|twenty-eighth|twenty-ninth|thirtieth|thirty-first';
const date = String.raw`(?:\d{1,2}(?:st|nd|rd|th)|${ordinals})`;
const dateAlone = new RegExp(`^(?:the\\s)?${date}$`, 'iu');
/**
 * Matches what may follow a day of the month, so that "the second window" is not read as a day. A name may
 * follow too.
 */
const afterDate =
  /^\s*(?:$|[^\p{L}\s]|\p{Lu}|(?:i|we|you|he|she|they|it|my|our|his|her|their|your|the|there|and|but|on|onwards?|at|in|forward|as|instead|of|will)(?!\p{L}))/u;
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const days = [
  String.raw`(?:the\s)?${date}(?:\s(?:of\s)?(?:${months}|next\smonth))?`,
  String.raw`\d{1,2}\s(?:${months})`,
  String.raw`(?:${months})(?:\s(?:the\s)?(?:${date}|\d{1,2}))?`,
  String.raw`(?:this\s|next\s|the\scoming\s)?${weekday}(?:\s(?:the\s)?${date}|\sweek)?`,
  String.raw`next\s(?:week|month|year|weekend|spring|summer|autumn|fall|winter)`,
  'tomorrow',
];
const beginning = new RegExp(
  String.raw`\b(?:from|starting|beginning|as\sof)\s(?:on\s|from\s)?(?<words>${days.join('|')})\b(?!\s?(?:to|till|until|through|[-–—])\s?\p{L})`,
  'iu',
);

/**
 * Matches a day without a word such as "from". If a sentence tells that something starts, such a day says when: "I
 * start work at the museum in March".
 */
const dayAlone = new RegExp(String.raw`\b(?:on\s|in\s)?(?<words>${days.join('|')})\b`, 'iu');

/**
 * The first phrase of a sentence that says from which day on something is so. "From Monday to Friday" says how often,
 * and not since when. `isAnyDay`: whether the sentence tells of something that starts, so that any day is its beginning.
 */
export function findBeginning(
  { text, tokens }: Pick<Sentence, 'text' | 'tokens'>,
  { isAnyDay = false }: { readonly isAnyDay?: boolean } = {},
): Beginning | undefined {
  const found = beginning.exec(text) ?? (isAnyDay ? dayAlone.exec(text) : null);
  const words = found?.groups?.['words'];
  if (found === null || words === undefined) return undefined;
  const behind = text.slice(found.index + found[0].length);
  if (dateAlone.test(words) && !afterDate.test(behind)) return undefined;
  // Words in quotation marks are not tokens, so they give no beginning.
  if (!tokens.some(({ from }) => from === found.index)) return undefined;
  return { words, from: found.index, to: found.index + found[0].length };
}

const opens = /(?:^|[,;:–—-]|\b(?:and|but|so|then))$/iu;
const boundary = /[,;:–—]|\b(?:and|but)\b/giu;

/**
 * Whether what the sentence tells at this place begins on the day that the phrase names. `isFollowed`: whether anything
 * is told after the phrase.
 */
export function isBegunBy(
  text: string,
  { from, to }: Beginning,
  place: { at: number; isFollowed: boolean },
): boolean {
  const lead = text.slice(0, from);
  if (opens.test(lead.trimEnd()) && place.isFollowed) return place.at >= to;
  const said = lead.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '');
  const start = [...said.matchAll(boundary)].at(-1)?.index ?? 0;
  return place.at >= start && place.at < from;
}
