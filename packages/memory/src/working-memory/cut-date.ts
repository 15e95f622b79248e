// Cuts the words for a date out of the words of a plan.
import { splitTerms } from '@terrarium/kernel/split-terms';
import { isDescribedDay } from '../events/described-day.ts';
import { hasEastAsianScript } from '../events/script-languages.ts';
import type { WorkingItem } from './item.ts';

/** Words before a date that say nothing without it, whatever the date begins with. */
const linking = String.raw`is|are|ist|sind|est|es|(?:no|not)\slater\sthan|spätestens`;
/**
 * Words that may lead to `tomorrow` and the like. In "drop by tomorrow" and "check in tomorrow", the word before the
 * date is a part of the verb: so `by` does not count after such verbs, and `on` and `in` never do.
 */
const limiting = String.raw`(?<!\b(?:call|come|drop|fly|go|pass|pop|stop|swing)\s)by|before|after|until|till|from|for|bis|ab|vor|nach|avant|après|dès|pour|jusqu['’]à|para|hasta|entro|dopo|voor|na|tegen|até`;
/** Words that may lead to a weekday, to the number of a day or to a part of the day. */
const placing = String.raw`(?:by|before|after|until|till|from|for|on|in|over|during)\sthe|on|at|bis\szum|ab\sdem|(?:vor|nach)\sdem|(?:avant|après|dès|pour)\sle|jusqu['’]au|le|el|(?:antes|después)\sdel|il|op|om|em`;

const buildLead = (words: string) => new RegExp(String.raw`(?:^|[\s(])(?:${words})\s?$`, 'iu');
const leads = {
  any: buildLead(linking),
  relative: buildLead(`${linking}|${limiting}`),
  day: buildLead(`${linking}|${limiting}|${placing}`),
} as const;

const withLead =
  /^(?:on|at|in|by|before|until|till|from|between|over|during|am|um|im|bis|ab|gegen|zwischen|à|au|en|dans|entre|avant|op|om)\s/iu;
const relative =
  /^(?:today|tonight|tomorrow|next|this|every|each|first\sthing|twice|once|heute|morgen|übermorgen|jede|täglich|demain|après-demain|aujourd|chaque|tous|mañana|domani|amanhã)/iu;
/** A text that ends with one of these words has lost the words that should follow. */
const torn = /\b(?:about|with|of|and|or|the|an?|to|than|my|our|your|his|their|whether|how|that)$/iu;
/**
 * A weekday may belong to somebody, as in "plan her Saturday"; in "call her tomorrow" and "call her on
 * Friday" it does not.
 */
const tornHer = /\bher$/iu;
/** Matches German words for a date. Before such a date, a final "an" belongs to the verb: "ruf Mama morgen an". */
const german =
  /^(?:heute|morgen|übermorgen|jed|nächst|kommend|am|um|im|bis|ab|gegen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)/iu;
const verbAtEnd = /\san$/iu;
/**
 * The word between the date of a request and the deed: "to" in "in 20 minutes to take the bread out", "that" in
 * "tomorrow that we call Jo". In "that parcel must go", the word belongs to the parcel.
 */
