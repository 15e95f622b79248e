// Moves a plan to another time: its words stay, and so does its time of day if only another day was said.
import { type DueDate, findDueDate, type Writing } from '../events/find-due-date.ts';
import { isEnglish } from '../events/load-date-parser.ts';
import { computeDayStart, computeMoment, readWall } from '../events/local-time.ts';
import { computeMovedBy, isMovedBy } from '../events/moved-by.ts';
import { cutDate } from './cut-date.ts';
import type { ItemChange, ItemId, ItemState, WorkingItem } from './item.ts';
import { isRecurring } from './recurring-plans.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/** The reason that is stored when a plan is moved. */
export const movedBecause = 'it was moved to another time';

const dayMs = 86_400_000;
/** The time of a plan for which only a day was said: 23:59. */
const endOfDayMs = dayMs - 60_000;
/** Words that may come before a date: "on the 5th", "about noon", "after Friday". */
const leading = /^(?:(?:on|at|about|around|the|early|late|some\s?time|after|before|by|from)\s){0,3}$/iu;
const hours = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const timeAlone = new RegExp(
  String.raw`^(?:(?:at|about|around)\s)?(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.|o['’]clock)|\d{1,2}:\d{2}|noon|midday|midnight|(?:half|quarter)\s(?:past|to)\s(?:${hours}|\d{1,2})|(?:\d{1,2}|${hours})(?=\W*$))(?![\p{L}\p{N}])`,
  'iu',
);
const dayWords =
  /day|tomorrow|tonight|week|month|january|february|march|april|may|june|july|august|september|october|november|december|\d(?:st|nd|rd|th)\b/iu;

/** Whether the plan was moved. If so, none of its words name the time when it is due. */
export function isMoved({ dueAtMs, dueWords }: Pick<ItemState, 'dueAtMs' | 'dueWords'>): boolean {
  return dueAtMs !== undefined && dueWords === undefined;
}

/**
 * Finds when the plan is due after it was moved to the time, or by the span, with which the words begin.
 * Undefined if they begin with no time that is to come, or if the plan recurs.
 */
export function findMovedDue(words: string, plan: WorkingItem, writing: Writing): number | undefined {
  if (isRecurring(plan, writing.timeZone)) return undefined;
  const by = plan.dueAtMs === undefined ? undefined : computeMovedBy(words, plan.dueAtMs, writing.timeZone);
  if (by !== undefined) return by >= writing.atMs ? by : undefined;
  const ofDay = findTimeOfDay(words, plan, writing);
  if (ofDay !== undefined) return ofDay;
  const dueAtMs = findFirstTime(words, { ...writing, about: describeThing(plan) });
  return dueAtMs === undefined ? undefined : withTimeOf(plan, dueAtMs, writing.timeZone);
}

/**
 * Finds the words of a recurring plan that comes again at other times from now on: `gym` and `every Saturday at 8`.
 * Undefined if the plan does not recur, or if the words do not begin with such times.
 */
export function findMovedRecurrence(words: string, plan: WorkingItem, writing: Writing): string | undefined {
  const { timeZone, atMs } = writing;
  if (!isRecurring(plan, timeZone)) return undefined;
  const due = findFirstDue(words, { ...writing, about: describeThing(plan) });
  return due !== undefined && isRecurring({ ...due, createdAtMs: atMs }, timeZone)
    ? `${describeThing(plan).trim()} ${due.dueWords}`
    : undefined;
}

/** Whether the words begin with a time to which the plan can be moved. */
export function isMovable(plan: WorkingItem, words: string, writing: Writing): boolean {
  return (
    findMovedDue(words, plan, writing) !== undefined ||
    findMovedRecurrence(words, plan, writing) !== undefined
  );
}

/** Whether the words begin with a time that is to come, or with a span by which a plan may be moved. */
export function isNewTime(words: string, writing: Writing): boolean {
  return isMovedBy(words) || timeAlone.test(words) || findFirstTime(words, writing) !== undefined;
}

function findFirstTime(words: string, writing: Writing): number | undefined {
  return findFirstDue(words, writing)?.dueAtMs;
}

