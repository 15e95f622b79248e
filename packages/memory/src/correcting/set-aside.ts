// Sets the newest messages of a talk aside, and brings them back.
// While they are set aside, the memory is as if they had not been said.
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { addToIndex } from '../echoes/echo-store.ts';
import { removeFromIndex } from '../echoes/indexed-text-store.ts';
import { type AsideRun, openAsideStore, type TailEvent } from '../events/aside-store.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { openWakeStore } from '../ledger/wake-store.ts';
import { revertChanges } from '../working-memory/revert-changes.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';

export interface MovedMessage extends Pick<MemoryEvent, 'id' | 'side' | 'voice'> {
  /** The part of the message that is shown. */
  readonly shown: string;
}

/** Messages that were set aside or brought back, in the order in which they were said. */
export interface MovedTalk {
  readonly messages: readonly MovedMessage[];
  readonly turn: number;
  /**
   * How many groups of messages were set aside at the point where the talk now ends. Each group can be
   * brought back.
   */
  readonly others: number;
}

export interface UndoOptions {
  /** Whether only the answers to the newest message are set aside, and not the message. */
  readonly isReplyOnly?: boolean | undefined;
  /** The message to set aside. If it is no longer the newest one, nothing is set aside. */
  readonly message?: EventId | undefined;
}

export interface AsideGround {
  readonly connection: Connection;
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
}

/**
 * Sets the newest message of the person aside, together with the answers to it. Throws `UsageError` if there is none,
 * or if it cannot be taken back.
 */
export function undo(ground: AsideGround, { isReplyOnly = false, message }: UndoOptions = {}): MovedTalk {
  const { connection } = ground;
  return connection
    .transaction(() => {
      const tail = chooseTail(connection, isReplyOnly);
      if (message !== undefined && message !== tail[0]) throw refuseOlder();
      return setAside(ground, tail);
    })
    .immediate();
}

/**
 * Brings back the messages that were set aside last at the point where the talk now ends. With `number`, brings back an
 * earlier group; the latest group has number 1. Throws `UsageError` if there is none.
 */
export function redo(ground: AsideGround, number = 1): MovedTalk {
  const { connection } = ground;
  return connection
    .transaction(() => {
      const store = openAsideStore(connection);
      const runs = store.listRunsAt(store.findLast());
      const run = runs[number - 1];
      if (run === undefined) throw refuseRedo(runs.length, listTellings(connection).length);
      return restoreRun(ground, run);
    })
    .immediate();
}

/** A telling: one of several answers to the same message. */
export interface Telling {
  readonly messages: readonly MovedMessage[];
  /** Whether this telling is now part of the talk, and not set aside. */
  readonly isStanding: boolean;
}

/** All tellings that answer the newest message, in the order in which they were told. */
export function listTellings(connection: Connection): readonly Telling[] {
  const store = openAsideStore(connection);
  const events = openEventStore(connection);
  const [message, ...replies] = store.readTail();
  if (message?.side !== 'user') return [];
  const aside = store
    .listRunsAt(message.id)
    .map(({ eventIds }) => ({ ids: eventIds, isStanding: false }))
    .filter(({ ids }) => events.find(ids[0] ?? message.id)?.side === 'companion');
  const standing = replies.length === 0 ? [] : [{ ids: replies.map(({ id }) => id), isStanding: true }];
  return [...aside, ...standing]
    .toSorted((one, other) => (one.ids[0] ?? 0) - (other.ids[0] ?? 0))
    .map(({ ids, isStanding }) => ({ messages: readMessages(connection, ids), isStanding }));
}

/** Replaces the present telling by the telling with this number; the first has number 1. */
export function restoreTelling(ground: AsideGround, number: number): MovedTalk {
  const { connection } = ground;
  return connection
    .transaction(() => {
      const store = openAsideStore(connection);
      const tellings = listTellings(connection);
      const wanted = tellings[number - 1];
      if (wanted === undefined) throw refuseTelling(tellings.length);
      if (wanted.isStanding) return buildMoved(connection, wanted.messages);
      if (tellings.some(({ isStanding }) => isStanding)) setAside(ground, chooseTail(connection, true));
      const first = wanted.messages[0]?.id;
      const run = store.listRunsAt(store.findLast()).find(({ eventIds }) => eventIds[0] === first);
      if (run === undefined) throw refuseTelling(tellings.length);
      return restoreRun(ground, run);
    })
    .immediate();
}

function chooseTail(connection: Connection, isReplyOnly: boolean): readonly EventId[] {
  const store = openAsideStore(connection);
  const tail = store.readTail();
  const [first, ...replies] = tail;
  const chosen = isReplyOnly && first?.side === 'user' ? replies : tail;
  refuseUnfit(tail, chosen);
  const ids = chosen.map(({ id }) => id);
  const compiled = store.findCompiled(ids);
  if (compiled !== undefined) throw refuseCompiled(compiled);
  return ids;
}

