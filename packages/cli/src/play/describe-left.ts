// Describes what stays where it is when somebody goes on from elsewhere: a turn by its number and words.

import type { LeftDraft } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';
import { cutText } from '../screen/layout.ts';

const longestWords = 60;

export function describeLeft({ number, words }: Turn): string {
  const said = words === '' ? '' : `, “${cutText(words, longestWords)}”,`;
  return `Turn ${number}${said} stays where it is: /branch lists it.`;
}

/** A turn that was cut off. Where it was to retell one, that one stands meanwhile. */
export function describeCutOff({ words, retold }: Pick<LeftDraft, 'words' | 'retold'>): string {
  if (retold === undefined) return `A turn was cut off: “${cutText(words, longestWords)}”.`;
  return `Telling turn ${retold.number} again was cut off; the turn itself stands as it was told.`;
}

/** What was taken back, by the words of the player; rolls and the like beside the story are counted. */
export function describeTaken(turns: readonly Turn[]): string {
  const told = turns.filter(({ isAside }) => !isAside);
  const beside = turns.length - told.length;
  const named =
    told.length === 1 ? `“${cutText(told[0]?.words ?? '', longestWords)}”` : `${told.length} turns`;
  const also = beside === 1 ? 'one thing beside the story' : `${beside} things beside the story`;
  const parts = [...(told.length === 0 ? [] : [named]), ...(beside === 0 ? [] : [also])];
  return parts.length === 0 ? '' : `Taken back: ${parts.join(' and ')}.`;
}
