// Plan phase: where a plan stands on its way from being made to being overdue.

import type { DecayProfile } from './profile.ts';

export const planPhases = [
  'active',
  'submerged',
  'approaching',
  'due',
  'grace',
  'overdue',
  'open-ended',
] as const;

export type PlanPhase = (typeof planPhases)[number];

export interface PhasedPlan {
  readonly refreshedAtMs: number;
  readonly dueAtMs: number | undefined;
}

const hourMs = 3_600_000;
/** A plan counts as due from an hour before its moment to an hour after. */
const dueHours = 1;

/** `active` while it is new and not yet rising; `open-ended` without a date. */
export function detectPlanPhase(
  { refreshedAtMs, dueAtMs }: PhasedPlan,
  nowMs: number,
  { prominentHours, resurfacingHours, graceHours }: DecayProfile['plans'],
): PlanPhase {
  if (dueAtMs === undefined) return 'open-ended';
  const hoursToDue = (dueAtMs - nowMs) / hourMs;
  if (Math.abs(hoursToDue) <= dueHours) return 'due';
  if (hoursToDue < 0) return -hoursToDue <= graceHours ? 'grace' : 'overdue';
  if (hoursToDue <= resurfacingHours) return 'approaching';
  return nowMs - refreshedAtMs < prominentHours * hourMs ? 'active' : 'submerged';
}
