// Computes the odds of a die that explodes, together with every die that its explosions add.

import { diceLimits } from '../dice-fault.ts';
import type { DiceTerm } from '../dice-node.ts';
import { countFaces, findExplosion, isMatch } from '../throwing/resolved-term.ts';
import type { PartOdds } from './part-odds.ts';
import type { Spread, Work } from './spread.ts';

/** The probability below which an endless explosion is no longer followed. */
const negligible = 1e-15;

interface ExplodingFace {
  readonly weight: number;
  /** What the face adds to the total if it is the first throw of a series. */
  readonly first: number;
  readonly later: number;
  readonly goesOn: boolean;
}

/** The mean is exact: it is the sum of a geometric series. */
export function computeExplosionOdds(term: DiceTerm, worth: (value: number) => number, work: Work): PartOdds {
  const { weights, whole } = countFaces(term);
  const explosion = findExplosion(term);
  const shift = term.rules.explode?.kind === 'penetrating' ? 1 : 0;
  const faces = [...weights].map(([face, weight]) => ({
    weight,
    first: worth(face),
    later: worth(face - shift),
    goesOn: explosion !== undefined && isMatch(face, explosion),
  }));
  return {
    ...computeBounds(faces),
    mean: computeMean(faces, whole),
    spread: computeSpread(faces, whole, work),
  };
}

function computeMean(faces: readonly ExplodingFace[], whole: number): number {
  const sum = (pick: (face: ExplodingFace) => number) =>
    faces.reduce((total, face) => total + face.weight * pick(face), 0);
  const going = sum(({ goesOn }) => (goesOn ? 1 : 0));
  const first = sum((face) => face.first);
  const later = sum((face) => face.later);
  if (first === later) return first / (whole - going);
  return (first + (going * later) / (whole - going)) / whole;
}

/** A sum grows linearly with the number of explosions, so its extremes are at none, one, or as many as are allowed. */
function computeBounds(faces: readonly ExplodingFace[]): { min: number; max: number } {
  const going = faces.filter(({ goesOn }) => goesOn);
  const ending = faces.filter(({ goesOn }) => !goesOn);
  const computeBound = (pick: (...values: number[]) => number) => {
    const none = pick(...ending.map(({ first }) => first));
    if (going.length === 0) return none;
    const one = pick(...going.map(({ first }) => first)) + pick(...ending.map(({ later }) => later));
    const step = pick(...going.map(({ later }) => later));
    return pick(none, one, one + (diceLimits.explosions - 1) * step);
  };
  return { min: computeBound(Math.min), max: computeBound(Math.max) };
}

function computeSpread(faces: readonly ExplodingFace[], whole: number, work: Work): Spread | undefined {
  const ended = new Map<number, number>();
  const ending = faces.filter(({ goesOn }) => !goesOn);
  const going = faces.filter(({ goesOn }) => goesOn);
  let open: ReadonlyMap<number, number> = new Map([[0, 1]]);
  for (let count = 0; sumChances(open) > negligible; count += 1) {
    work.left -= open.size * faces.length;
    if (work.left < 0 || count > diceLimits.explosions) return undefined;
    const measure = (face: ExplodingFace) => (count === 0 ? face.first : face.later);
    addSpread(ended, open, { faces: ending, whole, measure });
    const next = new Map<number, number>();
    addSpread(next, open, { faces: going, whole, measure });
    open = next;
  }
  return { weights: ended, whole: 1 };
}

function sumChances(chances: ReadonlyMap<number, number>): number {
  return [...chances.values()].reduce((sum, chance) => sum + chance, 0);
}

interface Fall {
  readonly faces: readonly ExplodingFace[];
  readonly whole: number;
  readonly measure: (face: ExplodingFace) => number;
}

function addSpread(
  into: Map<number, number>,
  from: ReadonlyMap<number, number>,
  { faces, whole, measure }: Fall,
): void {
  for (const [sum, chance] of from) {
    for (const face of faces) {
      const reached = sum + measure(face);
      into.set(reached, (into.get(reached) ?? 0) + (chance * face.weight) / whole);
    }
  }
}
