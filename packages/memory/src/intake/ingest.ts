// Ingesting: in one transaction, one message becomes an event with its tags, and its content changes working memory.
import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { type EventOrigin, type EventStore, openEventStore, resolveToldAtMs } from '../events/event-store.ts';
import { describeUnread } from '../events/find-unread-language.ts';
import type { DateLanguage } from '../events/load-date-parser.ts';
import { showSpans } from '../events/show-event.ts';
import { type FactStore, openFactStore } from '../facts/fact-store.ts';
import { findAskedLanguage } from '../facts/read-reminders.ts';
import { isOneClause } from '../facts/split-sentences.ts';
import { storeToldFacts } from '../facts/store-told-facts.ts';
import { listUnclosed } from '../tags/close-tags.ts';
import { completeReply, type ReplyReading } from '../tags/complete-reply.ts';
import { listTold } from '../tags/nested-parts.ts';
import { extractFragmentKeys } from '../tags/parse-recall-requests.ts';
import { isWorkingTag, type ParsedMessage, type Tag } from '../tags/tag.ts';
import { exampleVoices, type Side, type Voices } from '../tags/voices.ts';
import { type Applied, type Effect, type Report, refuse } from '../working-memory/applied.ts';
import { applySpan, type Telling } from '../working-memory/apply-span.ts';
import { asShown } from '../working-memory/describe-item.ts';
import type { ItemId } from '../working-memory/item.ts';
import { resolveTold } from '../working-memory/resolve-told.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { applyPlainWords, type Heard } from './apply-plain-words.ts';
import { cancelTold } from './cancel-told.ts';
import { finishTold } from './finish-told.ts';
import { type Moved, moveTold } from './move-told.ts';
import { replaceReminders } from './replace-reminders.ts';

/** The text that the companion was last woken with; nothing is learnt from a reply that repeats it. */
export interface InjectedText {
  isInjected(text: string, isParroted?: boolean): boolean;
  /** Measures the share of a text that repeats the wake, from 0 to 1. */
  measureShare(text: string): number;
}

export interface IngestOptions {
  readonly side: Side;
  readonly clock: Pick<Clock, 'now'>;
  /** When the message was said, if this was earlier than now; by default now. */
  readonly atMs?: number | undefined;
  /**
   * The time in the story. If memories fade by the story's time, the default is the story's time of the message
   * before.
   */
  readonly storyAtMs?: number | undefined;
  readonly imagePath?: string | undefined;
  /** The message that was set aside and is replaced by these words: they get its time, but count as told now. */
  readonly insteadOf?: EventId | undefined;
  /**
   * Whether the person wrote the message down as a plan. If so, a command that means no existing plan becomes
   * a plan itself.
   */
  readonly isPlanned?: boolean | undefined;
  /** Whether the message was addressed to somebody else, who does what it asks for in plain words. */
  readonly isOverheard?: boolean | undefined;
  /** Set for an imported message; if its origin is known already, it is not ingested again. */
  readonly origin?: EventOrigin | undefined;
  readonly voices?: Voices | undefined;
  /** The person's time zone, as an IANA zone; by default the machine's. */
  readonly timeZone?: string | undefined;
  readonly languages?: readonly DateLanguage[] | undefined;
  readonly profile?: DecayProfile | undefined;
  readonly untaggedReplies?: ReplyReading['untaggedReplies'];
  readonly injected?: InjectedText | undefined;
  /** Called in the message's transaction if the event is shown and does not merely repeat its wake. */
  readonly addToIndex?: ((event: MemoryEvent, shownText: string) => void) | undefined;
  /** Called in the message's transaction if an item names fragments in brackets. */
  readonly linkItem?: ((item: ItemId, keys: readonly string[]) => void) | undefined;
}

export interface Ingested {
  readonly eventId: EventId;
  readonly turn: number;
  /** False for an imported message that was known already. */
  readonly isNew: boolean;
  /** Whether any part of the message is shown. */
  readonly isShown: boolean;
  /** Plans are in the words in which they are shown. */
  readonly effects: readonly Effect[];
  /** What could not be done, and the reason. */
  readonly reports: readonly Report[];
}

/** If this share of a reply repeats its wake, the reply is kept, but nothing is learnt from it. */
const parrotedShare = 0.5;
/**
 * The maximum number of tagged parts that one message can put into mind: a text of nothing but tags must not block
 * everybody else.
 */
const mostHeld = 200;

