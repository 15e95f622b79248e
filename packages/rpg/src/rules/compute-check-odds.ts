// Finds how likely each outcome of a check is, by letting its dice fall every way they can.

import type { FaceSource } from '../dice/dice.ts';
import { type CheckOptions, rollCheck } from './roll-check.ts';

const mostWays = 20_000;

export type CheckOdds =
  | { readonly ok: true; readonly probabilities: ReadonlyMap<string, number> }
  | { readonly ok: false; readonly say: string };

/** Outcomes by id; `none` where none holds. Exact; refused where there are more than 20,000 ways to fall. */
export function computeCheckOdds(options: Omit<CheckOptions, 'source'>): CheckOdds {
  const counts = new Map<string, Map<number, number>>();
  const way: Choice[] = [];
  for (let ways = 0; ways < mostWays; ways += 1) {
    const rolled = rollCheck({ ...options, source: buildWaySource(way) });
    if (!rolled.ok) return rolled;
    const outcome = rolled.outcome?.id ?? 'none';
    const ofOutcome = counts.get(outcome) ?? new Map<number, number>();
    const chances = way.reduce((product, { faces }) => product * faces, 1);
    counts.set(outcome, ofOutcome.set(chances, (ofOutcome.get(chances) ?? 0) + 1));
    if (!advanceWay(way)) return { ok: true, probabilities: sumCounts(counts) };
  }
  return { ok: false, say: 'These dice can fall in too many ways to count them all.' };
}

interface Choice {
  readonly faces: number;
  face: number;
}

/** Gives the faces of the way again, and beyond its end the first of each die. */
function buildWaySource(way: Choice[]): FaceSource {
  let at = 0;
  return {
    draw(faces) {
      const choice = way[at] ?? { faces, face: 1 };
      way[at] = choice;
      at += 1;
      return choice.face;
    },
  };
}

/** Makes it the next way; false after the last. */
function advanceWay(way: Choice[]): boolean {
  for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
    if (last.face < last.faces) {
      last.face += 1;
      return true;
    }
    way.pop();
  }
  return false;
}

function sumCounts(counts: ReadonlyMap<string, ReadonlyMap<number, number>>): ReadonlyMap<string, number> {
  return new Map(
    [...counts].map(([outcome, byChance]) => [
      outcome,
      [...byChance].reduce((sum, [chances, count]) => sum + count / chances, 0),
    ]),
  );
}
