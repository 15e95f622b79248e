// Plan curve: how a plan with a date sinks after it was made, rises before it is due, and fades after.

import type { DecayProfile } from './profile.ts';

export type PlanCurve = DecayProfile['plans'];

/** Smooth from 0 to 1, level at both ends. */
function computeSmooth(x: number): number {
  const held = Math.min(Math.max(x, 0), 1);
  return held * held * (3 - 2 * held);
}

/** From 1 when it was made or said again down to what a sunk plan weighs. */
export function computeProminence(hoursSince: number, { prominentHours, sunk }: PlanCurve): number {
  return 1 - (1 - sunk) * computeSmooth(hoursSince / prominentHours);
}

/** From what a sunk plan weighs up to 1 when it is due. */
export function computeResurfacing(hoursToDue: number, { resurfacingHours, sunk }: PlanCurve): number {
  return sunk + (1 - sunk) * computeSmooth(1 - hoursToDue / resurfacingHours);
}

/** From 1 when it was due down to the end of grace, and by halves from there. */
export function computeAftermath(hoursAfter: number, curve: PlanCurve): number {
  const { graceHours, graceEnd, overdueHalfLifeHours } = curve;
  if (hoursAfter <= graceHours) return 1 - (1 - graceEnd) * computeSmooth(hoursAfter / graceHours);
  return graceEnd * 0.5 ** ((hoursAfter - graceHours) / overdueHalfLifeHours);
}
