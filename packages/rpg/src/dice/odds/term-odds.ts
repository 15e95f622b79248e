// Computes the odds of one dice term with its rerolls, explosions, kept dice and successes.

import { DiceFault } from '../dice-fault.ts';
import type { DiceTerm, PercentileTerm } from '../dice-node.ts';
import { countFaces, isMatch, toNumber } from '../throwing/resolved-term.ts';
import { computeExplosionOdds } from './explosion-odds.ts';
import { describeSpread, type PartOdds } from './part-odds.ts';
import {
  applyToSpread,
  buildSpread,
  computeKeptSpread,
  computeMeanOf,
  type Spread,
  sumSpread,
  type Work,
} from './spread.ts';

export function computeTermOdds(term: DiceTerm, work: Work): PartOdds {
  const { keep, success, explode } = term.rules;
  const count = toNumber(term.count);
  if (count === 0) return { min: 0, max: 0, mean: 0, spread: buildSpread(0) };
  if (explode !== undefined && explode.kind !== 'compound') return computeOddsOneByOne(term, work);
  const die =
    explode === undefined
      ? describeSpread(countFaces(term))
      : computeExplosionOdds(term, (value) => value, work);
  if (keep === undefined && success === undefined) return computeRepeatedOdds(die, count, work);
  if (die.spread === undefined) return { min: 0, max: 0 };
  if (keep !== undefined) return computeKeptOdds(term, die.spread, work);
  return computeRepeatedOdds(describeSpread(applyToSpread(die.spread, buildMeasure(term))), count, work);
}

/** The odds of a term in which each throw of an explosion counts as a die of its own. */
function computeOddsOneByOne(term: DiceTerm, work: Work): PartOdds {
  if (term.rules.keep === undefined) {
    return computeRepeatedOdds(
      computeExplosionOdds(term, buildMeasure(term), work),
      toNumber(term.count),
      work,
    );
  }
  throw new DiceFault(
    'These odds are not computed: the dice explode one by one, and only some of them are kept. Roll the dice instead.',
    term.at,
  );
}

/** What a value adds to the total: itself or, if the term counts successes, 1 for a success and -1 for a failure. */
function buildMeasure({ rules: { success, failure } }: DiceTerm): (value: number) => number {
  if (success === undefined) return (value) => value;
  return (value) => {
    if (isMatch(value, success)) return 1;
    return failure !== undefined && isMatch(value, failure) ? -1 : 0;
  };
}

function computeRepeatedOdds(die: PartOdds, count: number, work: Work): PartOdds {
  return {
    min: die.min * count,
    max: die.max * count,
    mean: die.mean === undefined ? undefined : die.mean * count,
    spread: die.spread && sumSpread(die.spread, count, work),
  };
}

/** Dropping the lowest dice is the same as keeping all higher ones, and the other way round. */
function computeKeptOdds(term: DiceTerm, die: Spread, work: Work): PartOdds {
  const { keep } = term.rules;
  if (keep === undefined) return describeSpread(die);
  const count = toNumber(term.count);
  const named = Math.min(toNumber(keep.count), count);
  const isDrop = keep.how === 'drop';
  const opposite = keep.which === 'high' ? 'low' : 'high';
  const kept = isDrop ? count - named : named;
  const measure = buildMeasure(term);
  const single = describeSpread(applyToSpread(die, measure));
  const spread = computeKeptSpread(
    die,
    { count, kept, which: isDrop ? opposite : keep.which, measure },
    work,
  );
  return {
    min: single.min * kept,
    max: single.max * kept,
    mean: spread && computeMeanOf(spread),
    spread,
  };
}

/** For each face of the units die, computes how likely each face of the tens dice is to be the lowest or highest. */
export function computePercentileOdds(term: PercentileTerm): PartOdds {
  const bonus = toNumber(term.bonus);
  const dice = Math.abs(bonus) + 1;
  const isExact = 10 ** (dice + 1) <= Number.MAX_SAFE_INTEGER;
  const scale = isExact ? 1 : 10;
  const weights = new Map<number, number>();
  for (let units = 0; units < 10; units += 1) {
    const results = Array.from({ length: 10 }, (_, tens) => tens * 10 + units || 100);
    results.sort((one, other) => (bonus < 0 ? other - one : one - other));
    for (const [rank, value] of results.entries()) {
      const share = ((10 - rank) / scale) ** dice - ((9 - rank) / scale) ** dice;
      weights.set(value, isExact ? share : share / 10);
    }
  }
  return describeSpread({ weights, whole: isExact ? 10 ** (dice + 1) : 1 });
}
