// Adds a fact to a draft of maintenance, if it quotes a statement of the person word for word.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { EventId } from '../events/event.ts';
import { renderFactName } from '../facts/known-fact.ts';
import { nameFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import { normalise } from '../working-memory/normal-form.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { Draft } from './draft.ts';
import type { OperationOf } from './operation.ts';

/** The part of the store that is needed to judge a fact. */
export interface ToldEvents {
  /** An event that may be learnt from, with its text word for word. */
  findTold(id: number): { readonly event: CompiledEvent; readonly text: string } | undefined;
}

const shownCharacters = 120;

/** The beginning of the reason why a fact is not noted again. Such a fact needs no mending. */
export const knownAlready = 'That is known already';

/** Adds the fact to the draft, or says why not and leaves the draft as it was. */
export function addFact(
  draft: Draft,
  operation: OperationOf<'note-fact'>,
  told: ToldEvents,
): string | undefined {
  const found = told.findTold(operation.event);
  if (found === undefined) return `There is no event ${operation.event} that may be a source.`;
  const { event, text } = found;
  if (event.side !== 'user')
    return `Event ${operation.event} is not the person's: a fact must rest on the person's own words.`;
  const quote = findQuote(event.shown, stripEnds(operation.quote));
  if (quote === undefined || !text.includes(quote.words))
    return `The quote is not in event ${operation.event}, which says: "${escapeLine(event.shown, shownCharacters)}".`;
  if (isQuestion(event.shown, quote.end)) return 'The quote is part of a question, which states nothing.';
  const normalForm = normalise(operation.value);
  if (normalise(findFactValue({ content: quote.words, normalForm })) !== normalForm)
    return `"${escapeLine(operation.value, shownCharacters)}" is not in the quote: use words from it.`;
  const { relation, of: owner } = operation;
  const subject = nameFactSubject({ voice: event.voice, owner, relation });
  const known = [...draft.items.values()].find(
    (item) => item.status === 'active' && item.subject === subject && item.normalForm === normalForm,
  );
  const isNoted = draft.facts.some((fact) => fact.subject === subject && fact.normalForm === normalForm);
  if (known !== undefined || isNoted)
    return `${knownAlready}${known === undefined ? '' : `: item ${known.id}`}.`;
  draft.facts.push({
    subject,
    normalForm,
    eventId: operation.event as EventId,
    fact: { owner, relation, value: operation.value, quote: quote.words },
    says: `${renderFactName({ owner, relation })}: ${operation.value}`,
  });
  return undefined;
}

interface FoundQuote {
  /** The words of the quote, exactly as in the event. */
  readonly words: string;
  readonly end: number;
}

/** Removes punctuation that the writer may have put around a quote. */
function stripEnds(quote: string): string {
  return quote.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/u, '');
}

/** Blanks, quotation marks, dashes and capitals make no difference. */
function findQuote(shown: string, quote: string): FoundQuote | undefined {
  const lower = shown.toLowerCase();
  const within = { start: 0, end: shown.length };
  const found =
    findExactQuote(shown, quote, within) ??
    (lower.length === shown.length ? findExactQuote(lower, quote.toLowerCase(), within) : undefined);
  return found && { words: shown.slice(found.start, found.end), end: found.end };
}

/** Whether the sentence in which the quote ends is a question. */
function isQuestion(shown: string, end: number): boolean {
  return /^[^.!…\n]*[?？؟]/u.test(shown.slice(Math.max(0, end - 1)));
}
