// Tells whether words that somebody typed may be a question, in any script.

/** A question mark of Latin, East Asian or Arabic script, also before a closing quote or bracket. */
const questionEnd = /[?？؟]['"”’»)\]」』）*]*$/u;

/** Whether the words end with a question mark, whatever closes them behind it. */
export function isQuestion(words: string): boolean {
  return questionEnd.test(words.trimEnd());
}

/** In a script without spaces, this many characters in a row are more than a name. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]{5}/u;

/** Whether the trimmed words are more than one; in a script without spaces, whether they are five characters or more. */
export function hasSeveralWords(words: string): boolean {
  return /\s/u.test(words) || unspaced.test(words);
}
