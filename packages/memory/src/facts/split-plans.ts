// Splits what a person plans in one sentence into its parts, each with a day of its own.
import { findDueDate, isDate, type Writing } from '../events/find-due-date.ts';
import { isEnglish } from '../events/load-date-parser.ts';
import { splitSentences } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const joining = toWordSet('and,then,also');
/** A clause that begins with one of these words tells something and is hardly another thing to do. */
const subjects = toWordSet('i,you,he,she,it,we,they,this,that,there,who,which');
const ownDay =
  /(?<!mid)day|tomorrow|tonight|weekend|\bweek\b|\bmonth\b|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|\d(?:st|nd|rd|th)\b|\d[-/.]\d/iu;
const leading = /^(?:(?:on|by|from|until|this|next|the)\s)*$/iu;

interface Part {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The whole plan, unless at least two parts name a day. A part without a day belongs to the next one ("call Anna, Bob and
 * Mum on Monday"), or to the one before if that begins with its day or if no day follows.
 */
export function splitPlans(plan: string, writing: Writing): readonly string[] {
  if (!writing.languages.some(isEnglish)) return [plan];
  const found: Part[] = [];
  let open: Part | undefined;
  const addToLast = (to: number) => {
    const last = found.pop();
    if (last !== undefined) found.push(cutPart(plan, last.from, to));
  };
  for (const part of listParts(plan)) {
    const last = found.at(-1);
    if (open === undefined && last !== undefined && isOfFormer(part, last, writing)) {
      addToLast(part.to);
      continue;
    }
    const whole: Part = cutPart(plan, open?.from ?? part.from, part.to);
    open = hasOwnDay(whole, writing) ? undefined : whole;
    if (open === undefined) found.push(whole);
  }
  if (open !== undefined) addToLast(open.to);
  return found.length < 2 ? [plan] : found.map(({ text }) => text);
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
      parts.push(cutPart(plan, tokens[start]?.from ?? 0, to));
      start = at + 1;
    }
  });
  return parts;
}

function cutPart(plan: string, from: number, to: number): Part {
  return { text: plan.slice(from, to), from, to };
}

function isOfFormer(part: Part, former: Part, writing: Writing): boolean {
  const [first = ''] = part.text.toLowerCase().match(/\p{L}+/u) ?? [];
  if (subjects.has(first) || isDate(part.text, writing)) return true;
  return !hasOwnDay(part, writing) && isDayFirst(former, writing);
}

function hasOwnDay({ text }: Part, writing: Writing): boolean {
  return ownDay.test(findDueDate(text, writing)?.dueWords ?? '');
}

function isDayFirst({ text }: Part, writing: Writing): boolean {
  const due = findDueDate(text, writing);
  const at = due === undefined ? -1 : text.indexOf(due.dueWords);
  return at >= 0 && leading.test(text.slice(0, at));
}
