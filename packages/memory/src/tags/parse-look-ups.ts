// Finds what a reply asks to look up before it answers, such as `recall("key")`, `search("words")` or `plans()`.
import { parseRecallRequests } from './parse-recall-requests.ts';

export type LookUp =
  | { readonly kind: 'recall'; readonly key: string; readonly isDeep: boolean }
  | { readonly kind: 'search'; readonly words: string }
  /** If `topic` is undefined, all plans are meant. */
  | { readonly kind: 'plans'; readonly topic: string | undefined };

/** At most this many look-ups are read: a model that asks for more is only repeating itself. */
const mostLookUps = 8;
const quoted = `(?:["“]([^"“”\\n<>]{1,200})["”]|['‘]([^'‘’\\n<>]{1,200})['’])`;
const deep = `(?:,\\s{0,8}deep\\s{0,8}[=:]\\s{0,8}(true|false)\\s{0,8})?`;
/** A call in brackets, a plain form on its own line, or a tag. */
const called = new RegExp(
  [
    `\\b(recall|search|plans)\\(\\s{0,8}(?:${quoted}\\s{0,8})?${deep}\\)`,
    `^[ \\t]{0,8}(recall|search)[ \\t]{1,4}${quoted}[ \\t]{0,8}$`,
    `<(recall|search|plans)>\\s{0,8}["'“‘]?([^"'“”‘’\\n<>]{0,200})["'”’]?\\s{0,8}</(?:recall|search|plans)>`,
  ].join('|'),
  'gimu',
);

interface FoundLookUp {
  readonly lookUp: LookUp;
  readonly from: number;
  readonly to: number;
}

/** Finds where a text asks for a look-up, and for which. The form `recall "key"` counts only on a line of its own. */
export function findLookUps(text: string): readonly FoundLookUp[] {
  return [...text.matchAll(called)].flatMap((match) => {
    const kind = (match[1] ?? match[5] ?? match[8] ?? '').toLowerCase();
    const words = (match[2] ?? match[3] ?? match[6] ?? match[7] ?? match[9] ?? '').trim();
    const lookUp = buildLookUp(kind, words, match[4]?.toLowerCase() === 'true');
    return lookUp === undefined ? [] : [{ lookUp, from: match.index, to: match.index + match[0].length }];
  });
}

function buildLookUp(kind: string, words: string, isDeep: boolean): LookUp | undefined {
  if (kind === 'plans') return { kind, topic: words === '' ? undefined : words };
  const bare = words.replace(/^\[|\]$/gu, '');
  if (bare === '') return undefined;
  return kind === 'recall' ? { kind, key: bare, isDeep } : { kind: 'search', words: bare };
}

/** All look-ups, and after them the recalls within sentences: each once, at most eight. */
export function parseLookUps(text: string): readonly LookUp[] {
  const recalled = parseRecallRequests(text).map((request): LookUp => ({ kind: 'recall', ...request }));
  const all = [...findLookUps(text).map(({ lookUp }) => lookUp), ...recalled];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].slice(0, mostLookUps);
}
