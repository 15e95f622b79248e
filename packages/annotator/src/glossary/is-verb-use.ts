// Tells whether a word that is also a common noun is used as a verb: `It guards the vitals` names no guard.

import type { TextWord } from './text-words.ts';

/** Right after one of these words, a word in `-s` is taken for a verb, not for a plural. */
const subjects: ReadonlySet<string> = new Set(
  'he she it who nobody everybody somebody anybody everyone someone anyone never always ever often'.split(
    ' ',
  ),
);
/** Right after one of these words, a word in `-s` may be a verb or a plural: the word that follows it shows which. */
const relatives: ReadonlySet<string> = new Set(['that', 'which', 'what']);
const objects: ReadonlySet<string> = new Set(
  'the a an his her its their my your our this these those him them me us it every each no all against over'.split(
    ' ',
  ),
);
const auxiliaries: ReadonlySet<string> = new Set(
  'to will would shall should can could may might must cannot i you we they who'.split(' '),
);

/** A word of a text, and the words right before and after it in the same clause. */
export interface WordInClause {
  readonly before: TextWord | undefined;
  readonly word: TextWord;
  readonly after: TextWord | undefined;
}

/** Whether a word that equals the name or its plural is a verb here. The words beside it decide. */
export function isVerbUse(name: string, { before, word, after }: WordInClause): boolean {
  if (before === undefined) return false;
  if (word.folded === name) return auxiliaries.has(before.folded);
  if (!word.folded.endsWith('s')) return false;
  return (
    subjects.has(before.folded) ||
    (relatives.has(before.folded) && after !== undefined && objects.has(after.folded))
  );
}
