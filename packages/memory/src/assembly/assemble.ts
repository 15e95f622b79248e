// Assembles a wake: chooses items first, then fills the rest of the budget with conversation and the other sections.

import { findSpansByEvent } from '../echoes/find-spans-by-event.ts';
import { mergeMoments, readOfTime } from '../echoes/moments-of-time.ts';
import type { QueryVector } from '../echoes/query-vector.ts';
import { type Echo, searchEchoes } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import { findNamedSpans } from '../events/find-named-spans.ts';
import { readWakingMoment } from '../events/read-moment.ts';
import { showEvent } from '../events/show-event.ts';
import { stripAsking } from '../facts/strip-asking.ts';
import type { Recalled } from '../fragments/recall.ts';
import type { FragmentEntry } from '../ledger/wake-ledger.ts';
import {
  computeConversationMaximum,
  computeEchoesMaximum,
  computeKnownMaximum,
  computeWorkingMemoryMaximum,
  type WakePackage,
} from '../ledger/wake-package.ts';
import { renderSection } from '../render/render-wake.ts';
import { addTellings } from './add-tellings.ts';
import { chooseConversation } from './choose-conversation.ts';
import { chooseEchoes } from './choose-echoes.ts';
import { chooseItems, removeHeld } from './choose-items.ts';
import { type ChosenKnown, chooseKnown } from './choose-known.ts';
import { type ChosenKnownFacts, chooseKnownFacts } from './choose-known-facts.ts';
import { chooseRecalled, readRequested } from './choose-recalled.ts';
import { type ChosenSections, completeWake } from './complete-wake.ts';
import { findPersonName, namePerson } from './fill-name.ts';
import { listOutcomes } from './list-outcomes.ts';
import { readWakeFiles } from './read-wake-files.ts';
import { type ResolvedConfig, resolveWakeConfig, type WakeConfig } from './wake-config.ts';
import {
  type CurrentMessage,
  type MemoryStores,
  openStoresUntil,
  resolveCurrentMessage,
  type Waking,
} from './waking.ts';

export interface WakeRequest {
  /** The message that wakes the companion; by default the newest event, if the person said it. */
  readonly message?: string | undefined;
  /** The turn that `ingest` returned; by default, the turn of the newest event. */
  readonly turn?: number | undefined;
  /** The message as a vector, if there is an embedder. */
  readonly queryVector?: QueryVector | undefined;
  /** The recalled fragments; by default, the fragments that the companion's last replies ask for. */
  readonly recalled?: readonly Recalled[] | undefined;
  /** The names of those who take part in the talk besides the companion. */
  readonly present?: readonly string[] | undefined;
  /** Whether the wake is written into the ledger; true by default, false for a mere look. */
  readonly isRecorded?: boolean | undefined;
}

/**
 * Assembles a wake, and writes it into the ledger unless `isRecorded` is false. The time needed does not grow with the
 * log. Throws `UsageError` for invalid files and budgets.
 */
export function assemble(config: WakeConfig, request: WakeRequest = {}): WakePackage {
  const settled = resolveWakeConfig(config);
  const wallMs = settled.clock.now();
  const current = resolveCurrentMessage(settled.stores, { message: request.message, nowMs: wallMs });
  const waking = startWaking(settled, wallMs, request.turn);
  const files = readWakeFiles(settled);
  const sections = chooseSections(waking, current, request);
  const { present = [] } = request;
  return completeWake({ waking, current, files, sections, present }, request.isRecorded !== false);
}

function startWaking(settled: ResolvedConfig, wallMs: number, turn: number | undefined): Waking {
  const { budgets, profile, tokens, timeZone, languages } = settled;
  const stores = openStoresUntil(settled.stores, wallMs);
  const moment = readWakingMoment(stores.connection, { profile, wallMs, turn });
  const personName = findPersonName(stores.items, settled.voices);
  const voices = namePerson(settled.voices, personName);
  return { stores, voices, personName, budgets, profile, tokens, timeZone, languages, wallMs, moment };
}

