// Splits the words after /roll into the dice, the number to reach, and the reason for the roll.

import { UsageError } from '@terrarium/kernel/errors';
import { computeOdds } from '@terrarium/rpg/compute-odds';
import { parseDice } from '@terrarium/rpg/parse-dice';

export interface SplitRoll {
  readonly formula: string;
  readonly versus?: number;
  readonly reason?: string;
}

const mostWords = 100;
const reached = /(?:>=|=>|≥|\bversus\b|\bvs\b|\bagainst\b)\s{0,4}(?<target>\d{1,9})(?=\s|$)/iu;
/**
 * Words that are dice rules in other programs. They are refused, since taking them for the beginning of a
 * reason would hide a mistake.
 */
const rules = /^(?:rr|ro|cs|cf|kh|kl|dh|dl|adv|dis|advantage|disadvantage)\d{0,4}(?=[<>=!]|$)/iu;
const sign = /^[<>=!~]/u;
const twoDice = /^2d(?=\d)/iu;

/**
 * The formula is the longest beginning that is valid dice or, if there is none, the first word. Throws `UsageError` if
 * a dice rule of another program follows the dice.
 */
export function splitRoll(text: string): SplitRoll {
  const compared = reached.exec(text);
  const dice = text.slice(0, compared?.index).trim();
  const isCounting = canCount(text) && !/\s(?:>=|=>|≥)/u.test(text);
  if (compared === null || isCounting || !parseDice(dice).ok) return splitReason(text);
  const reason = readReason(text.slice(compared.index + compared[0].length).trim());
  return { formula: dice, versus: Number(compared.groups?.['target']), ...reason };
}

/** Whether the comparison counts dice, as 5d10>=7 does. In 2d6>=9 no die can show 9, so the sum has to reach it. */
function canCount(text: string): boolean {
  const parsed = parseDice(text);
  const found = parsed.ok ? computeOdds(parsed.dice) : undefined;
  return parsed.ok && (found?.ok !== true || found.odds.max > 0);
}

function readReason(text: string): { readonly reason?: string } {
  const reason = text.replace(/^for\s+/iu, '');
  return reason === '' ? {} : { reason };
}

function splitReason(text: string): SplitRoll {
  const words = withPlainAdvantage(text.trim().split(/\s+/u).slice(0, mostWords));
  const count = words.findLastIndex((_, at) => parseDice(words.slice(0, at + 1).join(' ')).ok) + 1;
  const formula = words.slice(0, Math.max(1, count)).join(' ');
  const rest = words.slice(Math.max(1, count));
  const [first = ''] = rest;
  if (count > 0 && (rules.test(first) || sign.test(first))) throw refuseRule(first, formula);
  return { formula, ...readReason(rest.join(' ')) };
}

/** Reads "2d20 adv" as "1d20 adv", because many write the former and mean the latter. */
function withPlainAdvantage(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = words;
  if (!twoDice.test(first) || !/^(?:adv|dis|advantage|disadvantage)$/iu.test(second)) return words;
  return [`1${first.slice(1)}`, second, ...rest];
}

function refuseRule(word: string, formula: string): UsageError {
  return new UsageError({
    code: 'play.unread-dice',
    happened: `“${word}” after ${formula} is not dice notation.`,
    todo: 'Write it as docs/dice.md shows, such as 4d6kh3, 1d20r1, 5d10>=7 or 1d20+5 >= 15; put “for” before a reason.',
  });
}
