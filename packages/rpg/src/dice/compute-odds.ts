// Computes the odds of dice: least, greatest and mean total, and the probability of every total.

import type { Dice, DiceOdds, DiceResolver, FoundOdds } from './dice.ts';
import { DiceFault, guardDice } from './dice-fault.ts';
import type { DiceNode } from './dice-node.ts';
import type { PartOdds } from './odds/part-odds.ts';
import {
  applyToSpread,
  buildSpread,
  computeMeanOf,
  mergeSpreads,
  normalise,
  type Spread,
  type Work,
} from './odds/spread.ts';
import { computePercentileOdds, computeTermOdds } from './odds/term-odds.ts';
import { toWhole } from './roll-dice.ts';
import { refuseZero, resolveDice } from './throwing/resolve-dice.ts';
import { markOthersDropped } from './throwing/roll-term.ts';

const mostWork = 800_000;
const mostWays = 30_000;

type Operation = DiceNode & { readonly kind: 'operation' };
type Best = DiceNode & { readonly kind: 'best' };

/**
 * The odds are as exact as floating-point numbers are. The work is bounded: odds that would take too much work are
 * refused or left out.
 */
export function computeOdds(dice: Dice, resolve: DiceResolver = () => undefined): FoundOdds {
  const found = guardDice(() => computeRootOdds(resolveDice(dice.root, resolve)));
  return found.ok ? { ok: true, odds: found.value } : { ok: false, say: found.fault.say };
}

function computeRootOdds(root: DiceNode): DiceOdds {
  const { min, max, mean, spread } = computeNodeOdds(root, { left: mostWork });
  const total = spread && applyToSpread(spread, toWhole);
  const settledMean = isWhole(root) ? mean : total && computeMeanOf(total);
  if (settledMean === undefined) {
    throw new DiceFault('These dice have too many possible values to work out their mean.', 0);
  }
  const odds = { min: toWhole(min), max: toWhole(max), mean: settledMean + 0 };
  return total === undefined ? odds : { ...odds, distribution: listShares(total) };
}

function listShares(total: Spread): ReadonlyMap<number, number> {
  return new Map([...normalise(total).weights].sort(([one], [other]) => one - other));
}

/** Whether every value is a whole number, so that rounding down changes nothing. */
function isWhole(node: DiceNode): boolean {
  if (node.kind === 'number') return Number.isInteger(node.value);
  if (node.kind === 'negative') return isWhole(node.of);
  if (node.kind === 'operation') return node.operator !== '/' && isWhole(node.left) && isWhole(node.right);
  return node.kind !== 'best' || node.of.every(isWhole);
}

function computeNodeOdds(node: DiceNode, work: Work): PartOdds {
  switch (node.kind) {
    case 'number':
      return { min: node.value, max: node.value, mean: node.value, spread: buildSpread(node.value) };
    case 'dice':
      return computeTermOdds(node, work);
    case 'percentile':
      return computePercentileOdds(node);
    case 'negative': {
      const { min, max, mean, spread } = computeNodeOdds(node.of, work);
      const turned = spread && applyToSpread(spread, (value) => -value);
      return { min: -max, max: -min, mean: mean === undefined ? undefined : -mean, spread: turned };
    }
    case 'operation':
      return computeOperationOdds(node, work);
    case 'best':
      return computeBestOdds(node, work);
    case 'reference':
      throw new DiceFault(`There is no value for @${node.path} here.`, node.at);
  }
}

const acts = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
} as const;

function computeOperationOdds(node: Operation, work: Work): PartOdds {
  const left = computeNodeOdds(node.left, work);
  const right = computeNodeOdds(node.right, work);
  const compute = acts[node.operator];
  if (node.operator === '/') checkDivisor(node, right);
  const corners = [left.min, left.max].flatMap((one) => [compute(one, right.min), compute(one, right.max)]);
  const hasBoth = left.spread !== undefined && right.spread !== undefined;
  return {
    min: Math.min(...corners),
    max: Math.max(...corners),
    mean: computeOperationMean(node.operator, left, right),
    spread: hasBoth ? mergeSpreads([left.spread, right.spread], compute, work) : undefined,
  };
}

function checkDivisor(node: Operation, { min, max, spread }: PartOdds): void {
  if (min > 0 || max < 0) return;
  if (spread?.weights.has(0) === true) throw refuseZero(node.at);
  throw new DiceFault(
    `At position ${node.at + 1} the divisor may be positive or negative, so the odds cannot be worked out.`,
    node.at,
  );
}

/** The two sides are thrown independently, so the mean of a product is the product of the means. */
function computeOperationMean(
  operator: Operation['operator'],
  left: PartOdds,
  right: PartOdds,
): number | undefined {
  if (left.mean === undefined) return undefined;
  if (operator !== '/') return right.mean === undefined ? undefined : acts[operator](left.mean, right.mean);
  return right.spread && left.mean * computeMeanOf(applyToSpread(right.spread, (value) => 1 / value));
}

function computeBestOdds(node: Best, work: Work): PartOdds {
  const parts = node.of.map((one) => computeNodeOdds(one, work));
  const choose = (values: readonly number[]) => {
    const items = values.map((value) => ({ value, isKept: true }));
    markOthersDropped(items, node.keep, ({ value }) => value);
    return items.reduce((sum, { value, isKept }) => (isKept ? sum + value : sum), 0);
  };
  const spread = computeBestSpread(parts, choose, work);
  return {
    min: choose(parts.map(({ min }) => min)),
    max: choose(parts.map(({ max }) => max)),
    mean: spread && computeMeanOf(spread),
    spread,
  };
}

/** Goes through every combination of the alternatives' results. */
function computeBestSpread(
  parts: readonly PartOdds[],
  pick: (values: readonly number[]) => number,
  work: Work,
): Spread | undefined {
  let ways: readonly { readonly values: readonly number[]; readonly weight: number }[] = [
    { values: [], weight: 1 },
  ];
  const product = parts.reduce((whole, { spread }) => whole * (spread?.whole ?? 1), 1);
  const isExact = product <= Number.MAX_SAFE_INTEGER;
  for (const { spread } of parts) {
    if (spread === undefined || ways.length * spread.weights.size > mostWays) return undefined;
    const { weights } = isExact ? spread : normalise(spread);
    ways = ways.flatMap(({ values, weight }) =>
      [...weights].map(([value, more]) => ({ values: [...values, value], weight: weight * more })),
    );
  }
  work.left -= ways.length;
  const weights = new Map<number, number>();
  for (const { values, weight } of ways) {
    const value = pick(values);
    weights.set(value, (weights.get(value) ?? 0) + weight);
  }
  return { weights, whole: isExact ? product : 1 };
}
