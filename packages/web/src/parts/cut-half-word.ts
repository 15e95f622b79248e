// Cuts off half a word at the end of a text that is still coming, so that no word jumps to the next line.

/**
 * The last piece of a text, which may be half a word. A longer piece is no match, nor is one in a script without spaces
 * between words: otherwise nothing of such a text would be shown for long.
 */
const half = /(?<=\s)[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,24}$/u;

export function cutHalfWord(text: string): string {
  return text.replace(half, '');
}
