// Finds recall requests in a reply, such as `recall("key")`: fragments that the reply wants to see at the next turn.
import { boundedKeyForm } from './key-form.ts';

export interface RecallRequest {
  readonly key: string;
  readonly isDeep: boolean;
}

/** At most this many requests are read: a model that asks for more is only repeating itself. */
const mostRequests = 20;
const quote = `["'“”‘’]`;
const name = boundedKeyForm;
const depth = `(?:,\\s{0,8}deep\\s{0,8}[=:]\\s{0,8}(true|false)\\s{0,8})?`;
/** Matches `recall("key")`, `recall("key", deep=true)`, `recall "key"` and `<recall>key</recall>`. */
const request = new RegExp(
  [
    `\\brecall\\(\\s{0,8}${quote}(${name})${quote}\\s{0,8}${depth}\\)`,
    `\\brecall\\s{1,4}${quote}(${name})${quote}`,
    `<recall>\\s{0,8}${quote}?(${name})${quote}?\\s{0,8}</recall>`,
  ].join('|'),
  'giu',
);

/**
 * Returns each key once, in the order of asking and at most twenty. Names with capitals are not keys. A key is deep if
 * one of its requests asks for this.
 */
export function parseRecallRequests(text: string): readonly RecallRequest[] {
  const asked = new Map<string, boolean>();
  for (const match of text.matchAll(request)) {
    const key = match[1] ?? match[3] ?? match[4] ?? '';
    if (key !== key.toLowerCase()) continue;
    if (!asked.has(key) && asked.size === mostRequests) break;
    asked.set(key, asked.get(key) === true || match[2]?.toLowerCase() === 'true');
  }
  return [...asked].map(([key, isDeep]) => ({ key, isDeep }));
}

const bracketed = new RegExp(String.raw`\[(${boundedKeyForm})\]`, 'gu');

/** Returns each key in square brackets once, in order; does not check whether such a fragment exists. */
export function extractFragmentKeys(text: string): readonly string[] {
  return [...new Set([...text.matchAll(bracketed)].map((match) => match[1] ?? ''))];
}
