// Redacts a fragment: removes what comes from forgotten texts, and keeps what comes from texts that remain.
import { collectDistinctTerms, collectTermWords } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import { type FragmentText, tiers } from '../fragments/fragment.ts';
import { listSourcesOfLine } from '../fragments/list-sources-of-line.ts';
import { isOrdinary } from './is-ordinary.ts';
import { filterSentences, namesEvents, type OwnWords } from './own-words.ts';

export interface Redaction {
  readonly own: OwnWords;
  /** The forgotten text of each event. */
  readonly gone: ReadonlyMap<EventId, string>;
  /** Whether nothing of this event stays. */
  readonly isWhole: (id: EventId) => boolean;
  readText(id: EventId): string;
}

/**
 * Returns undefined if nothing of the fragment is left, if all of its sources are forgotten, or if its key has
 * forgotten words. Cuts sentences that tell what only forgotten texts told. If a source was forgotten, a sentence must
 * also share words with a remaining source, and at least as many as with the forgotten one.
 */
export function redactFragment<Text extends FragmentText>(
  fragment: Text,
  { own, gone, isWhole, readText }: Redaction,
): Text | undefined {
  if (own.isToldIn(fragment.key.replaceAll('-', ' '))) return undefined;
  const sources = fragment.sources.filter((id) => !isWhole(id));
  if (sources.length === 0 && fragment.sources.length > 0) return undefined;
  const lost = fragment.sources.flatMap((id) => gone.get(id) ?? []).map((one) => collectDistinctTerms(one));
  const left = lost.length === 0 ? [] : sources.map((id) => collectDistinctTerms(readText(id)));
  const isKept = (part: string) =>
    !own.isToldIn(part) && !isOnlyOf(part, isWhole) && (lost.length === 0 || isResting(part, { lost, left }));
  const texts = tiers.map((tier) => [tier, filterSentences(fragment[tier], isKept)]);
  const isEmpty =
    texts.every(([, text]) => text?.trim() === '') && tiers.some((tier) => fragment[tier] !== '');
  return isEmpty ? undefined : { ...fragment, ...Object.fromEntries(texts), sources };
}

/** Whether a sentence names events, as in `(#3)`, and nothing of any of them stays. */
function isOnlyOf(part: string, isWhole: Redaction['isWhole']): boolean {
  const named = namesEvents.test(part) ? listSourcesOfLine(part) : [];
  return named.length > 0 && named.every((id) => isWhole(id as EventId));
}

/** The terms of the forgotten and of the remaining sources. */
interface SourceTerms {
  readonly lost: readonly ReadonlySet<string>[];
  readonly left: readonly ReadonlySet<string>[];
}

function isResting(part: string, { lost, left }: SourceTerms): boolean {
  const terms = collectDistinctTerms(part);
  if (terms.size === 0) return true;
  const most = countMost(terms, left);
  return most > 0 && most >= countMost(terms, lost) && !isTellingLost(part, { lost, left });
}

/** A clause with this many words that only a forgotten source has was made from that source. */
const leastLost = 2;
const betweenParts = /[,;:()]\s*|\s[–—]\s|\s(?:and|but|because|while|who|und|aber|weil|et|mais)\s/u;

/**
 * Whether a clause has words that only a forgotten source has: a name, a number, or several words that are not
 * ordinary.
 */
function isTellingLost(part: string, { lost, left }: SourceTerms): boolean {
  return part.split(betweenParts).some((clause) => {
    const own = [...collectTermWords(clause, { characters: clause.length })].filter(
      ([term]) =>
        !isOrdinary(term) && lost.some((text) => text.has(term)) && !left.some((text) => text.has(term)),
    );
    return own.length >= leastLost || own.some(([, word]) => isNaming(word, part));
  });
}

/** Whether a word is a number or a name. A capital at the beginning of the sentence shows no name. */
function isNaming(word: string, part: string): boolean {
  return /\p{N}/u.test(word) || (/^\p{Lu}/u.test(word) && !part.startsWith(word));
}

function countMost(terms: ReadonlySet<string>, texts: readonly ReadonlySet<string>[]): number {
  return texts.reduce((most, text) => Math.max(most, [...terms].filter((term) => text.has(term)).length), 0);
}
