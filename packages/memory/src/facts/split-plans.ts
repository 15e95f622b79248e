// Splits what a person plans in one sentence into its parts, each with a day of its own.
import { findDueDate, isDate, type Writing } from '../events/find-due-date.ts';
import { isEnglish } from '../events/load-date-parser.ts';
import { splitSentences } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const joining = toWordSet('and,then,also');
/** A clause that begins with one of these words tells more of the thing before it and is hardly another thing to do. */
const tellings = toWordSet(
  'i,you,he,she,it,we,they,this,that,there,who,which,because,as,since,or,but,if,unless,when,while,before,after,so,though,although,until,maybe,perhaps,otherwise',
);
/** A clause with one of these words hardly names another thing to do. */
const finite = toWordSet('is,are,am,was,were,has,will,would,expires,begins,closes,opens,arrives');
/**
 * A plan that begins with one of these words names a thing rather than what to do, and its other parts may name things
 * too.
 */
const articles = toWordSet('a,an,the,another,my,our,your,his,her,their,its,some');
/** A clause does not begin with a verb if it begins with one of these words, a capital or a number. */
const noVerbs = new Set([
  ...articles,
  ...toWordSet(
    'on,in,at,by,from,to,for,with,without,of,about,around,not,no,also,all,both,each,every,one,two,three,these,those,what,where,why,how,latest,ideally,preferably,possibly,probably,either,except,only,just',
  ),
]);
/** The maximum number of parts; the rest of the plan is not split. */
const mostParts = 12;
const ownDay =
  /(?<!mid)day|tomorrow|tonight|weekend|\bweek\b|\bmonth\b|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|\d(?:st|nd|rd|th)\b|\d[-/.]\d/iu;
const leading = /^(?:(?:on|by|from|until|this|next|the)\s)*$/iu;

interface Part {
  readonly text: string;
  /** Whether the part follows only a comma or the like, without a word such as "and". */
  readonly isBare: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the whole plan, unless at least two parts name a day. A part without a day usually belongs to the next part
 * that has one: "call Anna, Bob and Mum on Monday". It belongs to the part before if that part begins with its day,
 * if it tells more of that part, or if no part with a day follows.
 */
export function splitPlans(plan: string, writing: Writing): readonly string[] {
  if (!writing.languages.some(isEnglish) || !hasSeveralDays(plan)) return [plan];
  const found = joinParts(plan, writing);
  return found.length < 2 ? [plan] : found.map(({ text }) => text);
}

/** The parts that name a day, each joined with the parts that belong to it. */
function joinParts(plan: string, writing: Writing): readonly Part[] {
  const found: Part[] = [];
  let open: Part | undefined;
  for (const part of listParts(plan)) {
    const last = found.at(-1);
    if (open === undefined && last !== undefined && isOfFormer(part, last, writing)) {
      addToLast(plan, found, part.to);
      continue;
    }
    const whole = open === undefined ? part : cutPart(plan, { ...open, to: part.to });
    open = hasOwnDay(whole, writing) ? undefined : whole;
    if (open === undefined) found.push(whole);
  }
  if (open !== undefined) addToLast(plan, found, open.to);
  return found;
}

function addToLast(plan: string, found: Part[], to: number): void {
  const last = found.pop();
  if (last !== undefined) found.push(cutPart(plan, { ...last, to }));
}

/** The parts between commas and words such as "and", without these words. */
function listParts(plan: string): readonly Part[] {
  const tokens = splitSentences(plan).flatMap((sentence) => sentence.tokens);
  const parts: Part[] = [];
  let start = 0;
  tokens.forEach(({ word, to, isEnd }, at) => {
    const next = tokens[at + 1];
    if (at === start && next !== undefined && (joining.has(word) || (at > 0 && word === 'to')))
      start = at + 1;
    else if (next === undefined || isEnd || joining.has(next.word)) {
      const isBare = start > 0 && !joining.has(tokens[start - 1]?.word ?? '') && !joining.has(word);
      parts.push(cutPart(plan, { from: tokens[start]?.from ?? 0, to, isBare }));
      start = at + 1;
    }
  });
  const [last, ...late] = parts.slice(mostParts - 1);
  const to = late.at(-1)?.to;
  return last === undefined || to === undefined
    ? parts
    : [...parts.slice(0, mostParts - 1), cutPart(plan, { ...last, to })];
}

function cutPart(plan: string, { from, to, isBare }: Omit<Part, 'text'>): Part {
  return { text: plan.slice(from, to), from, to, isBare };
}

/** Whether there are words for at least two days. This is tried first, because reading dates takes longer. */
function hasSeveralDays(plan: string): boolean {
  return [...plan.matchAll(new RegExp(ownDay, 'giu'))].length > 1;
}

function isOfFormer(part: Part, former: Part, writing: Writing): boolean {
  const words = splitSentences(part.text).flatMap(({ tokens }) => tokens);
  const isTelling = words.some(({ word, from, to }) => finite.has(word) && to - from > 1);
  if (isTelling || tellings.has(words[0]?.word ?? '') || isDate(part.text, writing)) return true;
  if (hasOwnDay(part, writing)) return part.isBare && !isOther(part, former, writing);
  return isDayFirst(former, writing);
}

/**
 * Whether a part after a comma is another thing to do: "call Jo on Tuesday", or in a list of things "a haircut".
 */
function isOther(part: Part, former: Part, writing: Writing): boolean {
  const [first = ''] = part.text.match(/[\p{L}\p{N}]+/u) ?? [];
  const [lead = ''] = former.text.match(/\p{L}+/u) ?? [];
  if (isDayFirst(part, writing)) return isDayFirst(former, writing);
  if (articles.has(first)) return articles.has(lead.toLowerCase());
  return /^\p{Ll}/u.test(first) && !noVerbs.has(first);
}

function hasOwnDay({ text }: Part, writing: Writing): boolean {
  return ownDay.test(findDueDate(text, writing)?.dueWords ?? '');
}

function isDayFirst({ text }: Part, writing: Writing): boolean {
  const due = findDueDate(text, writing);
  const at = due === undefined ? -1 : text.indexOf(due.dueWords);
  return at >= 0 && leading.test(text.slice(0, at));
}
