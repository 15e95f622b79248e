// Reads for a page what is in mind: items with their present and later scores, and what the newest message brought to mind.
import type { Connection } from '@terrarium/kernel/open-database';
import { openMemoryStores } from '../assembly/waking.ts';
import type { DecayProfile } from '../decay/profile.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { showEvent } from '../events/show-event.ts';
import { describeFacts, type KnownFact, listFacts } from '../facts/known-fact.ts';
import { computeDecayProjection, type DecayLine } from '../inspect/compute-decay-projection.ts';
import type { SectionTotal, WakeLedger } from '../ledger/wake-ledger.ts';
import type { WakeStore } from '../ledger/wake-store.ts';
import { describeRecurrence } from '../working-memory/describe-item.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { openItemsUntil } from '../working-memory/items-until-store.ts';

export interface MindRequest {
  /** The moment for which to read, in real time, not the time of a story. */
  readonly nowMs: number;
  /**
   * Whether the moment is in the past. Then the answer has no wake, because the fragments of a wake would be
   * shown in their present form.
   */
  readonly isPast?: boolean | undefined;
  readonly profile: DecayProfile;
  readonly timeZone: string;
  /** How many hours to look ahead, and at how many points in time. */
  readonly hours: number;
  readonly steps: number;
  /** The maximum number of items to return; the weightiest come first. */
  readonly limit: number;
}

export interface MindLine extends DecayLine {
  readonly eventId: EventId;
  readonly createdAtMs: number;
  readonly isKept: boolean;
  /** The words that say when a plan recurs. */
  readonly recurrence: string | undefined;
  /** Whether the item had enough weight at the newest wake, but others took the room. */
  readonly isCrowdedOut: boolean;
}

/** A fact, with the times at which it becomes true and stops being true, if these are still to come. */
export interface MindFact extends KnownFact {
  readonly fromMs: number | undefined;
  readonly untilMs: number | undefined;
}

/** A fragment that was in the newest wake. */
export interface KnownFragment {
  readonly key: string;
  readonly text: string;
  readonly because: string | undefined;
}

/** An earlier moment that was in the newest wake. */
export interface EchoedMoment extends Pick<MemoryEvent, 'id' | 'voice' | 'atMs' | 'isUndated'> {
  readonly shown: string;
  readonly because: string;
}

export interface Mind {
  readonly momentsMs: readonly number[];
  readonly turn: number;
  /** The least score with which an item can be in a wake. */
  readonly threshold: number;
  readonly lines: readonly MindLine[];
  readonly otherItems: number;
  readonly secrets: number;
  /** The facts about people that are true at one of the moments, the newest first. */
  readonly facts: readonly MindFact[];
  /** The contents of the newest wake; undefined for a moment in the past, or if there was no wake yet. */
  readonly wake: MindWake | undefined;
}

export interface MindWake {
  readonly atMs: number;
  /** How full working memory is, from 0 to 1. */
  readonly pressure: number;
  readonly sections: readonly SectionTotal[];
  readonly known: readonly KnownFragment[];
  readonly echoes: readonly EchoedMoment[];
}

/** Only looks: writes nothing, and returns no secret. */
export function readMind(connection: Connection, request: MindRequest): Mind {
  const { wakes } = openMemoryStores(connection);
  const items = openItemsUntil(connection, request.nowMs);
  const projection = computeDecayProjection(connection, { ...request, withSecrets: false });
  const ledger = request.isPast === true ? undefined : findNewest(wakes, request.nowMs);
  const crowded = new Set(ledger?.items.filter(({ left }) => left === 'no-room').map(({ id }) => id));
  const contents = items.readContents(projection.lines.map(({ itemId }) => itemId));
  const { momentsMs, turn, lines, otherItems } = projection;
  return {
    momentsMs,
    turn,
    threshold: request.profile.threshold,
    lines: lines.map((line) => {
      const item = contents.get(line.itemId);
      return {
        ...line,
        eventId: item?.eventId ?? (0 as EventId),
        createdAtMs: item?.createdAtMs ?? 0,
        isKept: item?.isKept ?? false,
        recurrence: item && describeRecurrence(item, request.timeZone),
        isCrowdedOut: crowded.has(line.itemId),
      };
    }),
    otherItems,
    secrets: items.readActive().filter(({ kind }) => kind === 'secret').length,
    facts:
      request.isPast === true
        ? readFactsOf(connection, [request.nowMs])
        : readFactsOf(connection, [request.nowMs, ...listTurns(connection, request.nowMs)]),
    wake: ledger && buildWake(connection, ledger),
  };
}