function chooseSections(waking: Waking, current: CurrentMessage, request: WakeRequest): ChosenSections {
  const { stores, budgets, moment } = waking;
  const held = chooseItems(waking);
  const pressed = { ...waking, moment: { ...moment, pressure: held.pressure } };
  const maximum = computeConversationMaximum(budgets, held.tokens);
  const query = renderQuery(stores, current);
  const topic = stripAsking(query);
  const isSearching = budgets.echoes > 0 && query !== '';
  const recent = chooseConversation(pressed, {
    maximum,
    own: isSearching ? Math.min(maximum, budgets.conversation) : maximum,
    before: current.before,
  });
  const items = removeHeld(held, recent.held, waking);
  const requestTurn = current.event === undefined ? moment.turn : moment.turn - 1;
  const recalled = chooseRecalled(
    waking,
    request.recalled ?? readRequested(stores, { turn: requestTurn, untilMs: waking.wallMs }),
  );
  const inView = new Set<EventId>(
    recent.entries.filter(({ left }) => left === undefined).map(({ id }) => id),
  );
  if (current.event !== undefined) inView.add(current.event.id);
  const used = items.tokens + recent.tokens + recalled.tokens;
  const moments = searchMoments(waking, {
    query,
    topic,
    queryVector: request.queryVector,
    inView,
    room: computeEchoesMaximum(budgets, used),
  });
  const keys = new Set(recalled.lines.length === 0 ? [] : listShown(recalled.entries));
  const knownRoom = computeKnownMaximum(budgets, used);
  const heading = waking.tokens.count(renderSection('known', [{ text: '', isSecret: false }]));
  const facts = chooseKnownFacts(waking, {
    query,
    room: Math.max(0, Math.floor(knownRoom * factsShare) - heading),
  });
  const compiled = chooseKnown(waking, {
    query: topic,
    moments,
    inView: keys,
    inTalk: inView,
    room: knownRoom - facts.tokens,
  });
  const known = joinKnown(waking, facts, compiled);
  const room = computeEchoesMaximum(budgets, used + known.tokens);
  const echoes = chooseEchoes(waking, moments, { inView, room, isTold: known.isTold });
  return {
    items,
    recent,
    recalled,
    known,
    echoes,
    outcomes: listOutcomes(waking, current),
    maxima: {
      lingering: computeWorkingMemoryMaximum(budgets),
      recent: maximum,
      recalled: budgets.recall,
      known: knownRoom,
      echoes: room,
    },
  };
}

/** The largest share of the section `known` that facts may take. */
const factsShare = 0.5;

/** Puts facts before compiled fragments. */
function joinKnown(
  { tokens }: Waking,
  facts: ChosenKnownFacts,
  compiled: ChosenKnown,
): ChosenSections['known'] {
  const lines = [...facts.lines, ...compiled.lines];
  return {
    lines,
    tokens: tokens.count(renderSection('known', lines)),
    entries: compiled.entries,
    facts: facts.entries,
    contents: [...facts.contents, ...compiled.contents],
    isTold: (event, shownText) => compiled.isTold(event, shownText) || facts.isTold(event, shownText),
  };
}

function listShown(entries: readonly FragmentEntry[]): readonly string[] {
  return entries.filter(({ left }) => left === undefined).map(({ key }) => key);
}

interface MomentSearch {
  readonly query: string;
  /** The query without words that only ask for a reminder. */
  readonly topic: string;
  readonly queryVector: QueryVector | undefined;
  readonly inView: ReadonlySet<EventId>;
  /** The maximum number of tokens for echoes. */
  readonly room: number;
}

/** Finds the moments that the message brings back, such as moments with its words or of a time that it names. */
function searchMoments(waking: Waking, search: MomentSearch): readonly Echo[] {
  const { query, topic, queryVector, inView, room } = search;
  const { stores, voices, tokens, moment, languages } = waking;
  if (room === 0 || query === '') return [];
  const { connection } = stores;
  const { nowMs } = moment;
  const untilMs = waking.wallMs;
  const asked = { query: topic, queryVector, voices, languages, inView, budgetTokens: room };
  const found = searchEchoes(connection, { ...asked, tokens, nowMs, untilMs });
  const timeZone = waking.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const asking = { nowMs: waking.wallMs, timeZone, languages };
  const ofTime = readOfTime(connection, {
    spans: findNamedSpans(query, asking).slice(0, mostSpans),
    inView,
    limit: ofTimeAtMost,
    untilMs,
  });
  // It is only a guess which moment tells of an event. So with little room, fewer moments are found in this way.
  const byEvent = readOfTime(connection, {
    spans: findSpansByEvent(connection, query, asking).slice(0, mostSpans),
    inView,
    limit: Math.min(ofTimeAtMost, Math.floor(room / tokensOfGuess)),
    untilMs,
  });
  const moments = mergeMoments(found, [...ofTime, ...byEvent]);
  return addTellings(waking, { query, found: moments, inView, room });
}

/**
 * At most `mostSpans` spans of time are searched, and at most `ofTimeAtMost` moments are taken from all of them. Both
 * limits hold once for times that the message names, and once for times of events that it names.
 */
const mostSpans = 3;
const ofTimeAtMost = 24;
const tokensOfGuess = 300;

/** The text to search for: what is shown of the message. Empty if there is no message. */
function renderQuery({ events }: MemoryStores, { event, text }: CurrentMessage): string {
  if (event === undefined) return text ?? '';
  return showEvent(event, events.readSpans(event.id));
}
