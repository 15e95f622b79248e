// Holds in mind the facts that a person's message tells, when it is taken in or when an older memory is opened.
import { type Connection, canWrite } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { openAsideStore } from '../events/aside-store.ts';
import type { MemoryEvent } from '../events/event.ts';
import { openEventStore, resolveToldAtMs } from '../events/event-store.ts';
import { findDueDate } from '../events/find-due-date.ts';
import { computeDayStart } from '../events/local-time.ts';
import { showSpans } from '../events/show-event.ts';
import type { Span } from '../tags/tag.ts';
import type { Effect } from '../working-memory/applied.ts';
import { nameFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { openFactExtent } from './fact-extent-store.ts';
import { type FactStore, openFactStore } from './fact-store.ts';
import type { KnownPeople } from './find-people.ts';
import { isWithin } from './is-within.ts';
import { listKnownPeople } from './list-known-people.ts';
import { readDeaths } from './read-deaths.ts';
import { readEastAsianNames } from './read-east-asian-names.ts';
import { type ReadFact, readFacts } from './read-facts.ts';
import { storeDeaths } from './store-deaths.ts';
import { storeFacts } from './store-facts.ts';

export interface ToldMessage {
  readonly event: MemoryEvent;
  readonly spans: readonly Span[];
  /** The time of the message on the clock that makes memories fade: real time, or the time of a story. */
  readonly atMs: number;
  readonly isPresent?: boolean | undefined;
  /** The person's time zone; by default the machine's. */
  readonly timeZone?: string | undefined;
}

export interface FactStores {
  readonly workingMemory: WorkingMemoryStore;
  readonly facts: FactStore;
}

/** Must be called within the message's transaction. */
export function storeToldFacts(
  { workingMemory, facts }: FactStores,
  { event, spans, atMs, isPresent, timeZone }: ToldMessage,
): readonly Effect[] {
  if (event.side !== 'user' || !event.isShown || event.isParroted) return [];
  const { id: eventId, voice, turn } = event;
  const cause = { atMs: event.atMs };
  const told = readToldFacts({ text: event.text, spans }, listKnownPeople(facts, voice));
  const beginning = openBeginnings({ event, atMs, timeZone });
  const findBegin = (fact: ReadFact) =>
    beginning(fact) ?? findCorrectedBeginning(workingMemory, fact, { told, voice, atMs });
  const telling = { voice, eventId, atMs, isPresent, turn, cause };
  const isNews = (fact: ReadFact) => !isStillSo({ workingMemory, facts }, fact, { voice, atMs });
  const isMeant = (fact: ReadFact) =>
    (fact.isBack !== true || isReturn({ workingMemory, facts }, fact, { voice, told })) &&
    (fact.isCorrecting !== true || listDenied(workingMemory, fact, { told, voice }).length > 0) &&
    (fact.isIfUnknown !== true || listActive(workingMemory, fact, voice).length === 0);
  const now = told.filter((fact) => findBegin(fact) === undefined && isMeant(fact)).filter(isNews);
  const later = told.filter(isMeant).flatMap((fact) => {
    const beginMs = findBegin(fact);
    return beginMs === undefined || isActive(workingMemory, fact, voice) ? [] : [{ fact, beginMs }];
  });
  return [
    ...storeFacts(workingMemory, now, telling),
    ...storeDeaths(workingMemory, readToldDeaths({ text: event.text, spans }), telling),
    ...later.flatMap(({ fact, beginMs }) =>
      storeFacts(workingMemory, [fact], { ...telling, atMs: beginMs, cause: { atMs: beginMs } }),
    ),
  ];
}

/**
 * Whether somebody who is "back at" a place works or lives there again: they have just left another, or they once worked
 * there. Being back in a town that one lived in may be a visit.
 */
function isReturn(
  { workingMemory, facts }: FactStores,
  { owner, relation, value }: ReadFact,
  { voice, told }: { readonly voice: string; readonly told: readonly ReadFact[] },
): boolean {
  const subject = nameFactSubject({ voice, owner, relation });
  const isHere = (item: WorkingItem) => isWithin(value, findFactValue(item));
  if (workingMemory.readActiveAbout('fact', subject).some(isHere)) return false;
  const hasLeft = told.some((one) => one.isOver === true && one.owner === owner && one.relation === relation);
  // The words "back with Tess" and "back at my parents' house" may name a home, or only people.
  if (hasLeft && !/^(?:with|at (?:my|our))(?!\p{L})/iu.test(value)) return true;
  return (
    relation === 'workplace' &&
    [...workingMemory.readContents(facts.listFormer(subject)).values()].some(isHere)
  );
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns a function that finds the beginning of a fact that, as the message says, is true only from a coming day on;
 * undefined if the fact is already true. If memories fade by the time of a story, each fact is true at once, because
 * the memory looks back only by real time.
 */
function openBeginnings({ event, atMs, timeZone = ownZone }: Omit<ToldMessage, 'spans'>) {
  return ({ begins }: ReadFact): number | undefined => {
    if (begins === undefined || atMs !== event.atMs) return undefined;
    const due = findDueDate(`on ${begins}`, { atMs, timeZone, languages: ['en'] });
    const beginMs = due === undefined ? undefined : computeDayStart(due.dueAtMs, timeZone);
    return beginMs === undefined || beginMs <= atMs ? undefined : beginMs;
  };
}

/**
 * A correction of a fact that is still to come is true from the same day on: "I told you wrong: the job is in Malmö,
 * not Lund".
 */
function findCorrectedBeginning(
  store: WorkingMemoryStore,
  fact: ReadFact,
  { told, voice, atMs }: Teller & { readonly told: readonly ReadFact[] },
): number | undefined {
  if (fact.isOver === true) return undefined;
  return listDenied(store, fact, { told, voice }).find(({ createdAtMs }) => createdAtMs > atMs)?.createdAtMs;
}

/** Lists the known facts of the same kind whose value the message denies. */
function listDenied(
  store: WorkingMemoryStore,
  fact: ReadFact,
  { told, voice }: { readonly told: readonly ReadFact[]; readonly voice: string },
): readonly WorkingItem[] {
  const denied = told.filter(
    (one) => one.isOver === true && one.owner === fact.owner && one.relation === fact.relation,
  );
  return denied.length === 0
    ? []
    : listActive(store, fact, voice).filter((item) =>
        denied.some(({ value }) => isWithin(value, findFactValue(item))),
      );
}

interface Teller {
  readonly voice: string;
  readonly atMs: number;
}

function listActive(store: WorkingMemoryStore, { owner, relation }: ReadFact, voice: string) {
  return store.readActiveAbout('fact', nameFactSubject({ voice, owner, relation }));
}

function isActive(store: WorkingMemoryStore, fact: ReadFact, voice: string): boolean {
  const normalForm = normalise(fact.value);
  return fact.isOver !== true && listActive(store, fact, voice).some((one) => one.normalForm === normalForm);
}

/**
 * Whether the message only repeats a known fact that is true until a coming fact begins, as the person has already
 * told.
 */
function isStillSo({ workingMemory, facts }: FactStores, fact: ReadFact, { voice, atMs }: Teller): boolean {
  const subject = nameFactSubject({ voice, owner: fact.owner, relation: fact.relation });
  const isComing = ({ createdAtMs }: WorkingItem) => createdAtMs > atMs;
  if (fact.isOver === true || !listActive(workingMemory, fact, voice).some(isComing)) return false;
  const former = [...workingMemory.readContents(facts.listFormer(subject)).values()];
  return former.some(
    ({ id, normalForm, createdAtMs }) =>
      createdAtMs <= atMs &&
      normalForm === normalise(fact.value) &&
      (workingMemory.readChanges(id).at(-1)?.atMs ?? 0) > atMs,
  );
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
  const told = [...readFacts(said, people), ...readEastAsianNames(said)];
  return told.filter(({ quote }) => text.includes(quote));
}

function readToldDeaths({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  const said = showSpans(spans.filter(({ tag }) => tag === 'say'));
  return readDeaths(said).filter(({ quote }) => text.includes(quote));
}

const pageSize = 500;

/** Reads facts from past messages, in a memory that was migrated or imported from a layout without facts. */
export function fillFacts(
  connection: Connection,
  profile: DecayProfile = defaultProfile,
  timeZone?: string,
): void {
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
            timeZone,
          });
        const last = page.at(-1)?.id;
        if (last === undefined) break;
        afterId = last;
      }
      extent.markFilled();
    })
    .immediate();
}
