// Applies a tagged part of a message to working memory: creates, replaces, refreshes or ends items.

import type { EventId } from '../events/event.ts';
import type { Writing } from '../events/find-due-date.ts';
import { computeDayStart } from '../events/local-time.ts';
import { type Deed, type Modifier, parseModifier } from '../tags/parse-modifier.ts';
import { parseMoving } from '../tags/parse-moving.ts';
import type { WorkingTag } from '../tags/tag.ts';
import { type Applied, type Effect, list, type Report, refuse, refuseInjected } from './applied.ts';
import { buildItem } from './build-item.ts';
import { chooseItem, listHolding, type Match, settle } from './choose-item.ts';
import { chooseNamedFact } from './choose-named-fact.ts';
import { describeUndated } from './describe-undated.ts';
import { chooseDueWords, findShownPlan } from './find-shown-plan.ts';
import { isOrWasOfDay } from './is-of-day.ts';
import { isOwnPlan, isPlannable } from './is-own-plan.ts';
import {
  type ChangeCause,
  type ItemState,
  type ItemStatus,
  type NewItem,
  overBecause,
  type WorkingItem,
} from './item.ts';
import {
  chooseMovable,
  findMovedDue,
  findMovedRecurrence,
  isMovable,
  isMoved,
  isMovedAlready,
  isNewTime,
  movedBecause,
} from './move-plan.ts';
import { hasAll, listRivals, listWords, normalise } from './normal-form.ts';
import { type DueMoment, findNextDue, isCountedFromSaying, renderSettling } from './recurring-plans.ts';
import { type Named, renderMiss, renderTie, renderUnmoved } from './render-unmatched.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/** The message whose spans are applied. */
export interface Telling {
  readonly eventId: EventId;
  /** The time of the message on the clock that makes memories fade: real time, or the time of a story. */
  readonly atMs: number;
  /**
   * Whether the message is told now. If so, nothing known counts as newer, not even what was told while a
   * later time was tried (`--now`).
   */
  readonly isPresent?: boolean | undefined;
  /** The real time at which the message was said; each change that it makes is recorded with this time. */
  readonly saidAtMs: number;
  readonly turn: number;
  /** The run of maintenance that proposed the tag; undefined if the tag was in the message. */
  readonly runId?: number | undefined;
  /**
   * Whether a person wrote the words down as a plan. If so, "cancel Netflix" is itself a plan if it means no
   * existing one.
   */
  readonly isPlanned?: boolean | undefined;
  /** Whether the message was imported. If so, nobody is told in which other language a date could be read. */
  readonly isImported?: boolean | undefined;
  /** What is needed to read dates in the message. */
  readonly writing: Writing;
  /** Whether these words only repeat the companion's wake. */
  isInjected(text: string): boolean;
}

interface Told {
  readonly tag: WorkingTag;
  readonly content: string;
}

/** Must be called within the message's transaction. */
export function applySpan(store: WorkingMemoryStore, told: Told, telling: Telling): Applied {
  const content = told.content.trim();
  const modifier = parseModifier(told.tag, content);
  if (modifier !== undefined) return applyModifier(store, { ...modifier, tag: told.tag, content }, telling);
  const moved = told.tag === 'plan' ? moveNamed(store, content, telling) : undefined;
  if (moved !== undefined) return moved;
  if (normalise(content) === '') return refuse(told.tag, 'empty', 'There is nothing between its tags.');
  return addItem(store, { ...told, content }, telling);
}

function applyModifier(store: WorkingMemoryStore, command: Command, telling: Telling): Applied {
  const { tag, content, deed, rest } = command;
  if (telling.isInjected(content)) return refuseInjected(tag);
  if (deed === 'keep') return addPin(store, { rest, content }, telling);
  const ended = finishItem(store, { tag, deed, rest }, telling);
  const isMissed = rest !== '' && ended.effects.length === 0 && ended.reports[0]?.kind === 'missed';
  return isMissed && isNewIfMissed(store, command, telling)
    ? addItem(store, { tag, content }, telling)
    : ended;
}

interface Command extends Told, Modifier {}

/**
 * Whether words that begin like a command, but match nothing in mind, are something new. A secret always is, because
 * none may be lost.
 */
function isNewIfMissed(store: WorkingMemoryStore, command: Command, telling: Telling): boolean {
  const { tag, content } = command;
  if (tag !== 'plan') return tag === 'secret';
  if (telling.isPlanned === true) return isPlannable(content);
  const ended = store.readContents(store.readEndings(telling.turn - 1).map(({ itemId }) => itemId));
  return isOwnPlan(command, [...ended.values()], telling.writing);
}