const opening =
  /^(?:[Tt]o\s(?=\p{Ll})|[Tt]hat\s(?=(?:i|we|you|he|she|it|they|there|the|an?|my|our|his|her|their|your|this|these)\s|\p{Lu})|[Dd]ass\s|[Qq]ue\s|[Dd]['’]|[Dd]e\s)/u;

type Place = readonly [from: number, to: number];

/**
 * Returns the whole text if the words cannot be cut out, for example because they are part of other words ("next week's
 * exam", "a free Monday"), or because too little would be left.
 */
export function cutDate(text: string, words: string): string {
  const places = findPlaces(text, words);
  if (places === undefined || places.some((place) => isDescribed(text, place))) return text;
  let rest = text;
  for (const [from, to] of places.toSorted(([one], [other]) => other - one)) rest = cutPlace(rest, from, to);
  const cleaned = rest
    .replace(/\(\s*\)|（\s*）/gu, '')
    .replace(/,\s*(?=,)/gu, '')
    .replace(/^[\s.,;:、，：–—-]+/u, '')
    .replace(/(?<![\s,;:、，：–—-])[\s,;:、，：–—-]+$/u, '')
    .trim();
  // The date parser may have read one half of a pair of brackets as part of the date.
  const whole = isPaired(text) && !isPaired(cleaned) ? cleaned.replaceAll(/[()（）]/gu, '') : cleaned;
  const begun = whole.trim().replace(opening, '');
  // If other words follow the date, the text still ends as it was said.
  const isAtEnd = places.some(([, to]) => !/[\p{L}\p{N}]/u.test(text.slice(to)));
  const isHers = tornHer.test(begun) && !withLead.test(words) && !relative.test(words);
  const isTorn = torn.test(begun) && !(verbAtEnd.test(begun) && german.test(words));
  const isWhole = !isAtEnd || !(isTorn || isHers);
  return splitTerms(begun).length === 0 || !isWhole ? text : begun;
}

function isDescribed(text: string, [from, to]: Place): boolean {
  return isDescribedDay(text.slice(0, from), text.slice(from, to));
}

function isPaired(text: string): boolean {
  return /[(（]/u.test(text) === /[)）]/u.test(text);
}

export function hasDate(text: string, words: string): boolean {
  return findPlaces(text, words) !== undefined;
}

/** Returns a pattern for the words that may lead to a date that begins like this. */
function chooseLead(words: string): RegExp {
  if (withLead.test(words)) return leads.any;
  return relative.test(words) ? leads.relative : leads.day;
}

/** A part of the day right after a day that is cut out; it is cut out too. */
const partOfDay =
  /^\s(?:morning|noon|afternoon|evening|night|früh|vormittag|mittag|nachmittag|abend|nacht|matin|midi|après-midi|soir)(?![\p{L}\p{N}])/iu;

function cutPlace(text: string, from: number, to: number): string {
  const [before, words] = [text.slice(0, from), text.slice(from, to)];
  const after = text.slice(to).replace(partOfDay, '');
  const lead = chooseLead(words);
  if (isUnspaced(text, from) && isUnspaced(text, to)) return `${before}${text.slice(to)}`;
  const head = before.trimEnd().replace(lead, '').trimEnd();
  return /^\s*[.,;:!?)]/u.test(after) ? `${head}${after.trimStart()}` : `${head} ${after.trim()}`;
}

/** A part of a date that means nothing alone: the `in` of "in two weeks" may occur anywhere. */
const linkAlone =
  /^(?:the|on|at|in|by|before|until|till|from|for|every|each|next|this|am|um|im|bis|jeden?|le|à|dans|tous|les)$/iu;

/**
 * The places of the words; undefined if the text does not have them. An hour may be apart from its day: "on Monday
 * water the plants at 9".
 */
function findPlaces(text: string, words: string): readonly Place[] | undefined {
  const whole = findPlace(text, words);
  if (whole !== undefined) return [whole];
  for (let at = words.indexOf(' '); at > 0; at = words.indexOf(' ', at + 1)) {
    const parts = [words.slice(0, at), words.slice(at + 1)] as const;
    if (parts.some((part) => linkAlone.test(part))) continue;
    const [one, other] = [findPlace(text, parts[0]), findPlace(text, parts[1])];
    if (one !== undefined && other !== undefined && (one[1] <= other[0] || other[1] <= one[0]))
      return [one, other];
  }
  return undefined;
}

/** Whether one of the characters beside this place is Japanese or Chinese, so that no blank separates words there. */
function isUnspaced(text: string, at: number): boolean {
  return hasEastAsianScript(text.slice(Math.max(0, at - 1), at + 1));
}

/** The first place where the words are not part of other words. */
function findPlace(text: string, words: string): Place | undefined {
  for (let at = words === '' ? -1 : text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const to = at + words.length;
    const isPart =
      (/[\p{L}\p{N}-]$/u.test(text.slice(0, at).slice(-2)) && !isUnspaced(text, at)) ||
      (/^['’\p{L}\p{N}-]/u.test(text.slice(to, to + 2)) && !isUnspaced(text, to));
    if (!isPart) return [at, to];
  }
  return undefined;
}

/** The words of a plan without those for its date, to compare plans and not to show them. */
export function cutDueWords({ content, dueWords }: Pick<WorkingItem, 'content' | 'dueWords'>): string {
  if (dueWords === undefined) return content;
  const places = findPlaces(content, dueWords);
  if (places === undefined) return content.replace(dueWords, ' ');
  let rest = content;
  for (const [from, to] of places.toSorted(([one], [other]) => other - one))
    rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  return rest;
}
