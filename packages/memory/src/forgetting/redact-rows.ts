// Redacts the rows of a memory: removes from every table what is forgotten, within the caller's transaction.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import type { Fragment } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { packLedger, unpackLedger } from '../ledger/wake-ledger.ts';
import { openRunStore } from '../maintenance/run-store.ts';
import type { ItemId } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import type { Going } from './collect-going.ts';
import {
  type ForgettingStore,
  notedTables,
  openForgettingStore,
  packWords,
  type TextRow,
  unpackWords,
} from './forgetting-store.ts';
import { isStillShown, readGone } from './going-moment.ts';
import { redactAmbient } from './redact-ambient.ts';
import { redactFragment } from './redact-fragment.ts';
import {
  type RecordRedaction,
  redactChange,
  redactLedger,
  redactOperations,
  redactReply,
  redactTexts,
  redactWords,
} from './redact-records.ts';

export interface ForgettingMoment {
  readonly atMs: number;
  readonly turn: number;
}

export interface Redacted {
  /** Keys of fragments that were removed. */
  readonly fragments: readonly string[];
  /** Keys of fragments that lost some of their text. */
  readonly changedFragments: readonly string[];
  /** Each changed fragment before and after the change; the text after is undefined if nothing of it is left. */
  readonly texts: readonly RedactedText[];
  readonly flags: number;
  /** How many stored records lost words: changes, runs, wakes. */
  readonly records: number;
  /** Stored paths of images that no event shows any more. */
  readonly images: readonly string[];
}

export interface RedactedText {
  readonly before: Fragment;
  readonly after: Fragment | undefined;
}

interface Room {
  readonly connection: Connection;
  readonly store: ForgettingStore;
  readonly going: Going;
  readonly at: ForgettingMoment;
  readonly redaction: RecordRedaction;
  /**
   * Keys of the fragments of which nothing is left, and of the fragments that lost some of their text. Both sets are
   * filled while the fragments are redacted.
   */
  readonly goneKeys: Set<string>;
  readonly changedKeys: Set<string>;
  readonly texts: RedactedText[];
}

export function redactRows(connection: Connection, going: Going, at: ForgettingMoment): Redacted {
  const store = openForgettingStore(connection);
  const goneKeys = new Set(going.fragments.map(({ key }) => key));
  const room: Room = {
    connection,
    store,
    going,
    at,
    goneKeys,
    changedKeys: new Set(),
    texts: [],
    redaction: buildRedaction(connection, going, goneKeys),
  };
  addTombstones(room);
  removeFromMind(room);
  const images = writeMoments(room);
  writeItems(room);
  writeFragments(room);
  const flags = removeFlags(room);
  const records = redactRuns(room) + redactWakes(room);
  store.removeRecalled((key) => goneKeys.has(key) || going.own.isToldIn(key.replaceAll('-', ' ')));
  store.cancelOpenRuns(at.atMs);
  const changedFragments = [...room.changedKeys];
  return { fragments: [...goneKeys], changedFragments, texts: room.texts, flags, records, images };
}

function buildRedaction(
  connection: Connection,
  { moments, items, own }: Going,
  goneKeys: ReadonlySet<string>,
): RecordRedaction {
  const byId = new Map(moments.map((moment) => [moment.event.id, moment]));
  const events = openEventStore(connection);
  const gone = new Map<EventId, string>();
  for (const { event, isWhole } of moments) if (isWhole) gone.set(event.id, event.text);
  for (const { event, isWhole, sentences, thinking = '' } of moments) {
    if (isWhole) continue;
    const parts = items.filter(({ content }) => event.text.includes(content)).map(({ content }) => content);
    gone.set(event.id, [sentences, thinking, ...parts].join('\n'));
  }
  return {
    own,
    gone,
    goneKeys,
    isWhole: (id) => byId.get(id)?.isWhole === true,
    readText: (id) => byId.get(id)?.rest.text ?? events.find(id)?.text ?? '',
  };
}

function addTombstones({ store, going, at: { atMs } }: Room): void {
  for (const { event, isWhole } of going.moments)
    store.start({ thing: isWhole ? 'moment' : 'part', number: event.id, atMs });
  for (const { id } of going.items) store.start({ thing: 'item', number: id, atMs });
  for (const { id } of going.fragments) store.start({ thing: 'fragment', number: id, atMs });
}

