// Redacts a fragment: text that comes from forgotten texts goes, and text that comes from others stays.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import { type FragmentText, tiers } from '../fragments/fragment.ts';
import { filterSentences, type OwnWords } from './own-words.ts';

export interface Redaction {
  readonly own: OwnWords;
  /** The forgotten text of each event. */
  readonly gone: ReadonlyMap<EventId, string>;
  /** Whether nothing of this event stays. */
  readonly isWhole: (id: EventId) => boolean;
  /** Reads the text of an event that stays. */
  readText(id: EventId): string;
}

/**
 * Returns undefined if nothing of the fragment is left. If a source of the fragment was forgotten, a sentence
 * stays only if a remaining source has some of the sentence's words, and at least as many of them as the forgotten
 * source.
 */
export function redactFragment<Text extends FragmentText>(
  fragment: Text,
  { own, gone, isWhole, readText }: Redaction,
): Text | undefined {
  if (own.isIn(fragment.key.replaceAll('-', ' '))) return undefined;
  const sources = fragment.sources.filter((id) => !isWhole(id));
  if (sources.length === 0 && fragment.sources.length > 0) return undefined;
  const lost = fragment.sources.flatMap((id) => gone.get(id) ?? []).map((one) => collectDistinctTerms(one));
  const left = lost.length === 0 ? [] : sources.map((id) => collectDistinctTerms(readText(id)));
  const isResting = (part: string) => {
    const terms = collectDistinctTerms(part);
    if (lost.length === 0 || terms.size === 0) return true;
    const most = countMost(terms, left);
    return most > 0 && most >= countMost(terms, lost);
  };
  const texts = tiers.map((tier) => [
    tier,
    filterSentences(fragment[tier], (part) => !own.isIn(part) && isResting(part)),
  ]);
  const isEmpty =
    texts.every(([, text]) => text?.trim() === '') && tiers.some((tier) => fragment[tier] !== '');
  return isEmpty ? undefined : { ...fragment, ...Object.fromEntries(texts), sources };
}

function countMost(terms: ReadonlySet<string>, texts: readonly ReadonlySet<string>[]): number {
  return texts.reduce((most, text) => Math.max(most, [...terms].filter((term) => text.has(term)).length), 0);
}
