// How much of a text is still there in another: the share of its distinct words that the other has too.

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** 1 when every word of `former` stands in `text`; 1 for a former text without words. */
export function countKeptWords(former: string, text: string): number {
  const words = listWords(former);
  if (words.size === 0) return 1;
  const present = listWords(text);
  let kept = 0;
  for (const one of words) if (present.has(one)) kept += 1;
  return kept / words.size;
}

/** The different words of a text, lower-case. */
export function listWords(text: string): ReadonlySet<string> {
  return new Set(text.normalize('NFKC').toLowerCase().match(word) ?? []);
}
