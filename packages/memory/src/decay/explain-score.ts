// Explaining a score: the factors it is made of, by name, so that the arithmetic can be shown and done again.

import { computeAftermath, computeProminence, computeResurfacing } from './plan-curve.ts';
import type { DecayProfile } from './profile.ts';
import type { Moment, ScoredThing } from './scored-thing.ts';

/** One number that a score is made of, and what it was worked out from. */
export interface Factor {
  readonly name: 'time' | 'turns' | 'prominence' | 'resurfacing' | 'aftermath';
  /** Hours or turns. */
  readonly elapsed: number;
  /** The half-life in the same unit, where there is one. */
  readonly halfLife: number | undefined;
  readonly value: number;
}

/** How factors become a score: multiplied, the largest of them, or none because it never fades. */
export interface Explanation {
  readonly score: number;
  readonly combine: 'product' | 'largest' | 'never-fades';
  readonly factors: readonly Factor[];
}

const hourMs = 3_600_000;

/** Hours from one moment to another; never less than none. */
function countHours(fromMs: number, toMs: number): number {
  return Math.max(0, toMs - fromMs) / hourMs;
}

/** The score with everything it was worked out from. */
export function explainScore(thing: ScoredThing, moment: Moment, profile: DecayProfile): Explanation {
  const { kind, dueAtMs } = thing;
  if (kind === 'secret' || thing.isKept === true) return neverFades;
  if (kind !== 'plan') return explainFading({ ...thing, kind }, moment, profile);
  return dueAtMs === undefined ? neverFades : explainPlan({ ...thing, dueAtMs }, moment, profile);
}

const neverFades: Explanation = { score: 1, combine: 'never-fades', factors: [] };

type FadingKind = keyof DecayProfile['halfLives'];

function explainFading(
  thing: ScoredThing & { readonly kind: FadingKind },
  moment: Moment,
  profile: DecayProfile,
): Explanation {
  const halfLives = profile.halfLives[thing.kind];
  const squeeze = thing.kind === 'conversation' ? 1 + moment.pressure : 1;
  const hours = profile.clock === 'turns' ? null : halfLives.hours;
  const turns = Math.max(0, moment.turn - thing.refreshedTurn);
  const factors = [
    buildHalving(
      'time',
      countHours(thing.refreshedAtMs, moment.nowMs),
      hours === null ? null : hours / squeeze,
    ),
    buildHalving('turns', turns, halfLives.turns === null ? null : halfLives.turns / squeeze),
  ];
  const product = factors.reduce((value, factor) => value * factor.value, 1);
  return { score: product, combine: 'product', factors };
}

function buildHalving(name: Factor['name'], elapsed: number, halfLife: number | null): Factor {
  if (halfLife === null) return { name, elapsed, halfLife: undefined, value: 1 };
  return { name, elapsed, halfLife, value: 0.5 ** (elapsed / halfLife) };
}

function explainPlan(
  thing: ScoredThing & { readonly dueAtMs: number },
  { nowMs }: Moment,
  { plans }: DecayProfile,
): Explanation {
  const since = countHours(thing.refreshedAtMs, nowMs);
  const toDue = countHours(nowMs, thing.dueAtMs);
  const after = countHours(thing.dueAtMs, nowMs);
  const factors =
    nowMs >= thing.dueAtMs
      ? [buildFactor('aftermath', after, computeAftermath(after, plans))]
      : [
          buildFactor('prominence', since, computeProminence(since, plans)),
          buildFactor('resurfacing', toDue, computeResurfacing(toDue, plans)),
        ];
  return { score: Math.max(...factors.map((factor) => factor.value)), combine: 'largest', factors };
}

function buildFactor(name: Factor['name'], elapsed: number, value: number): Factor {
  return { name, elapsed, halfLife: undefined, value };
}
