// Builds a set of words from a list that is written as one text, such as `a,b,c`.

export function toWordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(','));
}
