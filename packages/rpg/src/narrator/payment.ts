// Reads what the player pays for a roll before it is made: "I spend 2 ember and search the place".

import { listPaidWords } from '../system/list-paid-words.ts';
import type { NarratorHints } from '../system/narrator-hints.ts';

export interface Payment {
  /** The player's words without the words about the payment. */
  readonly words: string;
  /** The word by which the rules call what is paid; undefined if nothing is paid. */
  readonly paid: string | undefined;
}

export function readPayment(raw: string, hints: NarratorHints | undefined): Payment {
  const found = listPaidWords(hints).flatMap((paid) => {
    const [, joint = '', words] = buildPattern(paid).exec(raw) ?? [];
    const isForSomebody = / ?to $/iu.test(joint) && /^\p{Lu}/u.test(words ?? '');
    return words === undefined || isForSomebody ? [] : [{ paid, words }];
  });
  return found[0] ?? { words: raw, paid: undefined };
}

function buildPattern(word: string): RegExp {
  return new RegExp(
    `^\\W*(?:i |we )?(?:spend|burn|pay|use(?: up)?) (?:(?:\\d+|an?|one|two|three|some|all|my|the|of|points?) )*${escapePattern(word)}s?(?: points?)?(?:\\s*[,;:]\\s*|,? )((?:(?:and|then|to(?! ${receiver})) )*)(?!${whither})(\\S.*)$`,
    'isu',
  );
}

/** Words after "to" which show that somebody is paid, and not that a deed is paid for. */
const receiver = '(?:the|an?|my|his|her|their|our|your|him|them|it|this|that)\\b';

/** Words which show that a deed is meant and no payment, as in "I burn everything in the hearth". */
const whither = '(?:to|on|in|at|for|from|with|into|over) (?!\\w+ing )';

/** Escapes the signs of a word that would mean something in a pattern. */
function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
