// Going moment: a message forgotten wholly or in part; finds the sentences that go, and the items made from these alone.
import { UsageError } from '@terrarium/kernel/errors';
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { EventId, MemoryEvent } from '../events/event.ts';
import type { EventStore } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import type { FactStore } from '../facts/fact-store.ts';
import type { KnownPeople } from '../facts/find-people.ts';
import { listKnownPeople } from '../facts/list-known-people.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { countShared } from '../working-memory/normal-form.ts';
import { cutParts, findParts, type Part, type TaggedText } from './cut-parts.ts';
import { listSentences } from './list-sentences.ts';

export interface GoingMoment {
  readonly event: MemoryEvent;
  /** Whether the whole moment is forgotten, and not only a sentence of it or the part from which an item came. */
  readonly isWhole: boolean;
  /** The chosen sentences of the moment, as they are stored; empty if none was chosen. */
  readonly sentences: string;
  /**
   * What the companion thought, outside of tags, when it answered a forgotten moment: this part of the answer
   * is forgotten too.
   */
  readonly thinking?: string | undefined;
  readonly rest: TaggedText;
}

/**
 * The words that were chosen to be forgotten: those of the whole moment, or of its chosen sentences. Empty if only
 * other parts of the moment are forgotten.
 */
export function readGone({ event, isWhole, sentences }: GoingMoment): string {
  return isWhole ? event.text : sentences;
}

/** Whether anything of the moment is still shown, which depends on its remaining tags. */
export function isStillShown({ event, isWhole, rest }: GoingMoment): boolean {
  return !isWhole && event.isShown && showSpans(rest.spans) !== '';
}

export interface NamedSentence {
  readonly number: number;
  /** The sentence as it was shown, if it was shown before it was named. */
  readonly words?: string | undefined;
}

/**
 * Cuts the named sentences out of a moment, and finds the items that only they told. Undefined if neither words nor an
 * image would be left. Throws `UsageError` for a sentence that does not exist, or that reads differently now.
 */
export function chooseSentences(
  { events, facts }: { readonly events: EventStore; readonly facts: FactStore },
  event: MemoryEvent,
  {
    sentences,
    told,
  }: { readonly sentences: readonly NamedSentence[]; readonly told: readonly WorkingItem[] },
): { readonly moment: GoingMoment; readonly told: readonly WorkingItem[] } | undefined {
  const whole = { text: event.text, spans: events.readSpans(event.id) };
  const all = event.isShown ? listSentences(whole) : [];
  const chosen = sentences.map(({ number, words }) => {
    const one = all[number - 1] ?? refuseSentence(event.id, number, all.length);
    return words === undefined || isSameText(words, one.shown) ? one : refuseOther(event.id, number);
  });
  const rest = cutParts(whole, chosen);
  if (!isTelling(rest.text) && event.imagePath === undefined) return undefined;
  const gone = chosen.map(({ from, to }) => event.text.slice(from, to)).join('\n');
  const people = listKnownPeople(facts, event.voice);
  return {
    moment: { event, isWhole: false, sentences: gone, rest },
    told: told.filter((item) => isToldIn(chosen, { item, whole, rest, people })),
  };
}

function isTelling(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replaceAll(/<\/?[a-z][\w-]*\s?\/?>/giu, ''));
}

interface ToldItem {
  readonly item: WorkingItem;
  readonly whole: TaggedText;
  readonly rest: TaggedText;
  readonly people: KnownPeople;
}

/**
 * Whether only the chosen sentences told the item. They did if they have the item's words and the rest of the message
 * does not. If the message nowhere has these words exactly, they did if they have more of them than the rest.
 */
function isToldIn(chosen: readonly Part[], { item, whole, rest, people }: ToldItem): boolean {
  const parts = findParts(whole, item, people);
  if (parts.length > 0) {
    const isWithin = (part: Part) => chosen.some(({ from, to }) => from <= part.from && part.from < to);
    return parts.some(isWithin) && findParts(rest, item, people).length === 0;
  }
  const terms = collectDistinctTerms(item.content);
  const count = (text: string) => countShared(terms, collectDistinctTerms(text));
  const words = chosen.map(({ from, to }) => whole.text.slice(from, to)).join('\n');
  return count(words) > 0 && count(words) > count(rest.text);
}

function refuseSentence(id: EventId, number: number, count: number): never {
  const has = count === 0 ? 'Nothing of it is shown' : `It has ${count === 1 ? 'one' : count}`;
  throw new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `Moment ${id} has no sentence ${number}. ${has}.`,
    todo: `Looking at what would go with "moment ${id}" shows its sentences with their numbers. Nothing was changed.`,
  });
}

/** Whether two texts are the same sentence; of a long one, `words` may be only the beginning, ending with `…`. */
function isSameText(words: string, shown: string): boolean {
  const [first = '', second = ''] = [words, shown].map((text) => text.replaceAll(/\s+/gu, ' ').trim());
  return (
    first === second ||
    (first.length > 20 && first.endsWith('…') && second.startsWith(first.slice(0, -1).trimEnd()))
  );
}

/** Refuses a number that has come to mean another sentence, because part of the moment was forgotten. */
function refuseOther(id: EventId, number: number): never {
  throw new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `Sentence ${number} of moment ${id} reads differently now.`,
    todo: `Looking at what would go with "moment ${id}" shows its sentences as they are now. Nothing was changed.`,
  });
}
