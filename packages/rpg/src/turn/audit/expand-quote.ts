// Expands a flag that quotes only a number to the words around it, without which it says too little.

import type { NarrativeFlag } from './audit-flag.ts';

const shortest = 12;
const wordsAhead = 3;
const wordsBehind = 4;
/** The marks at which a quote ends. A colon before a number is none, since it follows a label: “Stress: 5/8”. */
const ends = /[.,;!?—–()"“”«»\n]|:(?! (?:\d|$))/gu;

/** Adds a few words of the same clause before and after a short quote; a longer quote stays as it is. */
export function expandQuote<Flag extends Pick<NarrativeFlag, 'quote' | 'start'>>(
  flag: Flag,
  narrative: string,
): Flag {
  const { quote, start } = flag;
  if (quote.length >= shortest) return flag;
  const end = start + quote.length;
  const [ahead = ''] = narrative
    .slice(Math.max(0, start - 60), start)
    .split(ends)
    .slice(-1);
  const [behind = ''] = narrative.slice(end, end + 80).split(ends);
  const first = ahead
    .trimStart()
    .split(' ')
    .slice(-wordsAhead - 1)
    .join(' ');
  const last = behind
    .split(' ')
    .slice(0, wordsBehind + 1)
    .join(' ')
    .trimEnd();
  return { ...flag, quote: `${first}${quote}${last}`, start: start - first.length };
}
