// Reads from a person's own words what they ask to be reminded of, and what they must or will do later.

import { findDueDate, isDate, type Writing } from '../events/find-due-date.ts';
import { isUnread } from '../events/find-unread-language.ts';
import { isEnglish } from '../events/load-date-parser.ts';
import cancelling from './cancelling-words.json' with { type: 'json' };
import deeds from './deed-words.json' with { type: 'json' };
import { isClauseStart } from './is-clause-start.ts';
import { isPhraseAt } from './is-phrase-at.ts';
import movings from './moving-words.json' with { type: 'json' };
import { readEastAsianReminders } from './read-east-asian-reminders.ts';
import lists from './reminder-words.json' with { type: 'json' };
import { splitPlans } from './split-plans.ts';
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const longestRead = 4_000;
const longestPlan = 240;
const mostPlans = 5;

type Phrase = readonly string[];

interface Asking {
  /** Words that ask for a reminder. */
  readonly says: readonly Phrase[];
  /** Words that may come before the request in its clause. */
  readonly before: readonly Phrase[];
  /** Words that are left out between the request and the thing to be done. */
  readonly joints: ReadonlySet<string>;
}

const toPhrases = (words: string): readonly Phrase[] => words.split(',').map((one) => one.split(' '));
const askings = new Map<string, Asking>(
  Object.entries(lists.reminders).map(([language, { say, before, joints }]) => [
    language,
    { says: toPhrases(say), before: toPhrases(before), joints: toWordSet(joints) },
  ]),
);
const dutyBefore = toPhrases(lists.dutyBefore);
const questions = toWordSet(lists.questions);

/** A way to say that something will happen: its words, what may follow them, and the dates that count. */
interface Coming {
  readonly says: readonly Phrase[];
  /** Whether these words may follow. */
  readonly isComing: (following: readonly Token[]) => boolean;
  readonly dates: RegExp;
  /** Whether the words say that the thing recurs too often to be a plan. */
  readonly isTooOften: (words: string) => boolean;
}

const day = /\b(?:tomorrow|tonight|\p{L}+days?|weekend|\d{1,2}(?:st|nd|rd|th)?)\b/iu;
/** This many words after "I have" are searched for an appointment. */
const reach = 5;
const [owners, others, onDays] = [toWordSet(lists.owners), toWordSet(lists.others), toWordSet(lists.onDays)];
const [noDuties, noIntents, appointments, arrangements] = [
  toWordSet(lists.noDuties),
  toWordSet(lists.noIntents),
  toWordSet(lists.appointments),
  toWordSet(lists.arrangements),
];
/** In "I will have finished the course by Friday" the course is over by then. */
const ended = toWordSet(lists.ended);
/** Something that somebody does again and again is part of their life, not an errand. */
const again =
  /\b(?:every|each|daily|weekly|monthly|yearly|always|usually|often|weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:day|\p{L}+day)\s(?:mornings|afternoons|evenings|nights))\b/iu;

/**
 * Something that has to be done every day, or on most days, is not an errand either. Something that comes
 * weekly or more seldom may be one.
 */
const habit =
  /\b(?:every|each)\b(?!\s(?:(?:other|second|third|first|last)\s)?(?:(?!week|work|school)\p{L}+day|week|fortnight|weekend|month|year|\d{1,2}(?:st|nd|rd|th)?)\b)|\b(?:hourly|daily|nightly|always|usually|often|weekends|weekdays|mornings|afternoons|evenings|nights)\b/iu;

/**
 * Something that recurs is an appointment if its hour or its beginning is given: "physio every Tuesday from
 * now on".
 */
const fixed =
  /\b(?:at|from)\s(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|(?:a\s)?quarter|noon|midday)\b)|\b\d{1,2}(?::\d\d|\s?[ap]\.?m\b)|\b(?:from|starting|beginning|as\sof)\s(?:now\son|now|today|tomorrow|next|this|\p{L}+day|the\s\d{1,2}(?:st|nd|rd|th))\b/iu;
const isHabit = (words: string) => habit.test(words);
const isUnfixed = (words: string) => again.test(words) && (isHabit(words) || !fixed.test(words));
const isAgain = (words: string) => again.test(words);