/** Items that are still in mind are dropped as usual, by a change that is stored. */
function removeFromMind({ connection, going, at }: Room): void {
  const items = openWorkingMemoryStore(connection);
  const cause = { because: 'it was forgotten', ...at };
  for (const item of going.items)
    if (item.status === 'active')
      items.updateState(item, { change: 'status', to: { status: 'dropped' }, cause });
}

function writeMoments({ store, going: { moments } }: Room): readonly string[] {
  for (const moment of moments) {
    const { event, isWhole, rest } = moment;
    const imagePath = isWhole ? undefined : event.imagePath;
    store.writeEvent({ id: event.id, isShown: isStillShown(moment), imagePath }, rest);
  }
  const shown = moments.flatMap(({ event, isWhole }) => (isWhole ? (event.imagePath ?? []) : []));
  return [...new Set(shown)].filter((path) => !store.hasImage(path));
}

function writeItems({ store, going: { items, own } }: Room): void {
  const gone = new Set<number>(items.map(({ id }) => id));
  const blank = { content: '', normal_form: '', subject: null, due_words: null, due_at_ms: null };
  store.update(notedTables.items, ({ id }) => (gone.has(id as number) ? blank : undefined));
  for (const id of gone) store.removeLinks(id as ItemId);
  store.update(notedTables.changes, (row) => {
    const isOf = gone.has(row['item_id'] as number);
    const because =
      (isOf && row['run_id'] !== null) || own.isToldIn(String(row['because'])) ? '' : row['because'];
    const before = isOf && row['before'] !== null ? stripDue(String(row['before'])) : row['before'];
    return because === row['because'] && before === row['before']
      ? undefined
      : ({ because, before } as TextRow);
  });
}

/** The state of a plan without its due date and the words from which the date was read. */
function stripDue(state: string): string {
  const { dueAtMs: _at, dueWords: _words, ...others } = JSON.parse(state) as Record<string, unknown>;
  return JSON.stringify(others);
}

function writeFragments(room: Room): void {
  const { connection, store, going, redaction, goneKeys, at } = room;
  const fragments = openFragmentStore(connection);
  for (const fragment of fragments.list()) {
    const after = goneKeys.has(fragment.key) ? undefined : redactFragment(fragment, redaction);
    if (after === undefined) {
      room.texts.push({ before: fragment, after });
      if (!going.fragments.some(({ id }) => id === fragment.id))
        store.start({ thing: 'fragment', number: fragment.id, atMs: at.atMs });
      goneKeys.add(fragment.key);
      fragments.remove(fragment.key);
    } else if (writeFragment(store, fragment, after)) {
      room.texts.push({ before: fragment, after });
      room.changedKeys.add(fragment.key);
    }
  }
  store.update(notedTables.edges, ({ label }) =>
    going.own.isToldIn(String(label)) ? { label: '' } : undefined,
  );
}

/**
 * Writes what is left of a fragment, and removes its lost sources. Returns whether any text of the fragment changed.
 */
function writeFragment(store: ForgettingStore, before: Fragment, after: Fragment): boolean {
  for (const id of before.sources) if (!after.sources.includes(id)) store.removeSource(before.id, id);
  const { ambient, recognition, inventory } = after;
  const isSame =
    ambient === before.ambient && recognition === before.recognition && inventory === before.inventory;
  if (!isSame) store.writeFragment(before.id, after);
  return !isSame;
}

function removeFlags({ connection, store, going: { own }, redaction, goneKeys }: Room): number {
  const isGone = (text: string, events: readonly EventId[]) =>
    own.isToldIn(text) ||
    events.some(redaction.isWhole) ||
    [...goneKeys].some((key) => text.includes(`[${key}]`));
  const gone = openRunStore(connection)
    .listFlags()
    .filter(({ text, events }) => isGone(text, events));
  for (const { id } of gone) store.removeFlag(id);
  return gone.length;
}

