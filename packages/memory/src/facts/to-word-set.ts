// To word set: the words of a list that is written as one text, `a,b,c`.

export function toWordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(','));
}