interface Stores {
  readonly events: EventStore;
  readonly workingMemory: WorkingMemoryStore;
  readonly facts: FactStore;
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The message is safely stored when this returns. If anything goes wrong, nothing of the message is stored. */
export function ingest(connection: Connection, message: ParsedMessage, options: IngestOptions): Ingested {
  const stores = {
    events: openEventStore(connection),
    workingMemory: openWorkingMemoryStore(connection),
    facts: openFactStore(connection),
  };
  const { side, voices, untaggedReplies, injected } = options;
  const isParroted = side === 'companion' && (injected?.measureShare(message.text) ?? 0) >= parrotedShare;
  const reading = { voices, untaggedReplies, isParroted };
  const taken = side === 'companion' ? completeReply(message, reading) : message;
  return openTransaction(connection).immediate(() =>
    ingestMessage(stores, taken, { ...withPlace(stores.events, options), isParroted }),
  ) as Ingested;
}

/**
 * The options, with the time of the message that the new one replaces, and with that message's image unless they have
 * one.
 */
function withPlace(events: EventStore, options: IngestOptions): IngestOptions {
  const former = options.insteadOf === undefined ? undefined : events.find(options.insteadOf);
  if (former === undefined) return { ...options, insteadOf: undefined };
  const { atMs, storyAtMs, imagePath } = former;
  return { ...options, atMs, storyAtMs, imagePath: options.imagePath ?? imagePath };
}

/**
 * The transaction is kept for each connection, since creating one takes as long as computing the seals of a message.
 */
const openTransaction = openOnce(buildTransaction);

function buildTransaction(connection: Connection) {
  return connection.transaction((act: () => unknown) => act());
}

interface Judged extends IngestOptions {
  readonly isParroted: boolean;
}

function ingestMessage(stores: Stores, message: ParsedMessage, options: Judged): Ingested {
  const known = options.origin === undefined ? undefined : stores.events.findByOrigin(options.origin);
  if (known !== undefined) {
    const { id, turn, isShown } = known;
    return { eventId: id, turn, isNew: false, isShown, effects: [], reports: [] };
  }
  const shownText = showSpans(message.spans);
  const event = createEvent(stores.events, message, { ...options, isShown: shownText !== '' });
  if (event.isShown && !event.isParroted) options.addToIndex?.(event, shownText);
  const telling = buildTelling(event, options);
  const applied =
    applyPlanned(stores.workingMemory, message, telling) ??
    applySpans(stores.workingMemory, message, telling);
  const told = event.isParroted ? [] : resolveTold(stores.workingMemory, shownText, telling);
  const reported =
    options.origin === undefined
      ? [
          ...listUnclosed(message.text).flatMap(reportUnclosed),
          ...reportUnread({ event, message, applied }, telling),
        ]
      : [];
  const facts = storeToldFacts(stores, {
    event,
    spans: message.spans,
    timeZone: options.timeZone,
    ...telling,
  });
  const heard = { event, message, applied };
  const cancelled = applyPlain(stores.workingMemory, heard, telling, cancelTold);
  const finished = applyPlain(stores.workingMemory, heard, telling, finishTold);
  const moved = applyMovings(stores.workingMemory, heard, telling);
  const reminders =
    event.side === 'companion'
      ? replaceReminders(stores, event, applied.effects)
      : applyPlainWords(stores, { ...heard, facts, moved: moved.sentences }, telling, {
          nowMs: options.clock.now(),
          isImported: options.origin !== undefined,
          isOverheard: options.isOverheard === true,
        });
  const { effects, reports } = mergeApplied([
    applied,
    cancelled,
    finished,
    moved,
    { effects: [...told, ...facts, ...reminders], reports: reported },
  ]);
  linkItems(effects, options);
  const { id, turn, isShown } = event;
  const shown = effects.map((one) => ({ ...one, item: asShown(stores.workingMemory, one.item) }));
  return { eventId: id, turn, isNew: true, isShown, effects: shown, reports };
}

function createEvent(
  events: EventStore,
  message: ParsedMessage,
  options: Judged & { readonly isShown: boolean },
): MemoryEvent {
  const { side, voices = exampleVoices, clock, isParroted } = options;
  return events.create({
    side,
    voice: message.actor ?? voices[side][0].id,
    text: message.text,
    atMs: options.atMs ?? clock.now(),
    storyAtMs: options.storyAtMs ?? findStoryAtMs(events, options),
    turn: countTurn(events, options),
    isShown: options.isShown,
    isParroted,
    imagePath: options.imagePath,
    spans: message.spans,
    origin: options.origin,
  });
}

/** A message that does not tell the story's time takes it from the message before. */
function findStoryAtMs(
  events: EventStore,
  { profile = defaultProfile, clock, atMs }: IngestOptions,
): number | undefined {
  if (profile.clock !== 'story') return undefined;
  return events.findNeighbours(atMs ?? clock.now()).earlier?.storyAtMs;
}

/**
 * Counts only messages of the person. A message that is imported with an earlier time belongs to the turn of
 * that time. For a message told now, messages with a later time do not count, so nothing fades because of
 * them.
 */
function countTurn(events: EventStore, { side, atMs, clock }: IngestOptions): number {
  const toldAtMs = atMs ?? clock.now();
  const { earlier, isNewest } = events.findNeighbours(toldAtMs);
  if (atMs !== undefined && !isNewest) return earlier?.turn ?? 0;
  return events.countTurns(isNewest ? undefined : toldAtMs) + (side === 'user' ? 1 : 0);
}

function buildTelling(event: MemoryEvent, options: IngestOptions): Telling {
  const { profile = defaultProfile, injected, languages = ['en'], timeZone = ownZone } = options;
  const atMs = resolveToldAtMs(event, profile);
  return {
    eventId: event.id,
    atMs,
    isPresent:
      options.insteadOf !== undefined || (options.atMs === undefined && options.storyAtMs === undefined),
    saidAtMs: event.atMs,
    turn: event.turn,
    isPlanned: options.isPlanned,
    isImported: options.origin !== undefined,
    writing: { atMs, timeZone, languages },
    isInjected: (text) => event.side === 'companion' && injected?.isInjected(text, event.isParroted) === true,
  };
}

function applySpans(store: WorkingMemoryStore, message: ParsedMessage, telling: Telling): Applied {
  const held = message.spans.flatMap(listTold);
  const applied = held.slice(0, mostHeld).map((told) => applySpan(store, told, telling));
  const skipped = held[mostHeld];
  const report =
    skipped &&
    refuse(
      skipped.tag,
      'too-many',
      `Only the first ${mostHeld} tagged parts of this message were held in mind.`,
    );
  return mergeApplied(report === undefined ? applied : [...applied, report]);
}

/**
 * Ends or moves a plan if the words that the person wrote down as a plan say just that: "The interview is moved to
 * Tuesday". Undefined if they mean no plan, or say anything else.
 */
function applyPlanned(
  store: WorkingMemoryStore,
  { spans }: ParsedMessage,
  telling: Telling,
): Applied | undefined {
  const [told, ...others] = telling.isPlanned === true ? spans.flatMap(listTold) : [];
  if (told === undefined || told.tag !== 'plan' || others.length > 0 || !isOneClause(told.content))
    return undefined;
  const applied = mergeApplied(
    [cancelTold, finishTold, moveTold].map((apply) => apply(store, told.content, telling)),
  );
  return applied.effects.length + applied.reports.length > 0 ? applied : undefined;
}

/**
 * Ends plans that the person, in plain words, says they called off or did, unless a tag of the message deals with a
 * plan.
 */
function applyPlain(
  store: WorkingMemoryStore,
  heard: Heard,
  telling: Telling,
  apply: typeof cancelTold,
): Applied {
  if (!isPlain(heard)) return { effects: [], reports: [] };
  return apply(store, showSpans(heard.message.spans.filter(({ tag }) => tag === 'say')), telling);
}

/** Moves a plan if the person says in plain words that it was moved, unless a tag of the message deals with a plan. */
function applyMovings(store: WorkingMemoryStore, heard: Heard, telling: Telling): Moved {
  if (!isPlain(heard)) return { effects: [], reports: [], sentences: [] };
  return moveTold(store, showSpans(heard.message.spans.filter(({ tag }) => tag === 'say')), telling);
}

/** Whether the message is the person's, and no tag of it deals with a plan. */
function isPlain({ event, applied }: Heard): boolean {
  const isTold =
    applied.effects.some(({ item }) => item.kind === 'plan') ||
    applied.reports.some(({ tag }) => tag === 'plan');
  return event.side === 'user' && event.isShown && !isTold;
}

/**
 * Reports a tag that is never closed, because its words are then plain text. Only tags that would hold
 * something in mind are reported.
 */
function reportUnclosed(tag: Tag): readonly Report[] {
  const say = `<${tag}> was never closed, so it is text, and none of it is held in mind.`;
  return isWorkingTag(tag) ? [{ kind: 'unclosed', tag, say }] : [];
}

/** Reports a wish to be reminded in a language in which dates are not read. */
function reportUnread(heard: Heard, { writing }: Telling): readonly Report[] {
  if (!isPlain(heard)) return [];
  const said = showSpans(heard.message.spans.filter(({ tag }) => tag === 'say'));
  const language = findAskedLanguage(said, writing);
  if (language === undefined) return [];
  const say = `No plan was made of this wish. ${describeUnread(language, writing)}`;
  return [{ kind: 'undated', tag: 'plan', say }];
}

function mergeApplied(applied: readonly Applied[]): Applied {
  return {
    effects: applied.flatMap((one) => one.effects),
    reports: applied.flatMap((one) => one.reports),
  };
}

function linkItems(effects: readonly Effect[], { linkItem }: IngestOptions): void {
  if (linkItem === undefined) return;
  for (const { item } of effects) {
    const keys = extractFragmentKeys(item.content);
    if (keys.length > 0) linkItem(item.id, keys);
  }
}
