// Fragment keys: what a text names in brackets, such as `[blue-coat]`.

const bracketed = /\[([a-z][a-z0-9-]{0,99})\]/g;

/** Each key once, in order. Whether there is such a fragment is for whoever links them to find out. */
export function extractFragmentKeys(text: string): readonly string[] {
  return [...new Set([...text.matchAll(bracketed)].map((match) => match[1] ?? ''))];
}
