// Time relations: "before", "after" and "since" an event, and the span of time that these words mean.
import type { TimeSpan } from './time-span.ts';

export interface TimeRelation {
  readonly side: 'before' | 'after' | 'since';
  /** How far the span reaches, in milliseconds; with `since`, it reaches to the present. */
  readonly reachMs: number;
}

const dayMs = 86_400_000;
/** Somebody who only says "before the move" means the weeks just before the move, not all the time before it. */
const usualReachMs = 56 * dayMs;
const reaches: Readonly<Record<string, number>> = {
  day: dayMs,
  night: dayMs,
  weekend: 3 * dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
  monday: 7 * dayMs,
  tuesday: 7 * dayMs,
  wednesday: 7 * dayMs,
  thursday: 7 * dayMs,
  friday: 7 * dayMs,
  saturday: 7 * dayMs,
  sunday: 7 * dayMs,
};

const sides: Readonly<Record<string, TimeRelation['side']>> = {
  before: 'before',
  until: 'before',
  till: 'before',
  after: 'after',
  following: 'after',
  since: 'since',
};
const unit = String.raw`(?:\b(?<unit>${Object.keys(reaches).join('|')})s?\s)?`;
const relation = String.raw`\b(?<side>${Object.keys(sides).join('|')})`;
const atEnd = new RegExp(String.raw`${unit}${relation}\s(?:the\s)?$`, 'iu');
/**
 * The beginning of a pattern. It matches a relation such as "the week after"; the event follows: "the move", "Anna's
 * wedding", "we moved to Graz".
 */
export const relationStart = String.raw`${unit}${relation}\s`;

/** Finds the relation with which a text ends, and which applies to the words after the text. */
export function findRelationBefore(text: string): TimeRelation | undefined {
  return parseRelation(atEnd.exec(text.slice(-30))?.groups);
}

export function parseRelation(
  groups: Readonly<Record<string, string | undefined>> = {},
): TimeRelation | undefined {
  const side = sides[groups['side']?.toLowerCase() ?? ''];
  if (side === undefined) return undefined;
  return { side, reachMs: reaches[groups['unit']?.toLowerCase() ?? ''] ?? usualReachMs };
}

/** The result may be empty, if the time that is meant is still to come. */
export function applyRelation(
  { fromMs, untilMs }: TimeSpan,
  { side, reachMs }: TimeRelation,
  nowMs: number,
): TimeSpan {
  if (side === 'before') return { fromMs: fromMs - reachMs, untilMs: fromMs };
  if (side === 'since') return { fromMs, untilMs: nowMs };
  return { fromMs: untilMs, untilMs: Math.min(nowMs, untilMs + reachMs) };
}