function redactRuns(room: Room): number {
  const { store, redaction, going } = room;
  const { own } = going;
  const isRead = buildReadTest(room);
  const batches = store.update(notedTables.batches, (row) => {
    const operations = JSON.stringify(redactOperations(JSON.parse(String(row['operations'])), redaction));
    const refusals = JSON.stringify(redactTexts(JSON.parse(String(row['refusals'])), own.cut));
    const isSame = operations === row['operations'] && refusals === row['refusals'];
    const reply = isSame && !isRead(Number(row['run_id'])) ? redactReply(String(row['reply']), own) : '';
    const isKeyGone = redaction.goneKeys.has(String(row['fragments_done']));
    const fragments_done = isKeyGone ? '' : String(row['fragments_done']);
    return isSame && reply === row['reply'] && !isKeyGone
      ? undefined
      : { operations, refusals, reply, fragments_done };
  });
  const proposals = store.update(notedTables.proposals, ({ operation, state }) => {
    const [left] = redactOperations([JSON.parse(String(operation))], redaction);
    const after = JSON.stringify(left ?? {});
    if (after === operation) return undefined;
    return { operation: after, state: left === undefined ? 'withdrawn' : String(state) };
  });
  const changes = store.update(notedTables.runChanges, (row) => redactRunChange(row, room));
  const writes = store.update(notedTables.ambientWrites, (row) => {
    const [former, text, because] = [row['former'], row['text'], row['because']].map((one) =>
      typeof one === 'string' ? redactAmbient(one, { own, ...room }) : null,
    );
    const after = { former: former ?? null, text: text ?? null, because: because ?? '' };
    return isSameRow(row, after) ? undefined : after;
  });
  const seen = new Set<number>(going.moments.map(({ event }) => event.id));
  const passes = store.update(notedTables.tagPasses, (row) => {
    const reply = seen.has(Number(row['event_id'])) ? '' : redactReply(String(row['reply']), own);
    return reply === row['reply'] ? undefined : { reply };
  });
  return batches + proposals + changes + writes + passes;
}

function redactRunChange(row: TextRow, { redaction, going }: Room): TextRow | undefined {
  const parse = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : undefined);
  const pack = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const { thing, name, because } = row;
  const isGoneItem = thing === 'item' && going.items.some(({ id }) => String(id) === name);
  const noted = { thing: String(thing), name: String(name), because: String(because) };
  const [before, after] = [parse(row['before']), parse(row['after'])];
  const redacted = isGoneItem
    ? { ...noted, before: cutDue(before), after: cutDue(after), because: '' }
    : redactChange({ ...noted, before, after }, redaction);
  const packed = {
    name: redacted.name,
    because: redacted.because,
    before: pack(redacted.before),
    after: pack(redacted.after),
  };
  return isSameRow(row, packed) ? undefined : packed;
}

function cutDue(state: unknown): unknown {
  return typeof state === 'object' && state !== null ? JSON.parse(stripDue(JSON.stringify(state))) : state;
}

/** Builds a test for runs that were shown what is forgotten: their replies may say it in other words. */
function buildReadTest({ connection, going: { moments } }: Room): (runId: number) => boolean {
  const runs = openRunStore(connection);
  const ids = moments.filter((moment) => readGone(moment) !== '').map(({ event }) => event.id);
  return (runId) => {
    const run = runs.find(runId);
    if (run === undefined) return false;
    return ids.some((id) => id <= run.upToEventId && (run.kind === 'deep' || id > run.afterEventId));
  };
}

function redactWakes({ store, redaction, going: { own } }: Room): number {
  const wakes = store.update(notedTables.wakes, ({ ledger }) => {
    const before = unpackLedger(ledger as Buffer);
    const after = redactLedger(before, redaction);
    return JSON.stringify(after) === JSON.stringify(before) ? undefined : { ledger: packLedger(after) };
  });
  const words = store.update(notedTables.wakeWords, (row) => {
    const before = unpackWords(row['words'] as Buffer);
    const after = redactWords(before, own);
    return JSON.stringify(after) === JSON.stringify(before) ? undefined : { words: packWords(after) };
  });
  return wakes + words;
}

function isSameRow(row: TextRow, after: TextRow): boolean {
  return Object.entries(after).every(([name, value]) => row[name] === value);
}
