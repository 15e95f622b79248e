// Splits a text into its words as they are compared: without case and punctuation.

/** Scripts that put no blanks between words: each character counts as one. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+(?:['’]\\p{L}+)*`, 'gu');

export function splitWords(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(word) ?? [];
}