/** The date that is to come with which the words begin. */
function findFirstDue(words: string, writing: Writing): DueDate | undefined {
  const said = /^the\s\p{L}*\d*(?:st|nd|rd|th)\b/iu.test(words) ? `on ${words}` : words;
  const due = findDueDate(said, writing);
  const at = due === undefined ? -1 : said.indexOf(due.dueWords);
  return at < 0 || !leading.test(said.slice(0, at)) ? undefined : due;
}

/**
 * Of several plans that the words mean equally well, finds the plan to which they give another date, if there is only
 * one such plan.
 */
export function chooseMovable(
  plans: readonly WorkingItem[],
  words: string,
  writing: Writing,
): WorkingItem | undefined {
  const [only, ...others] = plans.filter((plan) => {
    const dueAtMs = findMovedDue(words, plan, writing);
    return dueAtMs !== undefined && dueAtMs !== plan.dueAtMs;
  });
  return others.length === 0 ? only : undefined;
}

/** Whether an answer only repeats the span by which a message of the same turn has already moved the plan. */
export function isMovedAlready(
  store: Pick<WorkingMemoryStore, 'readChanges'>,
  { id }: Pick<WorkingItem, 'id'>,
  { words, turn }: { readonly words: string; readonly turn: number },
): boolean {
  const last = isMovedBy(words) ? store.readChanges(id).at(-1) : undefined;
  return last?.because === movedBecause && last.turn === turn;
}

/** Finds another time of the same day: "The dentist moved to 3 pm". */
function findTimeOfDay(
  words: string,
  plan: WorkingItem,
  { atMs, timeZone, languages }: Writing,
): number | undefined {
  const { dueAtMs } = plan;
  const time = timeAlone.exec(words)?.[0];
  if (time === undefined || dueAtMs === undefined) return undefined;
  const whole = findDueDate(words, { atMs, timeZone, languages });
  if (whole !== undefined && dayWords.test(whole.dueWords)) return undefined;
  const dayStartMs = computeDayStart(dueAtMs, timeZone);
  const said = /^(?:at|about|around|noon|mid)/iu.test(time) ? time : `at ${time}`;
  const asked = { atMs: dayStartMs, timeZone, about: describeThing(plan) };
  const due =
    findDueDate(`${said} today`, { ...asked, languages: languages.filter(isEnglish) }) ??
    findDueDate(time, { ...asked, languages });
  return due !== undefined && due.dueAtMs >= atMs ? due.dueAtMs : undefined;
}

function describeThing({ content, dueWords }: WorkingItem): string {
  return cutDate(content, dueWords ?? '');
}

function withTimeOf({ dueAtMs }: WorkingItem, newMs: number, timeZone: string): number {
  const wall = readWall(newMs, timeZone);
  if (dueAtMs === undefined || wall % dayMs !== endOfDayMs) return newMs;
  return computeMoment(wall - (wall % dayMs) + (readWall(dueAtMs, timeZone) % dayMs), timeZone);
}

export interface Move {
  /** When the plan was due before; undefined if it had no date. */
  readonly fromMs: number | undefined;
  /** The words of the plan without those for its former date. */
  readonly content: string;
}

type MovablePlan = Pick<ItemState, 'dueAtMs' | 'dueWords'> & {
  readonly id: ItemId;
  readonly content: string;
};

/** The move that gave a plan its present date; undefined for a plan that was not moved. */
export function findMove(
  store: Pick<WorkingMemoryStore, 'readChanges'>,
  plan: MovablePlan,
): Move | undefined {
  if (!isMoved(plan)) return undefined;
  const changes = store.readChanges(plan.id);
  const readAfter = (at: number) => {
    const next = changes[at + 1];
    return next === undefined ? plan.dueAtMs : next.before?.dueAtMs;
  };
  const isThis = ({ because }: ItemChange, at: number) =>
    because === movedBecause && readAfter(at) === plan.dueAtMs;
  const move = changes.findLast(isThis);
  if (move === undefined) return undefined;
  const words = changes.findLast(({ before }) => before?.dueWords !== undefined)?.before?.dueWords;
  return { fromMs: move.before?.dueAtMs, content: cutDate(plan.content, words ?? '') };
}
