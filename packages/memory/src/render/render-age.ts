// Renders ages and waits in everyday words; a day is a calendar day in the person's zone.
import { computeDayNumber, isEndOfDay } from '../events/render-moment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface Looking {
  readonly nowMs: number;
  /** The person's time zone; by default the machine's. */
  readonly timeZone?: string | undefined;
}

/** A span of up to this length is given in hours, even if it contains midnight. */
const longestNight = 6 * hourMs;
/**
 * The larger units. For each unit: from how many days on it is used, how many days it has, and its names. Less than one
 * and a half units is given in the singular.
 */
const units = [
  [365, 365.25, 'a year', 'years'],
  [30, 30.44, 'a month', 'months'],
  [14, 7, 'a week', 'weeks'],
] as const;

/**
 * Says how long ago a moment was: "just now", "20 minutes ago", "yesterday", "3 weeks ago". A moment that is
 * still to come, as after a clock was set back, is "just now".
 */
export function renderAge(atMs: number, looking: Looking): string {
  return looking.nowMs - atMs < minuteMs ? 'just now' : renderDistance(atMs, looking);
}

/** Says when something is due: "in 3 hours", "today", "tomorrow", "in 3 days", "now", "yesterday". */
export function renderWait(atMs: number, looking: Looking): string {
  if (isEndOfDay(atMs, looking.timeZone))
    return renderDays(countDays(atMs, looking)) ?? (atMs < looking.nowMs - minuteMs ? 'just now' : 'today');
  return Math.abs(atMs - looking.nowMs) < minuteMs ? 'now' : renderDistance(atMs, looking);
}

function renderDistance(atMs: number, looking: Looking): string {
  const { nowMs } = looking;
  const [length, days] = [Math.abs(atMs - nowMs), countDays(atMs, looking)];
  const inDays = length <= longestNight ? undefined : renderDays(days);
  return inDays ?? renderSide(renderHours(length), atMs > nowMs);
}

/** How many midnights lie between now and the moment; below 0 if the moment is past. */
function countDays(atMs: number, { nowMs, timeZone }: Looking): number {
  return computeDayNumber(atMs, timeZone) - computeDayNumber(nowMs, timeZone);
}

/** Returns undefined for the same day. */
function renderDays(days: number): string | undefined {
  if (days === 0) return undefined;
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  const count = Math.abs(days);
  const [, length = 1, one = '', many = 'days'] = units.find(([from]) => count >= from) ?? [];
  const isOne = one !== '' && count < length * 1.5;
  return renderSide(isOne ? one : `${Math.round(count / length)} ${many}`, days > 0);
}

function renderHours(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  if (ms >= 1.5 * hourMs) return `${Math.round(ms / hourMs)} hours`;
  if (ms >= hourMs) return 'an hour';
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

function renderSide(span: string, isAhead: boolean): string {
  return isAhead ? `in ${span}` : `${span} ago`;
}
