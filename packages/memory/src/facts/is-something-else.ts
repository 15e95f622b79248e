// Tells whether words that match the pattern of a fact tell something else: "born in May", "we split up the chores".

import { weekdayWords } from '../events/date-words.ts';
import { hourWords } from '../events/time-words.ts';
import patterns from './fact-patterns.json' with { type: 'json' };
import { isSaidInFull } from './is-said-in-full.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const months = toWordSet(patterns.lists.month);
const times = new RegExp(
  `^(?:${weekdayWords}s?|(?:morning|afternoon|evening|night|weekend|winter|summer|birthday)s?)$`,
  'u',
);
/** Words after which the next word does not mean a vehicle: "the toy truck", "the car seat". */
const besideCars = toWordSet('toy,model,car');

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** `start` and `end`: where the value of the fact would be. */
export function isSomethingElse(
  relation: string,
  tokens: readonly Token[],
  { start, end }: Stretch,
): boolean {
  const [first = '', last = ''] = [tokens[start]?.word, tokens[end - 1]?.word];
  switch (relation) {
    case 'birthplace':
      return months.has(first);
    // Nobody is allergic to Mondays.
    case 'allergy':
      return times.test(last);
    case 'job':
      return isOfYouth(tokens);
    case 'workplace':
      return isOfYouth(tokens) || isAtHour(tokens.slice(start, end));
    case 'love':
      return last === 'up' && !isSaidInFull(tokens, end);
    case 'car': {
      if (first !== 'sold') return false;
      const isBeside = tokens.slice(start, end - 1).some(({ word }) => besideCars.has(word));
      return isBeside || !isSaidInFull(tokens, end);
    }
    default:
      return false;
  }
}

const hour = new RegExp(`^(?:\\d{1,2}(?:[ap]m)?|${hourWords}|noon|midday|midnight|dawn|dusk|night)$`, 'u');

/** Whether the words end with an hour: “I left York at six” tells of a journey. */
function isAtHour(tokens: readonly Token[]): boolean {
  return tokens.at(-2)?.word === 'at' && hour.test(tokens.at(-1)?.word ?? '');
}

const youths = toWordSet('i,we,he,she,they');

/** Whether somebody tells of an earlier time of their life: "a job at the bakery when I was sixteen". */
function isOfYouth(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ word }, at) =>
      word === 'when' &&
      youths.has(tokens[at + 1]?.word ?? '') &&
      /^w(?:as|ere)$/u.test(tokens[at + 2]?.word ?? ''),
  );
}
