// Reads a dice term with all amounts known: what each face counts as, and whether its rerolls or explosions could never end.

import { DiceFault } from '../dice-fault.ts';
import type { Amount, Comparison, Condition, DiceTerm } from '../dice-node.ts';

const comparisons: Readonly<Record<Comparison, (face: number, value: number) => boolean>> = {
  '=': (face, value) => face === value,
  '<>': (face, value) => face !== value,
  '<': (face, value) => face < value,
  '>': (face, value) => face > value,
  '<=': (face, value) => face <= value,
  '>=': (face, value) => face >= value,
};

export function isMatch(face: number, { comparison, value }: Condition): boolean {
  return comparisons[comparison](face, toNumber(value));
}

/** An amount of a resolved expression, which must be a number. */
export function toNumber(amount: Amount): number {
  if (typeof amount === 'number') return amount;
  throw new DiceFault('A number in the expression was not settled.', 0);
}

export function readFaceRange({ faces }: DiceTerm): { readonly low: number; readonly high: number } {
  return faces === 'F' ? { low: -1, high: 1 } : { low: 1, high: toNumber(faces) };
}

/**
 * The value that a thrown face counts as: raised to the least, or lowered to the greatest value that the term allows.
 */
export function clampFace(face: number, { rules }: DiceTerm): number {
  const raised = rules.least === undefined ? face : Math.max(face, toNumber(rules.least));
  return rules.most === undefined ? raised : Math.min(raised, toNumber(rules.most));
}

export function findExplosion(term: DiceTerm): Condition | undefined {
  const { explode } = term.rules;
  return explode && (explode.when ?? { comparison: '=', value: clampFace(readFaceRange(term).high, term) });
}

/** How often each value comes up in `whole` throws of one die, with rerolls but before it explodes. */
export function countFaces(term: DiceTerm): {
  readonly weights: Map<number, number>;
  readonly whole: number;
} {
  const { low, high } = readFaceRange(term);
  const faces = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const { reroll } = term.rules;
  const isAgain = (face: number) => reroll !== undefined && isMatch(face, reroll.when);
  const again = faces.filter(isAgain).length;
  const countWays = (face: number) => {
    if (reroll === undefined) return 1;
    if (reroll.isOnce) return again + (isAgain(face) ? 0 : faces.length);
    return isAgain(face) ? 0 : 1;
  };
  const weights = new Map<number, number>();
  let whole = 0;
  for (const face of faces) {
    const weight = countWays(face);
    if (weight === 0) continue;
    const value = clampFace(face, term);
    weights.set(value, (weights.get(value) ?? 0) + weight);
    whole += weight;
  }
  return { weights, whole };
}

/** Refuses a term whose dice could be thrown without end, or that keeps more dice than it has. */
export function checkTerm(term: DiceTerm): void {
  const { rules, at } = term;
  const { weights } = countFaces(term);
  if (weights.size === 0)
    throw new DiceFault(`At position ${at + 1} every face is rerolled, without end.`, at);
  const explosion = findExplosion(term);
  if (explosion !== undefined && [...weights.keys()].every((value) => isMatch(value, explosion))) {
    throw new DiceFault(`At position ${at + 1} every face explodes, without end.`, at);
  }
  const count = toNumber(term.count);
  const kept = rules.keep === undefined ? 0 : toNumber(rules.keep.count);
  if (kept < 0 || (kept > count && explosion === undefined)) {
    const verb = rules.keep?.how === 'drop' ? 'dropped' : 'kept';
    throw new DiceFault(
      `At position ${at + 1} there are ${count} dice, of which ${kept} should be ${verb}.`,
      at,
    );
  }
}
