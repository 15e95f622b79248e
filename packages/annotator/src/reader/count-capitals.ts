// Counts capitals: how often a word has one in mid-sentence, where only names do.

/**
 * Counts the uses of the word right after another word that ends in a lower-case letter, with or without a comma
 * between them.
 */
export function countCapitals(texts: readonly string[], word: string): number {
  return texts.reduce((sum, text) => sum + countIn(text, word), 0);
}

function countIn(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const isInside = /\p{Ll},? $/u.test(text.slice(Math.max(0, at - 3), at));
    if (isInside && !/^[\p{L}\p{M}]/u.test(text.slice(at + word.length, at + word.length + 2))) count += 1;
  }
  return count;
}
