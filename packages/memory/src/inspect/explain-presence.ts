// Explains why something was in a wake or not, from the ledger or, if it is not listed there, from the memory as it was then.
import { UsageError } from '@terrarium/kernel/errors';
import type { MemoryStores } from '../assembly/waking.ts';
import { type Explanation, explainScore, type Factor, type ScoredThing } from '../decay/score.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { buildConversationSubject } from '../events/event-store.ts';
import type { FactEntry, LeftReason, WakeLedger } from '../ledger/wake-ledger.ts';
import type { SectionName } from '../ledger/wake-package.ts';
import { describeEnding } from '../working-memory/describe-ending.ts';
import { findEnding } from '../working-memory/find-successor.ts';
import type { ItemId } from '../working-memory/item.ts';
import { isOfTime, restoreItem } from '../working-memory/items-until-store.ts';
import { isMoved, movedBecause } from '../working-memory/move-plan.ts';
import type { EchoReason, ExplainedWake, Presence, PresenceReason, Target } from './presence.ts';

type Found = Omit<Presence, 'wakeId' | 'say' | 'isPresent' | 'because' | 'echo'> &
  Partial<Pick<Presence, 'because' | 'echo'>>;

/**
 * Explains the presence of a thing in one wake, by default in the newest. Throws `UsageError` if
 * there was no such wake, event, item or fragment. The answer contains no text of the thing.
 */
export function explainPresence(
  stores: MemoryStores,
  target: Target,
  { wakeId, untilMs }: ExplainedWake = {},
): Presence {
  const id = wakeId ?? stores.wakes.findNewestId(untilMs);
  const ledger = id === undefined ? undefined : stores.wakes.find(id);
  if (id === undefined || ledger === undefined) throw buildNoWake(wakeId);
  const found = explainTarget(stores, target, ledger);
  const presence = {
    because: undefined,
    echo: undefined,
    ...found,
    wakeId: id,
    isPresent: found.section !== undefined,
  };
  const since =
    wakeId === undefined && untilMs === undefined && 'item' in target
      ? `${describeMoving(stores, target.item)}${describeLeaving(stores, target.item, ledger)}`
      : '';
  return { ...presence, say: `${describePresence(presence, target, ledger)}${since}` };
}

/** Says by which moment a plan was moved last. */
function describeMoving({ items }: MemoryStores, id: ItemId): string {
  const item = items.find(id);
  const change = items.readChanges(id).findLast(({ because }) => because === movedBecause);
  if (item === undefined || !isMoved(item) || change === undefined) return '';
  const by = change.eventId === undefined ? '' : ` by moment ${change.eventId}`;
  return ` It was moved to another time${by}.`;
}

/** For the newest wake only, says how an item left the mind; this includes what happened after the wake. */
function describeLeaving(stores: MemoryStores, id: ItemId, ledger: WakeLedger): string {
  const { items } = stores;
  const item = items.find(id);
  const ending = item === undefined ? undefined : describeEnding(stores, item);
  if (ending === undefined) return '';
  const change = findEnding(items, id);
  const when = change !== undefined && change.id > ledger.lastChangeId ? 'Since then it was' : 'It was';
  return ` ${when} ${ending.how}.${ending.back === '' ? '' : ` ${ending.back}`}`;
}

function explainTarget(stores: MemoryStores, target: Target, ledger: WakeLedger): Found {
  if ('item' in target) return explainItem(stores, target.item, ledger);
  return 'event' in target
    ? explainEvent(stores, target.event, ledger)
    : explainFragment(stores, target.fragment, ledger);
}

function explainItem({ items, events }: MemoryStores, id: ItemId, ledger: WakeLedger): Found {
  const entry = ledger.items.find((one) => one.id === id);
  if (entry !== undefined) {
    const score = explain(entry.subject, ledger);
    if (entry.left !== undefined) return buildAbsent(entry.left, score);
    return { section: 'lingering', reason: 'chosen', tokens: entry.tokens, score };
  }
  const item = items.find(id);
  if (item === undefined) {
    const isEvent = events.find(Number(id) as EventId) !== undefined;
    throw isEvent ? buildEventOnly(id) : buildUnknown(`no item ${id}`);
  }
  const fact = ledger.facts?.find((one) => one.id === id);
  if (fact !== undefined) return explainFact(fact);
  const changes = items.readChanges(id);
  if ((changes[0]?.id ?? 0) > ledger.lastChangeId) return buildAbsent('later');
  const { lastChangeId, saidUntilMs = Number.MAX_SAFE_INTEGER } = ledger;
  const then = restoreItem(
    item,
    changes,
    (change) => change.id <= lastChangeId && isOfTime(change, saidUntilMs),
  );
  if (then === undefined) return buildAbsent('to-come');
  if (then.status !== 'active') return buildAbsent('closed');
  if (then.kind === 'fact') return buildAbsent('unasked');
  const score = explain(then, ledger);
  return buildAbsent(explainWeight(score, ledger), score);
}