/** At most this many coming days on which facts begin or end are looked at. */
const mostTurns = 12;

/** The coming points in time at which facts that have already been told begin to be true. */
function listTurns(connection: Connection, nowMs: number): readonly number[] {
  const facts = openMemoryStores(connection).items.readActiveOf('fact');
  const coming = filterTold(
    connection,
    facts.filter(({ createdAtMs }) => createdAtMs > nowMs),
    nowMs,
  ).map(({ createdAtMs }) => createdAtMs);
  return [...new Set(coming)].toSorted((one, other) => one - other).slice(0, mostTurns);
}

function filterTold(
  connection: Connection,
  items: readonly WorkingItem[],
  nowMs: number,
): readonly WorkingItem[] {
  const events = openMemoryStores(connection).events.readAll(items.map(({ eventId }) => eventId));
  return items.filter(({ eventId }) => (events.get(eventId)?.atMs ?? 0) <= nowMs);
}

/** The facts that are true at one of these moments, of which the first is the present one. */
function readFactsOf(connection: Connection, momentsMs: readonly number[]): readonly MindFact[] {
  const [presentMs = 0] = momentsMs;
  const moments = momentsMs.map((nowMs) => {
    const ground = { connection, items: openItemsUntil(connection, nowMs) };
    const facts = listFacts(ground);
    return { ground, facts, ids: new Set(facts.map(({ id }) => id)) };
  });
  return moments.flatMap(({ ground, facts }, at) => {
    const others = facts.filter(({ id }) => !moments.slice(0, at).some(({ ids }) => ids.has(id)));
    const told = at === 0 ? others : filterTold(connection, others, presentMs);
    return describeFacts(ground, told).map((fact) => {
      const end = moments.findIndex(({ ids }, later) => later > at && !ids.has(fact.item.id));
      return { ...fact, fromMs: at === 0 ? undefined : momentsMs[at], untilMs: momentsMs[end] };
    });
  });
}

/** The newest wake up to this moment. */
function findNewest(wakes: WakeStore, nowMs: number): WakeLedger | undefined {
  for (let id = wakes.findNewestId() ?? 0; id > 0; id -= 1) {
    const ledger = wakes.find(id);
    if (ledger !== undefined && (ledger.saidUntilMs ?? 0) <= nowMs) return ledger;
  }
  return undefined;
}

function buildWake(connection: Connection, ledger: WakeLedger): MindWake {
  const { nowMs, pressure, sections } = ledger;
  const { fragments } = openMemoryStores(connection);
  const inView = ledger.fragments.filter(({ left }) => left === undefined);
  const known = inView.flatMap(({ key, because }) => {
    const fragment = fragments.findByKey(key);
    const text = fragment?.recognition || fragment?.ambient;
    return text === undefined || text === '' ? [] : [{ key, text, because }];
  });
  return { atMs: nowMs, pressure, sections, known, echoes: readEchoes(connection, ledger) };
}

/** Leaves out moments that were forgotten or set aside since. */
function readEchoes(connection: Connection, ledger: WakeLedger): readonly EchoedMoment[] {
  const { events } = openMemoryStores(connection);
  const chosen = ledger.echoes.filter(({ left }) => left === undefined);
  const found = events.readAll(chosen.map(({ id }) => id));
  const spans = events.readSpansOf([...found.values()]);
  return chosen.flatMap(({ id, because }) => {
    const event = found.get(id);
    const shown = event === undefined ? '' : showEvent(event, spans.get(id) ?? []);
    if (event === undefined || shown === '') return [];
    const { voice, atMs, isUndated } = event;
    return [{ id, voice, atMs, isUndated, shown, because }];
  });
}
