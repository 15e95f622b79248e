// Completes a clause that leaves its subject out, so that rules for "you decide" also read "… and decides".

import type { Clause } from '../read-clauses.ts';
import { isOfPlayer, type Told } from '../told.ts';
import type { Word } from '../word.ts';

const linking = /^(?:and|then|but|so|or)$/;
const subjects = /^(?:you|he|she|they|it|i|we)$/;

/** The clause with the player's character as its subject, where it goes on with what they do; else as it is. */
export function completeSubject(told: Told, index: number): Clause | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return clause;
  const { words } = clause;
  const from = words.findIndex(({ text }) => !linking.test(text) && !/ly$/.test(text));
  const first = words[from];
  if (first === undefined || words.some(({ text, isCapital }) => subjects.test(text) || isCapital))
    return clause;
  const subject: Word = { text: 'you', base: 'you', isCapital: false, start: first.start, end: first.start };
  const move = (at: number) => at + 1;
  return {
    ...clause,
    words: [
      ...words.slice(0, from),
      told.isThird ? nameSubject(told, subject) : subject,
      ...words.slice(from),
    ],
    negators: clause.negators.map(move),
    leading: clause.leading.map(move),
    doubtAt: clause.doubtAt + 1,
  };
}

/** Where the character is told of by name, only a capital makes the name out. */
function nameSubject({ facts }: Told, subject: Word): Word {
  const name = facts.player?.names[0]?.[0] ?? 'you';
  return { ...subject, text: name, base: name, isCapital: true };
}
