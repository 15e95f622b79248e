// Reckons the odds of a die that explodes, with all that follows it.

import { diceLimits } from '../dice-fault.ts';
import type { DiceTerm } from '../dice-node.ts';
import { findExplosion, meets, weighFaces } from '../throwing/settled-term.ts';
import type { PartOdds } from './part-odds.ts';
import type { Spread, Work } from './spread.ts';

/** What is left of an endless explosion when it is no longer followed. */
const negligible = 1e-15;

interface ExplodingFace {
  readonly weight: number;
  /** What it adds as the first of a row. */
  readonly first: number;
  readonly later: number;
  readonly goesOn: boolean;
}

/** The mean is exact: the sum of a geometric row. */
export function reckonExplosion(term: DiceTerm, worth: (value: number) => number, work: Work): PartOdds {
  const { weights, whole } = weighFaces(term);
  const explosion = findExplosion(term);
  const shift = term.rules.explode?.kind === 'penetrating' ? 1 : 0;
  const faces = [...weights].map(([face, weight]) => ({
    weight,
    first: worth(face),
    later: worth(face - shift),
    goesOn: explosion !== undefined && meets(face, explosion),
  }));
  return { ...findBounds(faces), mean: findMeanOf(faces, whole), spread: follow(faces, whole, work) };
}

function findMeanOf(faces: readonly ExplodingFace[], whole: number): number {
  const sum = (pick: (face: ExplodingFace) => number) =>
    faces.reduce((total, face) => total + face.weight * pick(face), 0);
  const going = sum(({ goesOn }) => (goesOn ? 1 : 0));
  const first = sum((face) => face.first);
  const later = sum((face) => face.later);
  if (first === later) return first / (whole - going);
  return (first + (going * later) / (whole - going)) / whole;
}

/** Sums are straight in the number of explosions: the ends are at none, one, or as many as there may be. */
function findBounds(faces: readonly ExplodingFace[]): { min: number; max: number } {
  const going = faces.filter(({ goesOn }) => goesOn);
  const ending = faces.filter(({ goesOn }) => !goesOn);
  const find = (pick: (...values: number[]) => number) => {
    const none = pick(...ending.map(({ first }) => first));
    if (going.length === 0) return none;
    const one = pick(...going.map(({ first }) => first)) + pick(...ending.map(({ later }) => later));
    const step = pick(...going.map(({ later }) => later));
    return pick(none, one, one + (diceLimits.explosions - 1) * step);
  };
  return { min: find(Math.min), max: find(Math.max) };
}

function follow(faces: readonly ExplodingFace[], whole: number, work: Work): Spread | undefined {
  const ended = new Map<number, number>();
  const ending = faces.filter(({ goesOn }) => !goesOn);
  const going = faces.filter(({ goesOn }) => goesOn);
  let open: ReadonlyMap<number, number> = new Map([[0, 1]]);
  for (let count = 0; sumOf(open) > negligible; count += 1) {
    work.left -= open.size * faces.length;
    if (work.left < 0 || count > diceLimits.explosions) return undefined;
    const value = (face: ExplodingFace) => (count === 0 ? face.first : face.later);
    spreadInto(ended, open, { faces: ending, whole, value });
    const next = new Map<number, number>();
    spreadInto(next, open, { faces: going, whole, value });
    open = next;
  }
  return { weights: ended, whole: 1 };
}

function sumOf(chances: ReadonlyMap<number, number>): number {
  return [...chances.values()].reduce((sum, chance) => sum + chance, 0);
}

interface Fall {
  readonly faces: readonly ExplodingFace[];
  readonly whole: number;
  readonly value: (face: ExplodingFace) => number;
}

function spreadInto(
  into: Map<number, number>,
  from: ReadonlyMap<number, number>,
  { faces, whole, value }: Fall,
): void {
  for (const [sum, chance] of from) {
    for (const face of faces) {
      const reached = sum + value(face);
      into.set(reached, (into.get(reached) ?? 0) + (chance * face.weight) / whole);
    }
  }
}
