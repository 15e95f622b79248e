// Holds in mind the facts that a person's message tells, when it is taken in or when an older memory is opened.
import { type Connection, canWrite } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { openAsideStore } from '../events/aside-store.ts';
import type { MemoryEvent } from '../events/event.ts';
import { openEventStore, resolveToldAtMs } from '../events/event-store.ts';
import { showSpans } from '../events/show-event.ts';
import type { Span } from '../tags/tag.ts';
import type { Effect } from '../working-memory/apply-span.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { openFactExtent } from './fact-extent-store.ts';
import { type FactStore, openFactStore } from './fact-store.ts';
import type { KnownPeople } from './find-people.ts';
import { listKnownPeople } from './list-known-people.ts';
import { type ReadFact, readFacts } from './read-facts.ts';
import { storeFacts } from './store-facts.ts';

export interface ToldMessage {
  readonly event: MemoryEvent;
  readonly spans: readonly Span[];
  /** When the message counts as told, by the clock by which memories fade. */
  readonly atMs: number;
  readonly isPresent?: boolean | undefined;
}

export interface FactStores {
  readonly workingMemory: WorkingMemoryStore;
  readonly facts: FactStore;
}

/** Must be called within the message's transaction. */
export function storeToldFacts(
  { workingMemory, facts }: FactStores,
  { event, spans, atMs, isPresent }: ToldMessage,
): readonly Effect[] {
  if (event.side !== 'user' || !event.isShown || event.isParroted) return [];
  const { id: eventId, voice, turn } = event;
  const cause = { atMs: event.atMs };
  const told = readToldFacts({ text: event.text, spans }, listKnownPeople(facts, voice));
  return storeFacts(workingMemory, told, {
    voice,
    eventId,
    atMs,
    isPresent,
    turn,
    cause,
  });
}

/**
 * Reads only what is said: what is done or narrated is not a statement, and text around a hidden part is not a
 * quote.
 */
export function readToldFacts(
  { text, spans }: { readonly text: string; readonly spans: readonly Span[] },
  people: KnownPeople,
): readonly ReadFact[] {
  const said = showSpans(spans.filter(({ tag }) => tag === 'say'));
  return readFacts(said, people).filter(({ quote }) => text.includes(quote));
}

const pageSize = 500;

/** Reads facts from past messages, in a memory that was migrated from a layout without facts. */
export function fillFacts(connection: Connection, profile: DecayProfile = defaultProfile): void {
  const extent = openFactExtent(connection);
  if (!canWrite(connection) || extent.isFilled()) return;
  connection
    .transaction(() => {
      if (extent.isFilled()) return;
      const events = openEventStore(connection);
      const stores = { workingMemory: openWorkingMemoryStore(connection), facts: openFactStore(connection) };
      const aside = openAsideStore(connection);
      for (let afterId = 0; ; ) {
        const page = events.readArrived({ afterId, limit: pageSize });
        const spans = events.readSpansOf(page);
        for (const event of page.filter(({ id }) => !aside.isAside(id)))
          storeToldFacts(stores, {
            event,
            spans: spans.get(event.id) ?? [],
            atMs: resolveToldAtMs(event, profile),
          });
        const last = page.at(-1)?.id;
        if (last === undefined) break;
        afterId = last;
      }
      extent.markFilled();
    })
    .immediate();
}
