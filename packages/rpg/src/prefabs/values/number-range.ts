// Number range: the bounds and step of a number, and how any number is brought within them.

import { z } from 'zod';
import type { Json } from '../../values/json.ts';
import { refuse } from '../finish.ts';
import type { Done } from '../prefab.ts';
import { readNumber } from '../read-json.ts';
import { describeNumberNeeded } from '../show-text.ts';

/** Bounds of any number on a sheet; beyond them steps of a hundredth would be lost to rounding. */
const farthest = 1_000_000_000;
/** A number this near to the next step counts as having reached it, since sums of hundredths are not exact. */
const nearness = 1e-4;

export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The size of a step, 1 by default; steps are counted from the minimum, or from 0 if there is none. */
  readonly step?: number | undefined;
}

export interface Fitted {
  readonly value: number;
  readonly because?: string | undefined;
}

/** A number of a configuration: at most two decimals. */
export const amount = z.number().min(-farthest).max(farthest).multipleOf(0.01);

/** Rounds down to a step and clamps; if the maximum is below the minimum, the minimum counts. */
export function clampNumber(input: number, range: NumberRange): Fitted {
  const low = range.min ?? -farthest;
  const high = Math.max(low, Math.min(farthest, range.max ?? farthest));
  const clamped = Math.min(high, Math.max(low, input));
  const stepped = clampToStep(clamped, range);
  const value = stepped < low ? clampToStep(stepped + (range.step ?? 1), range) : stepped;
  if (value === input) return { value };
  if (input > high) return { value, because: `the maximum is ${high}` };
  if (input < low) return { value, because: `the minimum is ${low}` };
  return { value, because: range.step === undefined ? 'rounded down' : `it goes in steps of ${range.step}` };
}

function clampToStep(value: number, { min = 0, step = 1 }: NumberRange): number {
  const steps = Math.floor((value - min) / step + nearness);
  // Adding 0 turns a negative zero into 0.
  return Math.round((min + steps * step) * 100) / 100 + 0;
}

export function setNumber(input: Json, range: NumberRange): (Fitted & { readonly ok: true }) | Refused {
  const number = readNumber(input);
  if (number === undefined) return { ok: false, say: describeNumberNeeded(input) };
  return { ok: true, ...clampNumber(number, range) };
}

type Refused = Extract<Done, { ok: false }>;

/** Adds `delta`; refuses a `delta` that is not finite. */
export function adjustNumber(value: number, delta: number, range: NumberRange): Done {
  if (!Number.isFinite(delta)) return refuse('The change must be a number.');
  const changed = clampNumber(value + delta, range);
  return { ok: true, ...changed };
}

export function describeRange({ min, max, step }: NumberRange): string {
  const bounds = min === undefined && max === undefined ? 'a number' : `${min ?? '…'}..${max ?? '…'}`;
  return step === undefined || step === 1 ? bounds : `${bounds} in steps of ${step}`;
}

/** What is wrong with a range of a configuration, and at which member. */
function findRangeFault(range: NumberRange & { readonly default?: number | undefined }) {
  if (range.min !== undefined && range.max !== undefined && range.min > range.max) {
    return { member: 'max', says: `the maximum ${range.max} is below the minimum ${range.min}` };
  }
  if (range.default === undefined) return undefined;
  const fitted = clampNumber(range.default, range);
  if (fitted.value === range.default) return undefined;
  return { member: 'default', says: `the default ${range.default} is not possible: ${fitted.because}` };
}

/** Checks a configuration with `min`, `max`, `step` and `default`; used as its `superRefine`. */
export function checkRange(
  range: NumberRange & { default?: number | undefined },
  issues: z.RefinementCtx,
): void {
  const fault = findRangeFault(range);
  if (fault !== undefined) issues.addIssue({ code: 'custom', path: [fault.member], message: fault.says });
}