const goals = toPhrases(lists.goals);
/** Verbs of moving, which are skipped: "I have moved the call to Friday" tells of a call on Friday. */
const moving = toWordSet(movings.verbs);
/** Matches words such as "please" at the end, which do not belong to what is to be done. */
const politeEnd = /(?<![\p{L}\p{N}])(?:please|bitte|s['’]il (?:te|vous) pla[iî]t)[\s.!?]*$/iu;
const endMarks = /(?<![\s,;–—-])[\s,;–—-]+$/u;
const duty: Coming = {
  says: toPhrases(lists.duties),
  isComing: ([first]) => !noDuties.has(first?.word ?? ''),
  dates: /(?:)/u,
  isTooOften: isHabit,
};
const intent: Coming = {
  says: toPhrases(lists.intents),
  isComing: ([first]) => !noIntents.has(first?.word ?? ''),
  dates: day,
  isTooOften: isAgain,
};
const appointment: Coming = {
  says: toPhrases(lists.havings),
  isComing: (following) =>
    !ended.has(following[0]?.word ?? '') &&
    following.slice(0, reach).some(({ word }) => appointments.has(word)),
  dates: day,
  isTooOften: isUnfixed,
};
/** Matches "I'm meeting Anna" or "I'm going to the dentist", but not "I'm going to sleep", which is an intent. */
const arrangement: Coming = {
  says: toPhrases(lists.arranging),
  isComing: ([first, ...rest]) =>
    first !== undefined &&
    !first.isEnd &&
    arrangements.has(first.word) &&
    (first.word !== 'going' || isGoal(rest)),
  dates: day,
  isTooOften: isAgain,
};
const doubts = toWordSet(lists.doubts);

/** Whether the sentence doubts something or tells of the past; “my last exam” may be one that is to come. */
function hasDoubt({ tokens }: Pick<Sentence, 'tokens'>): boolean {
  return tokens.some(
    ({ word }, at) =>
      doubts.has(word) && !(word === 'last' && ['my', 'our'].includes(tokens[at - 1]?.word ?? '')),
  );
}

/** Returns plans in the exact words of the text. A duty is a plan only with a future time. */
export function readReminders(text: string, writing: Writing): readonly string[] {
  const sentences = splitSentences(text.slice(0, longestRead));
  const found = sentences.flatMap((whole, at) => {
    const behind = cutRequestBehind(whole, writing);
    if (behind !== undefined) return readRequested(behind, sentences[at - 1], writing);
    const sentence = whole;
    const parts = splitAtSubjects(sentence);
    const ofParts = parts.flatMap((part) => readOne(part, writing));
    const isRead = ofParts.length > 1 || parts.length === 1;
    const ofWhole = isRead ? [] : readOne(sentence, writing);
    return ofWhole.length > 0 ? ofWhole : ofParts;
  });
  const others = readEastAsianReminders(text.slice(0, longestRead), writing);
  return [...new Set([...found, ...others])].slice(0, mostPlans);
}

/**
 * The words before a request that ends its sentence: "Water the ferns tomorrow, remind me please". Undefined if the
 * sentence ends in no such request.
 */
function cutRequestBehind(sentence: Sentence, { languages }: Writing): Sentence | undefined {
  const { tokens, text } = sentence;
  for (const language of languages) {
    const asking = askings.get(language.slice(0, 2));
    const asked = asking === undefined ? undefined : findPhrase(tokens, asking.says, asking.before);
    if (asked === undefined || !tokens.slice(asked.end).every(({ word }) => isIdle(word, asking))) continue;
    const lead = tokens.slice(0, asked.start).findLastIndex(({ isEnd }) => isEnd) + 1;
    const own = tokens.slice(0, lead);
    return { text: text.slice(0, own.at(-1)?.to ?? 0), isQuestion: false, tokens: own };
  }
  return undefined;
}

function isIdle(word: string, asking: Asking | undefined): boolean {
  return word === 'please' || asking?.joints.has(word) === true;
}

/**
 * If no date is given, only words that begin with the verb of an errand are a plan: "Buy stamps, remind me
 * please".
 */
const errands = new Set([
  ...toWordSet(cancelling.errands),
  ...deeds.bases.split(',').map((pair) => pair.split(' ')[1] ?? ''),
]);
const inversions = toWordSet('is,are,am,was,were,do,does,did,can,could,will,would,shall,should,have,has');
const notErrands = toWordSet('get,be,have,make,go,see,know');
/** Something that is over needs no reminder: "The concert was on Friday. Remind me please." */
const over = toWordSet(lists.over);

/**
 * Reads what to be reminded of from `asked`, the sentence without the request at its end. If nothing is left of it,
 * reads the sentence before, if that has a date and has not given a plan already.
 */
function readRequested(asked: Sentence, former: Sentence | undefined, writing: Writing): readonly string[] {
  const isAlone = asked.tokens.length === 0;
  const sentence = isAlone ? former : asked;
  if (sentence === undefined || sentence.isQuestion || sentence.tokens.length < 2) return [];
  const found = readOne(sentence, writing);
  if (found.length > 0) return isAlone ? [] : found;
  const words = cutFrom(sentence, 0);
  const isErrand = !isAlone && isErrandAt(sentence.tokens[0]?.word ?? '');
  const isOver = sentence.tokens.some(({ word }) => over.has(word));
  if (isAsking(sentence) || isOver || words.length > longestPlan) return [];
  return isErrand || findDueDate(words, writing) !== undefined ? splitPlans(words, writing) : [];
}

function isErrandAt(word: string): boolean {
  return errands.has(word) && !notErrands.has(word);
}

/** Whether the sentence asks something, even without a question mark: "Is it on Friday". */
function isAsking({ tokens: [first] }: Sentence): boolean {
  return first !== undefined && (questions.has(first.word) || inversions.has(first.word));
}

function readOne(sentence: Sentence, writing: Writing): readonly string[] {
  const asked = findAsked(sentence, writing);
  const found = asked ?? findDated(sentence, duty, writing) ?? findAppointment(sentence, writing);
  const plan =
    found !== undefined && politeEnd.test(found) ? found.replace(politeEnd, '').replace(endMarks, '') : found;
  return plan === undefined || plan === '' || plan.length > longestPlan ? [] : splitPlans(plan, writing);
}

/** A language in which dates are not read, but in which the text asks for a reminder. */
export function findAskedLanguage(text: string, writing: Writing): string | undefined {
  const sentences = splitSentences(text.slice(0, longestRead));
  return [...askings].find(
    ([language, asking]) =>
      isUnread(language, writing) &&
      sentences.some((sentence) => cutAsked(sentence, asking, writing) !== undefined),
  )?.[0];
}

const subjects = toWordSet('i,we,remind,please');

/**
 * The parts of a sentence, split before words such as "and I" or "and remind"; none if the sentence doubts something.
 */
function splitAtSubjects({ text, isQuestion, tokens }: Sentence): readonly Sentence[] {
  if (hasDoubt({ tokens })) return [];
  const starts = tokens.flatMap(({ word }, at) =>
    word === 'and' && subjects.has(tokens[at + 1]?.word ?? '') ? [at] : [],
  );
  return starts.length === 0
    ? [{ text, isQuestion, tokens }]
    : [-1, ...starts].map((joint, index) => {
        const own = tokens.slice(joint + 1, starts[index]);
        const [from, to] = [own[0]?.from ?? 0, own.at(-1)?.to ?? 0];
        const moved = own.map((token) => ({ ...token, from: token.from - from, to: token.to - from }));
        return { text: text.slice(from, to), isQuestion, tokens: moved };
      });
}

function findAsked(sentence: Sentence, writing: Writing): string | undefined {
  for (const language of writing.languages) {
    const asking = askings.get(language.slice(0, 2));
    const plan = asking === undefined ? undefined : cutAsked(sentence, asking, writing);
    if (plan !== undefined) return plan;
  }
  return undefined;
}

function cutAsked(sentence: Sentence, asking: Asking, writing: Writing): string | undefined {
  const { tokens } = sentence;
  const asked = findPhrase(tokens, asking.says, asking.before);
  if (asked === undefined) return undefined;
  let start = asked.end;
  while (asking.joints.has(tokens[start]?.word ?? '')) start++;
  const rest = cutFrom(sentence, start);
  if (rest === '' || questions.has(tokens[start]?.word ?? '') || isTimeAlone(rest)) return undefined;
  // Without a word such as "to", what follows "remind me" must name a date: "Remind me when it rains" asks
  // for something else.
  const isOpen = start === asked.end && cutFrom(sentence, asked.start).toLowerCase().startsWith('remind me');
  return isOpen && findDueDate(rest, writing) === undefined ? undefined : rest;
}

/** In "Remind me the evening before, will you?" only the time is given; what is to be done is in another sentence. */
function isTimeAlone(rest: string): boolean {
  return /^(?:on\s)?(?:the|an?)\s(?:day|evening|night|morning|afternoon|week|hour)\s(?:before|after)(?:hand|wards)?(?:\W{1,3}(?:will|would|can|could)\syou)?(?:\W{1,3}please)?\W{0,3}$/iu.test(
    rest,
  );
}

/** Finds what a person will do or has planned on a future day. Conditions, doubts and past events do not count. */
function findAppointment(sentence: Sentence, writing: Writing): string | undefined {
  if (hasDoubt(sentence)) return undefined;
  for (const coming of [arrangement, intent, appointment]) {
    const plan = findDated(sentence, coming, writing);
    if (plan !== undefined) return plan;
  }
  return findSubject(sentence, writing);
}

/**
 * How many words at the beginning of a sentence are searched for an appointment, not counting a first word such as
 * "my": "my Italian lesson is on Friday".
 */
const mostBeforeNamed = 3;
/** The maximum number of words before the verb, if the appointment is the subject. */
const mostNamed = 8;

/** Finds an appointment that is the subject of its sentence: "Dinner with Lea is on Saturday". */
function findSubject(sentence: Sentence, writing: Writing): string | undefined {
  if (sentence.isQuestion || !writing.languages.some(isEnglish)) return undefined;
  const { tokens } = sentence;
  const start = tokens.findIndex(({ word }) => !dutyBefore.some(([one]) => one === word));
  const verb = tokens.findIndex(({ word, from, to }) => word === 'is' && to - from > 1);
  if (start < 0 || verb <= start || verb > start + mostNamed) return undefined;
  const named = tokens.slice(start, verb);
  // A single "s" shows that the thing belongs to somebody: "Anna's wedding".
  const isOthers = named.some(
    ({ word, isEnd }) => others.has(word) || word === 's' || word === 'is' || isEnd,
  );
  const lead = owners.has(named[0]?.word ?? '') ? named.slice(1) : named;
  const isNamed = lead.slice(0, mostBeforeNamed).some(({ word }) => appointments.has(word));
  if (isOthers || !isNamed || !onDays.has(tokens[verb + 1]?.word ?? '')) return undefined;
  const whole = cutFrom(sentence, start);
  return isOnDay(whole, { dates: day, isTooOften: isUnfixed }, writing) ? whole : undefined;
}

/** Whether the words name a coming moment by words that match `dates`, and do not say that it recurs too often. */
function isOnDay(
  words: string,
  { dates, isTooOften }: Pick<Coming, 'dates' | 'isTooOften'>,
  writing: Writing,
): boolean {
  const due = isTooOften(words) ? undefined : findDueDate(words, writing);
  return due !== undefined && dates.test(due.dueWords);
}

/** Whether the words name a place to go to: "to the dentist", "to Leeds", "swimming". */
function isGoal(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  const isPlace = first?.word === 'to' && !first.isEnd && second?.isCapital === true;
  return isPlace || goals.some((goal) => isPhraseAt(tokens, goal, 0));
}

/** Finds where the words for what was moved begin, in "I have moved the call to Friday". */
function skipMoving(
  tokens: readonly Token[],
  { at, coming }: { readonly at: number; readonly coming: Coming },
): number {
  return coming === appointment && moving.has(tokens[at]?.word ?? '') ? at + 1 : at;
}

function findDated(sentence: Sentence, coming: Coming, writing: Writing): string | undefined {
  if (sentence.isQuestion || !writing.languages.some(isEnglish)) return undefined;
  const { tokens, text } = sentence;
  const isDated = (words: string) => isOnDay(words, coming, writing);
  const at = findPhrase(tokens, coming.says, dutyBefore);
  if (at !== undefined) {
    const rest = cutFrom(sentence, skipMoving(tokens, { at: at.end, coming }));
    return coming.isComing(tokens.slice(at.end)) && isDated(rest) ? rest : undefined;
  }
  const late = listStarts(tokens, coming.says).find(({ start }) =>
    isDate(text.slice(0, tokens[start]?.from), writing),
  );
  if (late === undefined || !coming.isComing(tokens.slice(late.end))) return undefined;
  const whole = cutFrom(sentence, 0);
  return isDated(whole) ? whole : undefined;
}

/** Finds one of the phrases at the beginning of its clause, or after a phrase of `before` that begins the clause. */
function findPhrase(tokens: readonly Token[], phrases: readonly Phrase[], before: readonly Phrase[]) {
  return listStarts(tokens, phrases).find(({ start }) => isLedTo(tokens, start, before));
}

function listStarts(tokens: readonly Token[], phrases: readonly Phrase[]) {
  return tokens.flatMap((_, start) =>
    phrases.flatMap((phrase) =>
      isPhraseAt(tokens, phrase, start) ? [{ start, end: start + phrase.length }] : [],
    ),
  );
}

function isLedTo(tokens: readonly Token[], start: number, before: readonly Phrase[]): boolean {
  if (isClauseStart(tokens, start)) return true;
  return before.some(
    (phrase) =>
      isPhraseAt(tokens, phrase, start - phrase.length) && isClauseStart(tokens, start - phrase.length),
  );
}

function cutFrom({ text, tokens }: Sentence, at: number): string {
  const [first, last] = [tokens[at], tokens.at(-1)];
  return first === undefined || last === undefined ? '' : text.slice(first.from, last.to);
}
