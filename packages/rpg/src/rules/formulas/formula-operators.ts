// Formula operators: what each computes from its operands, and the kinds of its operands and result.

import type { FormulaValue } from '../../prefabs/prefab.ts';
import type { Formula } from '../../system/formula.ts';
import {
  asFinite,
  asNumber,
  computeFloorQuotient,
  computeQuotient,
  computeRemainder,
  FormulaFailure,
  nameKind,
} from './formula-values.ts';

export type Kind = Formula['kind'];

type Numbers = (left: number, right: number) => number;

const arithmetic: ReadonlyMap<string, Numbers> = new Map<string, Numbers>([
  ['+', (left, right) => left + right],
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', computeQuotient],
  ['//', computeFloorQuotient],
  ['%', computeRemainder],
  ['^', (left, right) => left ** right],
]);

const comparisons: ReadonlyMap<string, (left: number, right: number) => boolean> = new Map([
  ['<', (left: number, right: number) => left < right],
  ['<=', (left: number, right: number) => left <= right],
  ['>', (left: number, right: number) => left > right],
  ['>=', (left: number, right: number) => left >= right],
]);

export type Operate = (left: FormulaValue, right: FormulaValue) => FormulaValue;

export interface Operator {
  /** The kind that results from two kinds, or what is wrong with them. */
  resolveKind(left: Kind, right: Kind): { readonly kind: Kind } | { readonly say: string };
  readonly compute: Operate;
}

export function findOperator(name: string): Operator | undefined {
  const numbers = arithmetic.get(name);
  if (numbers !== undefined)
    return {
      resolveKind: (left, right) => resolveArithmetic(name, left, right),
      compute: computeWith(name, numbers),
    };
  const compare = comparisons.get(name);
  if (compare !== undefined)
    return {
      resolveKind: (left, right) => resolveOrder(name, left, right),
      compute: buildComparison(name, compare),
    };
  if (name === '==') return { resolveKind: resolveSameness, compute: isSame };
  if (name === '!=') return { resolveKind: resolveSameness, compute: (left, right) => !isSame(left, right) };
  return undefined;
}

function resolveArithmetic(name: string, left: Kind, right: Kind): ReturnType<Operator['resolveKind']> {
  if (left === 'boolean' || right === 'boolean')
    return { say: `\`${name}\` takes numbers, not truth values; write if(condition, 1, 0)` };
  if (left === 'list' || right === 'list') return { kind: 'list' };
  return { kind: left === 'number' && right === 'number' ? 'number' : 'unknown' };
}

function resolveOrder(name: string, left: Kind, right: Kind): ReturnType<Operator['resolveKind']> {
  if (left === 'boolean' || right === 'boolean')
    return { say: `${name} compares numbers; join two comparisons with and: a < b and b < c` };
  if (left === 'list' || right === 'list')
    return { say: `${name} compares numbers, not lists; use min, max, sum or count` };
  return { kind: 'boolean' };
}

function resolveSameness(left: Kind, right: Kind): ReturnType<Operator['resolveKind']> {
  if (left === 'list' || right === 'list')
    return { say: 'lists are not compared; use count(list, value) or sum(list)' };
  if (left !== right && left !== 'unknown' && right !== 'unknown')
    return { say: 'a number and a truth value are never the same; compare two numbers or two truth values' };
  return { kind: 'boolean' };
}

function computeWith(name: string, numbers: Numbers): Operate {
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return asFinite(numbers(left, right), name);
    return computeLists(name, numbers, [left, right]);
  };
}

/** Computes entry by entry; a number is paired with every entry of a list. */
function computeLists(
  name: string,
  numbers: Numbers,
  sides: readonly [FormulaValue, FormulaValue],
): FormulaValue {
  const [left, right] = sides;
  const compute = (one: FormulaValue, other: FormulaValue) =>
    asFinite(numbers(asNumber(one, name), asNumber(other, name)), name);
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length)
      throw new FormulaFailure(
        `\`${name}\` takes lists of the same length, not ${left.length} and ${right.length} entries`,
      );
    return left.map((one: FormulaValue, at) => compute(one, right[at] as FormulaValue));
  }
  if (Array.isArray(left)) return left.map((one: FormulaValue) => compute(one, right));
  if (Array.isArray(right)) return right.map((other: FormulaValue) => compute(left, other));
  return compute(left, right);
}

function buildComparison(name: string, compare: (left: number, right: number) => boolean): Operate {
  return (left, right) => compare(asNumber(left, name), asNumber(right, name));
}

function isSame(left: FormulaValue, right: FormulaValue): boolean {
  if (typeof left === 'object' || typeof left !== typeof right)
    throw new FormulaFailure(
      `== compares two numbers or two truth values, not ${nameKind(left)} and ${nameKind(right)}`,
    );
  return left === right;
}