function refuseUnfit([first]: readonly TailEvent[], chosen: readonly TailEvent[]): void {
  if (first === undefined || first.side !== 'user' || chosen.length === 0)
    throw new UsageError({
      code: 'memory.nothing-to-undo',
      happened:
        first?.side === 'user'
          ? 'Your newest message has no answer yet.'
          : 'You have said nothing here that could be taken back.',
      todo: 'Only the newest messages of a talk can be taken back. Nothing was changed.',
    });
  if (chosen.some(({ isImported }) => isImported))
    throw new UsageError({
      code: 'memory.nothing-to-undo',
      happened: 'The newest message was imported.',
      todo: 'Only what was said here can be taken back; what was imported can be forgotten. Nothing was changed.',
    });
}

function refuseOlder(): UsageError {
  return new UsageError({
    code: 'memory.nothing-to-undo',
    happened: 'Something was said since then.',
    todo: 'Only the newest messages of a talk can be taken back. Nothing was changed.',
  });
}

function setAside({ connection, nowMs }: AsideGround, ids: readonly EventId[]): MovedTalk {
  const store = openAsideStore(connection);
  const events = openEventStore(connection);
  const items = openWorkingMemoryStore(connection);
  const place = store.findPlaceBefore(ids[0] ?? (0 as EventId));
  const firstChange = store.findLastChange();
  const because = 'the message behind it was taken back';
  revertChanges(items, items.listChangesBy(ids), { because, atMs: nowMs, turn: events.countTurns() });
  for (const id of ids.toReversed()) removeFromIndex(connection, id);
  store.add({ eventIds: ids, place, firstChange, lastChange: store.findLastChange(), atMs: nowMs });
  openWakeStore(connection).removeRecalledAfter(events.countTurns());
  return buildMoved(connection, readMessages(connection, ids));
}

function restoreRun({ connection, nowMs }: AsideGround, aside: AsideRun): MovedTalk {
  const items = openWorkingMemoryStore(connection);
  const events = readEvents(connection, aside.eventIds);
  openAsideStore(connection).remove(aside.run);
  revertChanges(items, items.readChangesWithin(aside.firstChange, aside.lastChange), {
    because: 'the message behind it was brought back',
    atMs: nowMs,
    turn: openEventStore(connection).countTurns(),
  });
  for (const event of events) {
    const shown = showEvent(event, openEventStore(connection).readSpans(event.id));
    if (event.isShown && !event.isParroted) addToIndex(connection, event, shown);
  }
  return buildMoved(connection, readMessages(connection, aside.eventIds));
}

function readEvents(connection: Connection, ids: readonly EventId[]): readonly MemoryEvent[] {
  const found = openEventStore(connection).readAll(ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

function readMessages(connection: Connection, ids: readonly EventId[]): readonly MovedMessage[] {
  const spans = openEventStore(connection).readSpansOf(readEvents(connection, ids));
  return readEvents(connection, ids).map((event) => ({
    id: event.id,
    side: event.side,
    voice: event.voice,
    shown: showEvent(event, spans.get(event.id) ?? []),
  }));
}

function buildMoved(connection: Connection, messages: readonly MovedMessage[]): MovedTalk {
  const store = openAsideStore(connection);
  return {
    messages,
    turn: openEventStore(connection).countTurns(),
    others: store.listRunsAt(store.findLast()).length,
  };
}

function refuseRedo(runs: number, tellings: number): UsageError {
  const former = tellings > 1 ? ', or choose the former answer with /retry 1' : '';
  return new UsageError({
    code: 'memory.nothing-to-redo',
    happened:
      runs === 0
        ? 'There is nothing to bring back: no message that followed the present last one was taken back.'
        : `Only ${runs === 1 ? 'one message' : `${runs} messages`} can be brought back here: no more were taken back after the message that is now the last.`,
    todo:
      runs === 0
        ? `A message can return only to its old place: first /undo what was said there since${former}, then /redo.`
        : 'Write /redo alone, or with a smaller number; a further /redo then brings back the next message.',
  });
}

function refuseTelling(tellings: number): UsageError {
  return new UsageError({
    code: 'memory.no-such-telling',
    happened:
      tellings === 0
        ? 'Nothing has answered your newest message yet.'
        : `The newest message has ${tellings === 1 ? 'one version' : `${tellings} versions`} of its answer.`,
    todo: 'Choose a version by its number, or /retry alone for a new one.',
  });
}

function refuseCompiled(key: string): UsageError {
  return new UsageError({
    code: 'memory.compiled-already',
    happened: `The fragment [${key}] was made from the message that you want to take back.`,
    todo: 'First undo the run of maintenance that made the fragment (terrarium memory maintain --revert), or have the message forgotten. Nothing was changed.',
  });
}