/**
 * Moves the plan that a tag such as "move dentist to Friday" means. Returns undefined if the tag is a plan of its own:
 * it names no time, such as "move the sofa to the attic", or it moves nothing and a person wrote it down as a plan.
 */
function moveNamed(store: WorkingMemoryStore, content: string, telling: Telling): Applied | undefined {
  const { writing } = telling;
  const plans = store.readActiveOf('plan').filter(isMadeBy(telling));
  const timed = parseMoving(content).filter(({ to }) => isNewTime(to, writing));
  for (const { named, to } of timed) {
    const match = chooseItem(named, plans);
    if (match.outcome === 'missed') continue;
    const some = match.outcome === 'found' ? [match.item] : match.items;
    if (!some.some((item) => isMovable(item, to, writing))) continue;
    if (telling.isInjected(content)) return refuseInjected('plan');
    return moveOne(store, { some, to }, telling);
  }
  const [first] = timed;
  const isOwn = first === undefined || (telling.isPlanned === true && isPlannable(content));
  return isOwn ? undefined : refuseUnmoved(store, chooseItem(first.named, plans), telling);
}

/** Says why nothing was moved: no plan is meant, or one that cannot be moved there. */
function refuseUnmoved(store: WorkingMemoryStore, match: Match, { writing }: Telling): Applied {
  if (match.outcome === 'missed')
    return refuse(
      'plan',
      'missed',
      renderMiss(store, { tag: 'plan', items: match.nearest }, writing.timeZone),
    );
  const items = match.outcome === 'found' ? [match.item] : match.items;
  return refuse('plan', 'missed', renderUnmoved(store, { tag: 'plan', items }, writing.timeZone));
}

/** Moves the only plan, or the only one of several to which the words give another time. */
function moveOne(
  store: WorkingMemoryStore,
  { some, to }: { readonly some: readonly WorkingItem[]; readonly to: string },
  telling: Telling,
): Applied | undefined {
  const [only, ...others] = some;
  const item = others.length === 0 ? only : chooseMovable(some, to, telling.writing);
  return item === undefined
    ? refuseTied(store, { tag: 'plan', items: some }, telling)
    : moveChosen(store, { item, to }, telling);
}

/**
 * Moves a plan to the time with which the words begin; undefined if they begin with no time that is to come. A recurring
 * plan gives way to one with the new times, and is moved to no single time.
 */
export function moveChosen(
  store: WorkingMemoryStore,
  { item, to: words }: { readonly item: WorkingItem; readonly to: string },
  telling: Telling,
): Applied | undefined {
  const content = findMovedRecurrence(words, item, telling.writing);
  if (content !== undefined) return replacePlan(store, { item, content }, telling);
  const dueAtMs = findMovedDue(words, item, telling.writing);
  if (dueAtMs === undefined) return undefined;
  if (dueAtMs === item.dueAtMs || isMovedAlready(store, item, { words, turn: telling.turn }))
    return list('refreshed', item);
  const to = { ...buildRefreshed(item, telling), dueAtMs, dueWords: undefined };
  const cause = buildCause(movedBecause, telling);
  const moved = store.updateState(item, { change: 'refreshed', to, cause });
  return { effects: [{ effect: 'refreshed', item: moved, isMoved: true }], reports: [] };
}

function replacePlan(
  store: WorkingMemoryStore,
  { item, content }: { readonly item: WorkingItem; readonly content: string },
  telling: Telling,
): Applied {
  const made = addItem(store, { tag: 'plan', content }, telling);
  const isSame = made.effects.some((one) => one.item.id === item.id);
  if (isSame || made.effects.length === 0) return made;
  const former = store.updateState(item, buildChange('superseded', movedBecause, telling));
  return { ...made, effects: [{ effect: 'superseded', item: former }, ...made.effects] };
}

const endings: Readonly<Record<Exclude<Deed, 'keep'>, { status: ItemStatus; because: string }>> = {
  resolve: { status: 'resolved', because: 'it was said to be done' },
  cancel: { status: 'dropped', because: 'it was called off' },
  skip: { status: 'dropped', because: 'it was called off' },
  drop: { status: 'dropped', because: 'it was dropped' },
};

interface Ending {
  readonly tag: WorkingTag;
  readonly deed: Exclude<Deed, 'keep'>;
  readonly rest: string;
}

