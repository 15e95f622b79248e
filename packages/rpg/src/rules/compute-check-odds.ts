// Computes how likely each outcome of a check is, by trying all results that its dice can have.

import type { FaceSource } from '../dice/dice.ts';
import { type CheckOptions, rollCheck } from './roll-check.ts';

const mostWays = 20_000;

export type CheckOdds =
  | { readonly ok: true; readonly probabilities: ReadonlyMap<string, number> }
  | { readonly ok: false; readonly say: string };

/**
 * Probabilities of outcomes by id, with `none` for rolls without an outcome. The probabilities are exact; computing
 * them is refused if the dice can fall in more than 20,000 ways.
 */
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

/** Draws the faces that `way` lists; for each further die it draws face 1 and adds it to `way`. */
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

/** Changes `way` into the next way; false after the last one. */
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
