// Splits what was typed behind /roll: the dice, the number to reach, and what it is for.

import { UsageError } from '@terrarium/kernel/errors';
import { parseDice } from '@terrarium/rpg/parse-dice';

export interface SplitRoll {
  readonly formula: string;
  readonly versus?: number;
  readonly reason?: string;
}

const mostWords = 100;
const reached =
  /^(?<dice>.*?\S)\s*(?:>=|=>|≥|\bvs\.?|\bversus|\bagainst)\s*(?<target>\d{1,9})(?<rest>\s.*|)$/isu;
/** What other programs take for a rule of dice; as the beginning of a reason it would hide a slip. */
const rule =
  /^(?:rr|ro|cs|cf|kh|kl|dh|dl|kp|adv|dis|advantage|disadvantage|min|max|e|x|p)?[<>=!~]*\d*[<>=!]*\d*$/iu;
const twoDice = /^2d(?<faces>\d+)(?<more>.*)$/isu;

/** The longest beginning that is valid dice is the formula. What looks like dice and is not read as such is refused. */
export function splitRoll(text: string): SplitRoll {
  const compared =
    parseDice(text).ok && !/\s(?:>=|=>|≥)/u.test(text) ? undefined : reached.exec(text)?.groups;
  const dice = compared?.['dice'];
  if (dice !== undefined && parseDice(dice).ok) {
    const { reason } = splitReason(`1d20 ${compared?.['rest'] ?? ''}`);
    return {
      formula: dice,
      versus: Number(compared?.['target']),
      ...(reason === undefined ? {} : { reason }),
    };
  }
  return splitReason(text);
}

function splitReason(text: string): SplitRoll {
  const words = withPlainAdvantage(text.trim().split(/\s+/u).slice(0, mostWords));
  const count = words.findLastIndex((_, at) => parseDice(words.slice(0, at + 1).join(' ')).ok) + 1;
  const formula = words.slice(0, Math.max(1, count)).join(' ');
  const rest = words.slice(Math.max(1, count));
  const [first = ''] = rest;
  if (count > 0 && first !== '' && rule.test(first)) throw refuseRule(first, formula);
  const reason = rest.join(' ').replace(/^for\s+/iu, '');
  return reason === '' ? { formula } : { formula, reason };
}

/** "2d20 adv" is written by many who mean "1d20 adv". */
function withPlainAdvantage(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = words;
  const two = twoDice.exec(first)?.groups;
  if (two === undefined || !/^(?:adv|dis|advantage|disadvantage)$/iu.test(second)) return words;
  return [`1d${two['faces']}${two['more']}`, second, ...rest];
}

function refuseRule(word: string, formula: string): UsageError {
  return new UsageError({
    code: 'play.unread-dice',
    happened: `“${word}” behind ${formula} is not read as dice.`,
    todo: 'Write it as docs/dice.md shows, such as 4d6kh3, 1d20r1, 5d10>=7 or 1d20+5 >= 15; “for” begins a reason.',
  });
}
