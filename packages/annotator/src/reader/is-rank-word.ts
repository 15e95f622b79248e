// Judges whether a text uses a capitalised word for a rank that many hold (`you fight like a Dator`), rather than as a name.

/**
 * True if `a`, `every` or `no` comes right before the word, and no capitalised word right after it. `the proud Xodar`
 * and `a Dator Xodar` do not count.
 */
export function isRankWord(word: string, text: string): boolean {
  const tokens = text.match(/[\p{L}\p{M}’'-]+|[^\s\p{L}\p{M}]/gu) ?? [];
  return tokens.some((token, index) => {
    const isHeld = token === word && /^(?:an?|every|no)$/i.test(tokens[index - 1] ?? '');
    return isHeld && !/^\p{Lu}/u.test(tokens[index + 1] ?? '');
  });
}
