// Hints: what a manifest tells the narrator, with its omissions filled in.

import type { Intent, NarratorHints } from '../system/narrator-hints.ts';

type Asked = Omit<Intent, 'variants'>;

/** An intent as it is tried: whatever a variant took away with a null is gone. */
export type IntentHint = { readonly [Key in keyof Asked]?: NonNullable<Asked[Key]> | undefined };

export interface Hints extends NarratorHints {
  readonly difficulties: Readonly<Record<string, number>>;
  readonly intents: Readonly<Record<string, Intent>>;
}

/** A manifest without hints is fine: the ordinary check is rolled then. */
export function readHints(hints: NarratorHints = {}): Hints {
  return { ...hints, difficulties: hints.difficulties ?? {}, intents: hints.intents ?? {} };
}

/** What the rules say of the first of these kinds of which they say anything, or of any risk. */
export function findIntentHint(
  hints: Hints,
  kinds: readonly string[],
  words: string,
): IntentHint | undefined {
  const found = [...kinds, 'risk'].map((name) => hints.intents[name]).find((one) => one !== undefined);
  return found === undefined ? undefined : chooseVariant(found, words);
}

export function chooseVariant(found: Intent, words: string): IntentHint {
  const { variants = [], ...plain } = found;
  const heard = ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const variant = variants.find((one) => one.words.some((word) => heard.includes(` ${word.toLowerCase()} `)));
  const { words: _words, ...overrides } = variant ?? { words: [] };
  const kept = Object.entries({ ...plain, ...overrides }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as IntentHint;
}
