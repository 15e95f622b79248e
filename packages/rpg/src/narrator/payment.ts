// Reads what the player pays for a roll before it is made: "I spend 2 ember and search the place".

import { listPaidWords } from '../system/list-paid-words.ts';
import type { NarratorHints } from '../system/narrator-hints.ts';

export interface Payment {
  /** The player's words without those of the payment. */
  readonly words: string;
  /** The word by which the rules call what is paid; undefined if nothing is paid. */
  readonly paid: string | undefined;
}

export function readPayment(raw: string, hints: NarratorHints | undefined): Payment {
  const found = listPaidWords(hints).flatMap((paid) => {
    const rest = buildPattern(paid).exec(raw)?.[1];
    return rest === undefined ? [] : [{ paid, words: rest }];
  });
  return found[0] ?? { words: raw, paid: undefined };
}

function buildPattern(word: string): RegExp {
  return new RegExp(
    `^\\W*(?:i |we )?(?:spend|burn|pay|use(?: up)?|give) (?:(?:\\d+|an?|one|two|three|some|all|my|the|of|points?) )*${word}s?(?: points?)?(?:\\s*[,;:]\\s*|,? )(?:(?:and|to|then) )*(\\S.*)$`,
    'isu',
  );
}