function explainFact({ left, tokens, because }: FactEntry): Found {
  if (left !== undefined) return { ...buildAbsent(left), because };
  return {
    section: 'known',
    reason: because === undefined ? 'worth-knowing' : 'found',
    tokens,
    score: undefined,
    because,
  };
}

function explainEvent({ events }: MemoryStores, id: EventId, ledger: WakeLedger): Found {
  const event = events.find(id);
  if (event === undefined) throw buildUnknown(`no moment ${id}`);
  if (id === ledger.messageId) return { section: 'message', reason: 'always', tokens: 0, score: undefined };
  if (id > ledger.lastEventId) return buildAbsent('later');
  const entry = ledger.recent.find((one) => one.id === id);
  const score = explain(entry?.subject ?? buildConversationSubject(event, ledger.profile), ledger);
  if (entry !== undefined && entry.left === undefined) {
    const reason = entry.isAlways ? 'always' : 'chosen';
    return { section: 'recent', reason, tokens: entry.tokens, score, echo: 'in-view' };
  }
  const echo = explainEcho(id, ledger);
  if (echo.echo === 'echoed') return { section: 'echoes', reason: 'echoed', score: undefined, ...echo };
  if (!event.isShown) return buildAbsent('unshown');
  if (event.isParroted) return buildAbsent('parroted', score);
  const left = entry?.left;
  return { ...(left ? buildAbsent(left, score) : explainUnlisted(event, score, ledger)), ...echo };
}

function explainUnlisted({ atMs }: MemoryEvent, score: Explanation, ledger: WakeLedger): Found {
  const { saidUntilMs = atMs } = ledger;
  return atMs > saidUntilMs ? buildAbsent('to-come') : buildAbsent(explainWeight(score, ledger), score);
}

function explainWeight({ score }: Explanation, { profile }: WakeLedger): LeftReason {
  return score < profile.threshold ? 'faded' : 'no-room';
}

interface FoundEcho {
  readonly echo: EchoReason;
  readonly because: string | undefined;
  readonly tokens: number;
}

function explainEcho(id: EventId, { echoes, budgets }: WakeLedger): FoundEcho {
  const entry = echoes.find((one) => one.id === id);
  if (entry === undefined)
    return { echo: budgets.echoes === 0 ? 'off' : 'not-found', because: undefined, tokens: 0 };
  const { because, tokens, left } = entry;
  return { echo: left === undefined ? 'echoed' : 'no-room', because, tokens };
}

function explainFragment({ fragments }: MemoryStores, key: string, ledger: WakeLedger): Found {
  const entries = ledger.fragments.filter((one) => one.key === key);
  const entry = entries.find(({ left }) => left === undefined) ?? entries[0];
  if (entry === undefined) {
    if (fragments.findByKey(key) === undefined) throw buildUnknown(`no fragment ${key}`);
    return buildAbsent('unasked');
  }
  const score = entry.subject === undefined ? undefined : explain(entry.subject, ledger);
  const { because, tokens } = entry;
  if (entry.left !== undefined) return { ...buildAbsent(entry.left, score), because };
  if (entry.as === 'found') return { section: 'known', reason: 'found', tokens, score, because };
  const reason = entry.as === 'carried' ? 'chosen' : 'asked';
  return { section: 'recalled', reason, tokens, score };
}

function explain(subject: ScoredThing, ledger: WakeLedger): Explanation {
  return explainScore(subject, ledger, ledger.profile);
}

function buildAbsent(reason: PresenceReason, score?: Explanation): Found {
  return { section: undefined, reason, tokens: 0, score };
}

function buildNoWake(wakeId: number | undefined): UsageError {
  return new UsageError({
    code: 'memory.no-wake',
    happened:
      wakeId === undefined
        ? 'There is no wake yet (a wake is what the companion was given with a message).'
        : `There is no wake ${wakeId} (a wake is what the companion was given with a message).`,
    todo:
      wakeId === undefined
        ? 'Send a message with "terrarium memory chat". Until then "terrarium memory wake" shows what the companion would be given, and "terrarium memory search WORDS" finds what was said.'
        : 'Give the number of an earlier one, or leave it out for the newest.',
  });
}

function buildUnknown(what: string): UsageError {
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `There is ${what} in this memory.`,
    todo: 'A moment (a message that was said) is named like "moment 12", an item by its number, a fragment by its exact key; "terrarium memory search WORDS" finds them.',
  });
}

function buildEventOnly(id: ItemId): UsageError {
  return new UsageError({
    code: 'memory.nothing-of-that-name',
    happened: `There is no item ${id} in this memory, but there is a moment with that number.`,
    todo: `Ask about it as "moment ${id}".`,
  });
}

const places: Readonly<Record<SectionName | 'message', string>> = {
  lingering: 'among what is still in mind',
  recalled: 'among what was recalled',
  known: 'among what the companion knows',
  echoes: 'among earlier moments',
  recent: 'among the latest messages',
  now: 'in the part about the present',
  message: 'as the message itself',
};

