// Cuts off half a word at the end of a text that is still coming, so that no word jumps to the next line.

/** A longer piece is shown: in a text without spaces between its words, nothing would be shown at all. */
const half = /(?<=\s)[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,24}$/u;

export function cutHalfWord(text: string): string {
  return text.replace(half, '');
}
