// Recall requests: what a reply asks to be shown at the next turn, as `recall("key")` or `recall("key", deep=true)`.

export interface RecallRequest {
  readonly key: string;
  readonly isDeep: boolean;
}

/** Enough for any reply; more is a model that goes round in circles. */
const mostRequests = 20;
const quote = `["'“”‘’]`;
const request = new RegExp(
  `\\brecall\\(\\s{0,8}${quote}([a-z][a-z0-9-]{0,99})${quote}\\s{0,8}(?:,\\s{0,8}deep\\s{0,8}[=:]\\s{0,8}(true|false)\\s{0,8})?\\)`,
  'gi',
);

/** Each key once, deep where it was asked for deep at least once, in the order of asking; at most twenty. */
export function parseRecallRequests(text: string): readonly RecallRequest[] {
  const asked = new Map<string, boolean>();
  for (const match of text.matchAll(request)) {
    const key = match[1] ?? '';
    if (key !== key.toLowerCase()) continue;
    if (!asked.has(key) && asked.size === mostRequests) break;
    asked.set(key, asked.get(key) === true || match[2]?.toLowerCase() === 'true');
  }
  return [...asked].map(([key, isDeep]) => ({ key, isDeep }));
}

const bracketed = /\[([a-z][a-z0-9-]{0,99})\]/g;

/** Each key once, in order; whether such a fragment exists is not checked here. */
export function extractFragmentKeys(text: string): readonly string[] {
  return [...new Set([...text.matchAll(bracketed)].map((match) => match[1] ?? ''))];
}