const reasons: Readonly<Record<PresenceReason, string>> = {
  chosen: 'its score earned it a place',
  always: 'the prompt always holds the newest message and the exchange before it',
  echoed: 'the message brought it back',
  found: 'it has to do with the message',
  asked: 'it was asked for by name, or is linked to something that was',
  'worth-knowing': 'the companion always knows this about the person it talks with',
  faded: 'it has faded too far to come to mind',
  'no-room': 'items with a higher score took all the room',
  'in-view': 'a reply in the prompt already shows it',
  parroted: 'it mostly repeats what the companion had been given before',
  unknown: 'there was no fragment of that name',
  later: 'it came only after this prompt; the next message of a talk makes a new prompt',
  'to-come': 'it has a later time than this prompt, so it was not part of the talk yet',
  closed: 'it was no longer in mind then: done, dropped, faded or replaced',
  unshown: 'none of it is shown in a conversation',
  unasked: 'nobody asked for it by name, and the message did not find it',
};

/** Describes a presence in a sentence or two for people, with the arithmetic. */
function describePresence(presence: Omit<Presence, 'say'>, target: Target, ledger: WakeLedger): string {
  const { section, reason, tokens, score, because } = presence;
  const name = describeTarget(target);
  const taken = tokens === 0 ? '' : ` (${tokens} tokens)`;
  const where =
    section === undefined
      ? `${name} ${reason === 'in-view' ? 'has no line of its own' : 'is not'} in the prompt`
      : `${name} is in the prompt, ${places[section]}${taken}`;
  const why = `${reasons[reason]}${because === undefined || 'event' in target ? '' : ` (${because})`}`;
  const brought = reason === 'echoed' ? ` (${because})` : '';
  const arithmetic = score === undefined ? '' : ` ${describeScore(score)}`;
  return `${where}: ${why}${brought}.${arithmetic}${describeRoom(reason, target, ledger)}${describeEcho(presence, target, ledger)}`;
}

function describeEcho({ echo, because }: Omit<Presence, 'say'>, target: Target, ledger: WakeLedger): string {
  if (echo === undefined || !('event' in target)) return '';
  const { echoes } = ledger;
  const others = echoes.length === 1 ? 'the one moment' : `the ${echoes.length} moments`;
  const words: Readonly<Record<EchoReason, () => string>> = {
    echoed: () => '',
    off: () => ' No tokens are set for echoes, which are earlier moments that a message brings back.',
    'in-view': () => ' The message did not have to bring it back, because it is in the prompt already.',
    'no-room': () =>
      ` The message brought it back too (${because}), at place ${computeRank(target.event, ledger)} of ${echoes.length}, but other moments took the room.`,
    'not-found': () =>
      echoes.length === 0
        ? ' The message brought nothing back.'
        : ` It is not among ${others} that the message brought back.`,
  };
  return words[echo]();
}

/** The ledger lists echoes in the order of their rank. */
function computeRank(event: number, { echoes }: WakeLedger): number {
  return echoes.findIndex(({ id }) => id === event) + 1;
}

function describeTarget(target: Target): string {
  if ('item' in target) return `Item ${target.item}`;
  return 'event' in target ? `Moment ${target.event}` : `Fragment ${target.fragment}`;
}

/**
 * Describes a score as text, such as "Score 0.354 = time 0.707 (1 hour, halved every 2) × turns 0.5 (3 turns, halved
 * every 3)."
 */
function describeScore({ score, combine, factors }: Explanation): string {
  if (combine === 'never-fades') return 'Score 1: it never fades.';
  const terms = factors.map(describeFactor);
  const made = combine === 'product' ? terms.join(' × ') : `the largest of ${terms.join(', ')}`;
  return `Score ${renderRounded(score)} = ${made}.`;
}

const factorNames: Readonly<Partial<Record<Factor['name'], string>>> = {
  prominence: 'newness',
  resurfacing: 'nearness of its date',
  aftermath: 'time since its date',
};

function describeFactor({ name, elapsed, halfLife, value }: Factor): string {
  const one = name === 'turns' ? 'turn' : 'hour';
  const unit = renderRounded(elapsed) === '1' ? one : `${one}s`;
  const half = halfLife === undefined ? '' : `, halved every ${renderRounded(halfLife)}`;
  return `${factorNames[name] ?? name} ${renderRounded(value)} (${renderRounded(elapsed)} ${unit}${half})`;
}

function describeRoom(reason: PresenceReason, target: Target, ledger: WakeLedger): string {
  if (reason === 'faded') return ` What is in mind scores at least ${ledger.profile.threshold}.`;
  if (reason !== 'no-room' || !('item' in target)) return '';
  const lingering = ledger.items.filter((entry) => entry.left === undefined).map((entry) => entry.score);
  return lingering.length === 0
    ? ''
    : ` The lowest score that found room was ${renderRounded(Math.min(...lingering))}.`;
}

function renderRounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
