// Lists the plans that are still open, whatever their present scores, by subject or by when they are due.
import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { detectPlanPhase, type PlanPhase } from '../decay/score.ts';
import { openEventStore, resolveNowMs } from '../events/event-store.ts';
import { feastWords } from '../events/feast-days.ts';
import { findDueDate, isDate } from '../events/find-due-date.ts';
import { findWholeSpan } from '../events/find-named-spans.ts';
import type { DateLanguage } from '../events/load-date-parser.ts';
import { computeDayStart } from '../events/local-time.ts';
import { parseMonthName } from '../events/month-words.ts';
import type { TimeSpan } from '../events/time-span.ts';
import { extractFragmentKeys } from '../tags/parse-recall-requests.ts';
import { describeItem, describeRecurrence } from './describe-item.ts';
import type { ItemId, WorkingItem } from './item.ts';
import { openItemsUntil } from './items-until-store.ts';
import { findMove } from './move-plan.ts';
import { hasAll, listWords, normalise } from './normal-form.ts';
import { withCurrentDue } from './recurring-plans.ts';

/** `week` is today and the six days after, `later` is after that, and `open-ended` is without a date. */
export const planSpans = ['overdue', 'today', 'tomorrow', 'week', 'later', 'open-ended'] as const;

export type PlanSpan = (typeof planSpans)[number];

export interface PlansQuery {
  /** A fragment's key, a subject, a time ("this week", "Friday"), or words that must all occur in the plan. */
  readonly topic?: string | undefined;
  readonly when?: PlanSpan | undefined;
  /** The languages in which a topic such as "this week" is read as a time; English by default. */
  readonly languages?: readonly DateLanguage[] | undefined;
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
  readonly timeZone: string;
  readonly profile?: DecayProfile | undefined;
  readonly listLinkedItems?: ((key: string) => ReadonlySet<ItemId>) | undefined;
}

/** `content` is without the words for the date. */
export interface Plan extends WorkingItem {
  readonly phase: PlanPhase;
  /** The words that say when the plan recurs, such as "every Sunday at 10"; undefined for a single date. */
  readonly recurrence: string | undefined;
  /** When the plan was due before it was moved; undefined if it was not moved, or had no date before. */
  readonly movedFromMs: number | undefined;
}

/** Plans with a date come first, the earliest first; then plans without a date, the newest first. */
export function plans(connection: Connection, query: PlansQuery): readonly Plan[] {
  const { profile = defaultProfile } = query;
  const nowMs = resolveNowMs(openEventStore(connection), profile, query.nowMs);
  const items = openItemsUntil(connection, query.nowMs);
  return items
    .readActiveOf('plan')
    .map((item) => withCurrentDue(item, { nowMs, timeZone: query.timeZone }))
    .filter(isAbout({ ...query, nowMs }, (item) => describeItem(items, item)))
    .filter(isWithin({ ...query, nowMs }))
    .map((item) => ({
      ...item,
      content: describeItem(items, item),
      recurrence: describeRecurrence(item, query.timeZone),
      phase: detectPlanPhase(item, nowMs, profile.plans),
      movedFromMs: findMove(items, item)?.fromMs,
    }))
    .sort(compareByUrgency);
}

type Test = (item: WorkingItem) => boolean;

/** A topic that ends in one of these words is not a single day but a whole unit of time, such as "this week". */
const wholeUnit = /\b(?:week|weekend|month|year)$/iu;

const feast = new RegExp(`^(?:at\\s)?(?:${feastWords})$`, 'iu');
/**
 * If the last May or Christmas, for example, is over, the next one is meant. It is found as the last one as seen a year
 * from now.
 */
const yearMs = 365 * 86_400_000;

function findSpan(topic: string, { nowMs, timeZone, languages = ['en'] }: PlansQuery): TimeSpan | undefined {
  const words = topic.trim().replace(/^(?:for|on|in|during)\s/iu, '');
  if (parseMonthName(words) !== undefined || feast.test(words)) {
    const last = findWholeSpan(words, { nowMs, timeZone, languages });
    return last === undefined || last.untilMs > nowMs
      ? last
      : findWholeSpan(words, { nowMs: nowMs + yearMs, timeZone, languages });
  }
  const writing = { atMs: nowMs, timeZone, languages };
  const due = !wholeUnit.test(words) && isDate(words, writing) ? findDueDate(words, writing) : undefined;
  if (due === undefined) return findWholeSpan(words, { nowMs, timeZone, languages });
  const startOf = (days: number) => computeDayStart(due.dueAtMs, timeZone, days);
  return { fromMs: startOf(0), untilMs: startOf(1) };
}

/**
 * A topic that names a time may be a name too, such as "May", so plans that contain its words are about it as well.
 * `readSaid` reads the words of a plan without those for its date.
 */
function isAbout(query: PlansQuery, readSaid: (item: WorkingItem) => string): Test {
  const { topic, listLinkedItems } = query;
  const wanted = normalise(topic ?? '');
  if (topic === undefined || wanted === '') return () => true;
  const span = findSpan(topic, query);
  const isDue = ({ dueAtMs }: WorkingItem) =>
    span !== undefined && dueAtMs !== undefined && dueAtMs >= span.fromMs && dueAtMs < span.untilMs;
  const readForm = (item: WorkingItem) => (span === undefined ? item.normalForm : normalise(readSaid(item)));
  const words = listWords(wanted);
  const linked = listLinkedItems?.(topic) ?? new Set<ItemId>();
  return (item) =>
    isDue(item) ||
    linked.has(item.id) ||
    item.subject === wanted ||
    extractFragmentKeys(item.content).includes(topic) ||
    (words.size === 0 ? readForm(item).includes(wanted) : hasAll(listWords(readForm(item)), words));
}

function isWithin({ when, nowMs, timeZone }: PlansQuery): Test {
  if (when === undefined) return () => true;
  if (when === 'open-ended') return ({ dueAtMs }) => dueAtMs === undefined;
  const [fromMs, untilMs] = resolveReach(when, (days) => computeDayStart(nowMs, timeZone, days), nowMs);
  return ({ dueAtMs }) => dueAtMs !== undefined && dueAtMs >= fromMs && dueAtMs < untilMs;
}

function resolveReach(
  when: Exclude<PlanSpan, 'open-ended'>,
  findDay: (daysLater: number) => number,
  nowMs: number,
): readonly [fromMs: number, untilMs: number] {
  switch (when) {
    case 'overdue':
      return [Number.NEGATIVE_INFINITY, nowMs];
    case 'today':
      return [findDay(0), findDay(1)];
    case 'tomorrow':
      return [findDay(1), findDay(2)];
    case 'week':
      return [findDay(0), findDay(7)];
    case 'later':
      return [findDay(7), Number.POSITIVE_INFINITY];
  }
}

function compareByUrgency(one: Plan, other: Plan): number {
  if (one.dueAtMs !== undefined && other.dueAtMs !== undefined && one.dueAtMs !== other.dueAtMs) {
    return one.dueAtMs - other.dueAtMs;
  }
  if ((one.dueAtMs === undefined) !== (other.dueAtMs === undefined))
    return one.dueAtMs === undefined ? 1 : -1;
  return other.createdAtMs - one.createdAtMs || other.id - one.id;
}
