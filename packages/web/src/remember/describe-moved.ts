// Describes from which day a plan was moved, or from which time if it stays on the same day.
import { nameDay, renderDay, renderDueTime } from '../parts/time-text.ts';

interface MovedPlan {
  readonly dueAtMs?: number | undefined;
  readonly movedFromMs?: number | undefined;
}

interface Page {
  readonly timeZone: string;
  readonly nowMs: number;
}

/** Empty for a plan that was not moved. */
export function describeMoved({ dueAtMs, movedFromMs }: MovedPlan, { timeZone, nowMs }: Page): string {
  if (movedFromMs === undefined) return '';
  const isSameDay = dueAtMs !== undefined && nameDay(dueAtMs, timeZone) === nameDay(movedFromMs, timeZone);
  const time = isSameDay ? renderDueTime(movedFromMs, timeZone) : undefined;
  return `moved from ${time ?? renderDay(movedFromMs, timeZone, nowMs)}`;
}
