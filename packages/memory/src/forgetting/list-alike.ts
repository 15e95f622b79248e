// Lists moments that say much the same as given texts, whoever said them.

import type { Connection } from '@terrarium/kernel/open-database';
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import { isAskingToForget, stripForgetting } from '../facts/is-asking-to-forget.ts';
import { parseUserMessage } from '../tags/parse-message.ts';
import { countShared, hasAll, normalise } from '../working-memory/normal-form.ts';
import { isOrdinary, isParticle } from './is-ordinary.ts';

/** A text with at least this share of another text's words says much the same. */
const alikeFrom = 0.6;
const eventsAtOnce = 500;
const most = 20;

/** Returns the newest moments that say much the same as one of the texts: at most `most`, the oldest of them first. */
export function listAlike(connection: Connection, texts: readonly string[]): readonly EventId[] {
  const wanted = listWanted(texts);
  const same = new Set(texts.map(normaliseSaid).filter((text) => text !== ''));
  const alike: EventId[] = [];
  const events = openEventStore(connection);
  for (let page = events.readArrived({ afterId: 0, limit: eventsAtOnce }); page.length > 0; ) {
    for (const { id, text } of page)
      if (same.has(normaliseSaid(text)) || isAlike(text, wanted)) alike.push(id);
    page = events.readArrived({ afterId: page.at(-1)?.id ?? 0, limit: eventsAtOnce });
  }
  return alike.slice(-most);
}

/** The normal form of what a text says aloud, because others did not hear what its tags hide. */
function normaliseSaid(text: string): string {
  return normalise(showSpans(parseUserMessage(text).spans));
}

interface Wanted {
  readonly terms: ReadonlySet<string>;
  /** The terms that are not ordinary words. */
  readonly telling: ReadonlySet<string>;
}

/** Lists the distinct terms of each text. Leaves out texts with fewer than two of them. */
export function listWanted(texts: readonly string[]): readonly Wanted[] {
  return texts
    .map((one) => collectDistinctTerms(one))
    .filter((terms) => terms.size > 1)
    .map((terms) => ({ terms, telling: new Set([...terms].filter(isTelling)) }));
}

const oneUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/**
 * Whether a term can show that two texts are alike. Ordinary words cannot, nor single characters of Japanese or
 * Chinese: they occur in many texts.
 */
function isTelling(term: string): boolean {
  return !isOrdinary(term) && !isParticle(term) && !oneUnspaced.test(term);
}

/**
 * Whether the text has most of the telling words of a wanted text. If at most one of its words is telling, the text
 * must also have most of all its words, even ordinary ones such as "bit" and "feel".
 */
export function isAlike(text: string, wanted: readonly Wanted[]): boolean {
  const said = collectDistinctTerms(text);
  return wanted.some(({ terms, telling }) => {
    const isShared = (some: ReadonlySet<string>) => countShared(some, said) >= alikeFrom * some.size;
    return isShared(telling) && (telling.size > 1 || isShared(terms));
  });
}

/** Whether a text asks to have one of the wanted texts forgotten, and names it only by words of that text. */
export function isAskingFor(text: string, wanted: readonly Wanted[]): boolean {
  const asked = isAskingToForget(text) ? collectDistinctTerms(stripForgetting(text)) : new Set<string>();
  return asked.size > 0 && wanted.some(({ terms }) => hasAll(terms, asked));
}
