// Formula values: converts values to numbers and truth values during evaluation, and does arithmetic with checked results.

import type { FormulaValue } from '../../prefabs/prefab.ts';

/**
 * Thrown within an evaluation and caught by the function that evaluates the formula. Says what could not be computed,
 * and what would be accepted.
 */
export class FormulaFailure extends Error {}

const tiny = 1e-9;

/** Every number that a formula makes passes through here, so that neither NaN nor an infinity nor -0 gets out. */
export function asFinite(value: number, doing: string): number {
  if (Number.isFinite(value)) return value + 0;
  throw new FormulaFailure(`${doing} gives no finite number`);
}

export function asNumber(value: FormulaValue, name: string): number {
  if (typeof value === 'number') return value;
  throw new FormulaFailure(`\`${name}\` takes numbers, not ${nameKind(value)}${suggestFor(value)}`);
}

export function asTruth(value: FormulaValue, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new FormulaFailure(
    `\`${name}\` takes a truth value, not ${nameKind(value)}; write a comparison, such as x > 0`,
  );
}

export function asList(value: FormulaValue, name: string): readonly FormulaValue[] {
  if (Array.isArray(value)) return value as readonly FormulaValue[];
  throw new FormulaFailure(`\`${name}\` takes a list, not ${nameKind(value)}`);
}

export const kindNames = { number: 'a number', boolean: 'a truth value', list: 'a list' } as const;

export function nameKind(value: FormulaValue): string {
  if (typeof value === 'number') return kindNames.number;
  return typeof value === 'boolean' ? kindNames.boolean : kindNames.list;
}

function suggestFor(value: FormulaValue): string {
  return typeof value === 'boolean' ? '; write if(condition, 1, 0)' : '; use sum, count, min or max over it';
}

/** Rounds down. A value that is below a whole number only by a rounding error becomes that number: 0.29 × 100 is 29. */
export function computeFloor(value: number): number {
  const near = Math.round(value);
  return Math.abs(value - near) <= tiny * Math.max(1, Math.abs(value)) ? near : Math.floor(value);
}

export function computeFloorQuotient(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaFailure('division by zero');
  return computeFloor(asFinite(dividend / divisor, '//'));
}

/** The remainder of `//`, which has the sign of the divisor. */
export function computeRemainder(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaFailure('division by zero');
  const rest = dividend % divisor;
  const sized = rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest;
  const isNothing = Math.min(Math.abs(sized), Math.abs(divisor - sized)) <= tiny * Math.abs(divisor);
  return isNothing ? 0 : sized;
}

export function computeQuotient(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaFailure('division by zero');
  return dividend / divisor;
}
