// Computes what share of the distinct words of a text is still in another text.

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the share of the words of `former` that are also in `text`; 1 if `former` has no words. */
export function countKeptWords(former: string, text: string): number {
  const words = listWords(former);
  if (words.size === 0) return 1;
  const present = listWords(text);
  let kept = 0;
  for (const one of words) if (present.has(one)) kept += 1;
  return kept / words.size;
}

/** The distinct words of a text, in lower case. */
export function listWords(text: string): ReadonlySet<string> {
  return new Set(text.normalize('NFKC').toLowerCase().match(word) ?? []);
}
