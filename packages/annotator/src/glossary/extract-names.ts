// Extracts what looks like names: runs of capitalised words in mid-sentence.

/** A capital after a lower-case word or a comma does not begin a sentence. */
const namePattern = /(?<=\p{Ll}[,;]? )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/gu;

/** Distinct names in the order of their first mention, at most `limit`. */
export function extractNames(texts: readonly string[], limit: number): readonly string[] {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [name] of text.matchAll(namePattern)) {
      names.add(name);
      if (names.size >= limit) return [...names];
    }
  }
  return [...names];
}