function finishItem(store: WorkingMemoryStore, { tag, deed, rest }: Ending, telling: Telling): Applied {
  const active = store
    .readActiveOf(tag)
    .filter(isMadeBy(telling))
    .filter(telling.isPlanned === true && tag === 'plan' ? isOrWasOfDay(rest, telling.writing) : () => true);
  const match = tag === 'secret' ? chooseSecret(rest, active) : chooseItem(rest, active);
  if (match.outcome === 'missed')
    return (
      (tag === 'pin' ? finishNamedFact(store, rest, telling) : undefined) ??
      refuse(tag, 'missed', renderMiss(store, { tag, items: match.nearest }, telling.writing.timeZone))
    );
  if (match.outcome === 'tied') return refuseTied(store, { tag, items: match.items }, telling);
  return finishChosen(store, { item: match.item, deed }, telling);
}

/**
 * If the words after `drop` in a pin mean no pin, ends the fact that they name. Returns undefined if they name no fact.
 */
function finishNamedFact(store: WorkingMemoryStore, rest: string, telling: Telling): Applied | undefined {
  const match = chooseNamedFact(rest, store.readActiveOf('fact').filter(isMadeBy(telling)));
  if (match.outcome === 'missed') return undefined;
  if (match.outcome === 'tied') return refuseTied(store, { tag: 'pin', items: match.items }, telling);
  return list('superseded', store.updateState(match.item, buildChange('superseded', overBecause, telling)));
}

export function finishChosen(
  store: WorkingMemoryStore,
  { item, deed }: { readonly item: WorkingItem; readonly deed: Ending['deed'] },
  telling: Telling,
): Applied {
  const { status, because } = endings[deed];
  const isOnce = deed === 'resolve' || deed === 'skip';
  const again = isOnce ? findNextDue(item, resolveDueMoment(telling)) : undefined;
  if (again !== undefined) return settlePlan(store, { plan: item, again, because }, telling);
  return list(status, store.updateState(item, buildChange(status, because, telling)));
}

export function refuseTied(store: WorkingMemoryStore, named: Named, telling: Telling): Applied {
  return refuse(named.tag, 'tied', renderTie(store, named, telling.writing.timeZone));
}

interface SettledPlan {
  readonly plan: WorkingItem;
  /** The next time at which the plan is due. */
  readonly again: number;
  readonly because: string;
}

/** Marks a recurring plan as done or skipped for this time only. */
function settlePlan(store: WorkingMemoryStore, settled: SettledPlan, telling: Telling): Applied {
  const { plan, again, because } = settled;
  const to = { ...buildRefreshed(plan, telling), dueAtMs: again };
  const cause = buildCause(renderSettling(because), telling);
  return list('settled', store.updateState(plan, { change: 'refreshed', to, cause }));
}

function resolveDueMoment({ atMs, writing }: Telling): DueMoment {
  return { nowMs: atMs, timeZone: writing.timeZone };
}

/** Keeps for good the existing pin that has all of these words. If there is none, adds such a pin. */
function addPin(
  store: WorkingMemoryStore,
  { rest, content }: { readonly rest: string; readonly content: string },
  telling: Telling,
): Applied {
  const words = normalise(rest);
  if (words === '') return refuse('pin', 'missed', 'It does not say what to keep.');
  const match = chooseKept(store, { rest, words }, telling);
  if (match.outcome === 'tied') return refuseTied(store, { tag: 'pin', items: match.items }, telling);
  const cause = buildCause('somebody asked to keep it', telling);
  if (match.outcome === 'found') {
    const to = { ...buildRefreshed(match.item, telling), isKept: true };
    return list('kept', store.updateState(match.item, { change: 'kept', to, cause }));
  }
  if (telling.isInjected(rest)) return refuseInjected('pin');
  // In "Keep quiet about the key", the first word belongs to the sentence.
  const pinned = { tag: 'pin', content: /^Keep\s/u.test(content) ? content : rest } as const;
  return list('created', store.create({ ...buildItem(pinned, telling), isKept: true }, cause));
}

interface KeptWords {
  readonly rest: string;
  readonly words: string;
}

/** The pin with exactly these words, or else the best of the pins that have all of them. */
function chooseKept(store: WorkingMemoryStore, { rest, words }: KeptWords, telling: Telling): Match {
  const same = store.findActive('pin', words);
  if (same !== undefined) return { outcome: 'found', item: same };
  const pins = store.readActiveOf('pin').filter(isMadeBy(telling));
  return chooseItem(
    rest,
    pins.filter((pin) => hasAll(listWords(pin.normalForm), listWords(words))),
  );
}

/**
 * Adds a new item, or refreshes the item that says the same. A feeling is added again, and so is a plan whose words now
 * mean another span, unless they only repeat recent wakes. Refuses a new item that does so. A first word such as
 * "cancel" has no special meaning here.
 */
