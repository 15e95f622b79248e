// Searches for echoes: earlier moments, of any age, that are related to a message.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { type EchoQuery, type RankBy, type RankedPlace, rankPlaces } from './rank-places.ts';

export interface EchoSearch extends EchoQuery {
  /** Events that are already in the context. */
  readonly inView: ReadonlySet<EventId>;
  /** How many tokens the section may take; if 0, nothing is searched. */
  readonly budgetTokens: number;
  readonly tokens: { count(text: string): number };
}

/** A moment that the message brought back. */
export interface Echo {
  readonly event: MemoryEvent;
  /** The part of the moment that is shown. */
  readonly shownText: string;
  readonly score: number;
  readonly rankBy: RankBy;
  /** The values of `rankBy`, in words. */
  readonly because: string;
  /**
   * Set if the moment is certainly no longer true: the fact about which a later message told something else, and when.
   */
  readonly toldAnew?: { readonly name: string; readonly atMs: number } | undefined;
}

/**
 * Moments are found for this many tokens more than the budget, but at most for twice the budget, so that moments that
 * are too long can be skipped.
 */
const spareTokens = 600;
const mostFound = 400;

/**
 * The best moment first; among equal ones the later first. A moment that says the same as a better one of the same
 * voice is left out.
 */
export function searchEchoes(connection: Connection, search: EchoSearch): readonly Echo[] {
  const { budgetTokens, tokens } = search;
  if (budgetTokens <= 0) return [];
  const echoes: Echo[] = [];
  let left = budgetTokens + Math.min(budgetTokens, spareTokens);
  for (const echo of listEchoes(connection, search)) {
    echoes.push(echo);
    left -= Math.min(budgetTokens, tokens.count(echo.shownText));
    if (left <= 0 || echoes.length === mostFound) break;
  }
  return echoes;
}

function* listEchoes(connection: Connection, search: EchoSearch): Generator<Echo> {
  const said = new Set<string>();
  for (const { event, shownText, score, rankBy } of readRanked(connection, search)) {
    const key = `${event.voice}\n${shownText}`;
    if (shownText === '' || said.has(key)) continue;
    said.add(key);
    const how = rankBy();
    yield { event, shownText, score, rankBy: how, because: explainRank(how) };
  }
}

type RankedEvent = Pick<RankedPlace, 'score' | 'rankBy'> & Pick<Echo, 'event' | 'shownText'>;

/** Moments are read in batches of this size, since most ranked moments are never needed. */
const batch = 32;

function* readRanked(connection: Connection, search: EchoSearch): Generator<RankedEvent> {
  const store = openEventStore(connection);
  const ranked = rankPlaces(connection, search).filter(({ eventId }) => !search.inView.has(eventId));
  for (let from = 0; from < ranked.length; from += batch) {
    const part = ranked.slice(from, from + batch);
    const events = store.readAll(part.map(({ eventId }) => eventId));
    const spans = store.readSpansOf([...events.values()]);
    for (const { eventId, score, rankBy } of part) {
      const event = events.get(eventId);
      if (event === undefined) continue;
      yield { event, shownText: showEvent(event, spans.get(eventId) ?? []), score, rankBy };
    }
  }
}

/** Says in words why an event was found. */
function explainRank({ words, wordsBeside, isVoiceNamed, isTimeNamed, vectorRank }: RankBy): string {
  const reasons = [
    words.length > 0 ? `contains ${words.join(', ')}` : '',
    wordsBeside.length > 0 ? `next to a message with ${wordsBeside.join(', ')}` : '',
    isVoiceNamed ? 'said by somebody whom the message names' : '',
    isTimeNamed ? 'said at the time that the message names' : '',
    vectorRank === undefined ? '' : `alike in meaning, rank ${vectorRank}`,
  ];
  return reasons.filter((reason) => reason !== '').join('; ');
}
