// Describes turns for the player by number or words: a turn kept as a branch, one that was cut off, turns taken back.

import type { LeftDraft } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';
import { cutText } from '../screen/layout.ts';

const longestWords = 60;

export function describeLeft({ number, words }: Turn): string {
  const said = words === '' ? '' : `, “${cutText(words, longestWords)}”,`;
  return `Turn ${number}${said} is kept: /branch lists it.`;
}

export function describeCutOff({ words, retold }: Pick<LeftDraft, 'words' | 'retold'>): string {
  if (retold === undefined) return `A turn was cut off: “${cutText(words, longestWords)}”.`;
  return `A new telling of turn ${retold.number} was cut off. The text of the turn is the same as before.`;
}

/** Says which turns were taken back, naming them by the words that were typed. */
export function describeTaken(turns: readonly Turn[]): string {
  const [first] = turns;
  const last = turns.at(-1);
  if (first === undefined || last === undefined) return '';
  if (turns.length === 1) return `Taken back: ${quoteWords(first)}.`;
  return `Taken back: ${turns.length} things you typed, from ${quoteWords(first)} to ${quoteWords(last)}.`;
}

function quoteWords({ words }: Turn): string {
  return `“${cutText(words, longestWords)}”`;
}