export function addItem(store: WorkingMemoryStore, told: Told, telling: Telling): Applied {
  const item = buildItem(told, telling);
  const same = findSame(store, item, telling);
  const isInjected = telling.isInjected(told.content);
  const isRefreshed = told.tag !== 'feeling' && !(same !== undefined && isCountedAnew(same, item, telling));
  if (same !== undefined && (isRefreshed || isInjected)) return updateItem(store, { same, item }, telling);
  if (isInjected) return refuseInjected(told.tag);
  const { older, isOutdated } = collectRivals(store, item, telling);
  const replaced = older.map((former) =>
    store.updateState(former, buildChange('superseded', 'something newer took its place', telling)),
  );
  const because = isOutdated ? 'it was told, but something newer was known already' : 'it was told';
  const made = store.create(
    { ...item, status: isOutdated ? 'superseded' : 'active' },
    buildCause(because, telling),
  );
  return {
    effects: [
      ...replaced.map((former): Effect => ({ effect: 'superseded', item: former })),
      { effect: 'created', item: made },
    ],
    reports: reportUndated(item, telling),
  };
}

/** Whether the words mean another span than when they were said first: "daily for two weeks", said some days later. */
function isCountedAnew(same: WorkingItem, item: NewItem, { writing: { timeZone } }: Telling): boolean {
  const [first, now] = [same, item].map(({ createdAtMs }) => computeDayStart(createdAtMs, timeZone));
  return first !== now && isCountedFromSaying(item, timeZone);
}

function reportUndated(item: NewItem, { writing, isImported = false }: Telling): readonly Report[] {
  const say = describeUndated(item, writing, isImported);
  return say === undefined ? [] : [{ kind: 'undated', tag: 'plan', say }];
}

/** Finds the active item that says the same. A feeling of the other side never counts as the same. */
function findSame(store: WorkingMemoryStore, item: NewItem, telling: Telling): WorkingItem | undefined {
  if (item.kind === 'feeling')
    return listRivals(store, item).find(({ normalForm }) => normalForm === item.normalForm);
  return store.findActive(item.kind, item.normalForm) ?? findShownPlan(store, item, telling.writing.timeZone);
}

interface Repeated {
  readonly same: WorkingItem;
  /** The item that the tag makes if no item says the same yet. */
  readonly item: NewItem;
}

function updateItem(store: WorkingMemoryStore, { same, item }: Repeated, telling: Telling): Applied {
  // A reply that repeats the words of a plan as it was shown does not move it back.
  const isShown = isMoved(same) && telling.isInjected(same.content);
  const due =
    item.dueAtMs === undefined || isShown ? {} : { dueAtMs: item.dueAtMs, ...chooseDueWords(same, item) };
  const isLater = item.refreshedAtMs >= same.refreshedAtMs;
  const to = { ...buildRefreshed(same, telling), ...(isLater ? due : {}) };
  const cause = buildCause('it was said again', telling);
  return list('refreshed', store.updateState(same, { change: 'refreshed', to, cause }));
}

/** Finds what the item displaces: nothing if something newer is known, unless the item is told now. */
function collectRivals(store: WorkingMemoryStore, item: NewItem, { isPresent = false }: Telling) {
  const rivals = listRivals(store, item);
  const isOutdated = !isPresent && rivals.some((rival) => rival.refreshedAtMs > item.createdAtMs);
  return { older: isOutdated ? [] : rivals, isOutdated };
}

/** A message with an earlier time never makes an item look as if it was refreshed earlier. */
function buildRefreshed(item: ItemState, { atMs, turn }: Telling) {
  return {
    refreshedAtMs: Math.max(item.refreshedAtMs, atMs),
    refreshedTurn: Math.max(item.refreshedTurn, turn),
  };
}

function buildChange(status: ItemStatus, because: string, telling: Telling) {
  return { change: 'status', to: { status }, cause: buildCause(because, telling) } as const;
}

function buildCause(because: string, { eventId, saidAtMs, turn, runId }: Telling): ChangeCause {
  return { because, eventId, atMs: saidAtMs, turn, runId };
}

/** Whether the item already existed at the message's time: a message cannot refer to an item that was made later. */
export function isMadeBy({ atMs, isPresent = false }: Telling): (item: WorkingItem) => boolean {
  return (item) => isPresent || item.createdAtMs <= atMs;
}

/** A secret ends only if it is the only one that contains all of the words. */
function chooseSecret(words: string, items: readonly WorkingItem[]): Match {
  return settle(listHolding(words, items)) ?? { outcome: 'missed', nearest: [] };
}
