// Computes an item's score together with its factors, so that people can see and check the arithmetic.

import type { WorkingTag } from '../tags/tag.ts';
import type { DecayProfile } from './profile.ts';

export interface ScoredThing {
  readonly kind: WorkingTag | 'fact' | 'conversation' | 'neighbour';
  readonly createdAtMs: number;
  readonly refreshedAtMs: number;
  readonly refreshedTurn: number;
  readonly dueAtMs?: number | undefined;
  readonly isKept?: boolean | undefined;
}

export interface Moment {
  readonly nowMs: number;
  readonly turn: number;
  /** How full working memory is, from 0 to 1. Only scores of conversation depend on this pressure. */
  readonly pressure: number;
  /** Periods that do not count in full toward the fading of items held in mind. They do not overlap. */
  readonly pauses?: readonly Pause[] | undefined;
  /** When the talk before a silence ended; undefined except at the first wake after the silence. */
  readonly farewell?: Farewell | undefined;
}

export interface Pause {
  readonly fromMs: number;
  readonly untilMs: number;
  /** The share of the period that still counts toward fading; absent if none does. */
  readonly share?: number | undefined;
}

export interface Farewell {
  readonly atMs: number;
  readonly turn: number;
}

/** One number that a score is made of, and the values from which it was computed. */
export interface Factor {
  readonly name: 'time' | 'turns' | 'farewell' | 'prominence' | 'resurfacing' | 'aftermath' | 'apart';
  /** Elapsed hours or turns; for `resurfacing`, the hours until the plan is due. */
  readonly elapsed: number;
  /** The half-life in the same unit, if there is one. */
  readonly halfLife: number | undefined;
  readonly value: number;
}

/** How factors make a score: by their product, by the largest factor, or without factors if the thing never fades. */
export interface Explanation {
  readonly score: number;
  readonly combine: 'product' | 'largest' | 'never-fades';
  readonly factors: readonly Factor[];
}

const hourMs = 3_600_000;

/** Hours from the first time to the second; 0 if the second is not later. */
function countHours(fromMs: number, toMs: number): number {
  return Math.max(0, toMs - fromMs) / hourMs;
}

/**
 * Hours since a thing was refreshed, as far as they count toward fading. For conversation all hours count, those of
 * pauses too.
 */
function countFadingHours({ kind, refreshedAtMs }: ScoredThing, { nowMs, pauses = [] }: Moment): number {
  const hours = countHours(refreshedAtMs, nowMs);
  if (kind === 'conversation') return hours;
  const paused = pauses.map(
    ({ fromMs, untilMs, share = 0 }) =>
      (1 - share) * countHours(Math.max(refreshedAtMs, fromMs), Math.min(nowMs, untilMs)),
  );
  return Math.max(
    0,
    paused.reduce((left, silent) => left - silent, hours),
  );
}

export function explainScore(thing: ScoredThing, moment: Moment, profile: DecayProfile): Explanation {
  const { kind, dueAtMs } = thing;
  if (kind === 'secret' || kind === 'fact' || thing.isKept === true) return neverFades;
  if (kind !== 'plan') return explainFading({ ...thing, kind }, moment, profile);
  return dueAtMs === undefined ? neverFades : explainPlan({ ...thing, dueAtMs }, moment, profile);
}

const neverFades: Explanation = { score: 1, combine: 'never-fades', factors: [] };

type FadingKind = keyof DecayProfile['halfLives'];
type FadingThing = ScoredThing & { readonly kind: FadingKind };

/**
 * At the first wake after a silence, a thing scores at least this share of its score at the end of the talk. This does
 * not hold for the kinds in `passing`, which fade in a silence as they do in a talk.
 */
const farewellShare = 0.1;
const passing: ReadonlySet<FadingKind> = new Set(['conversation', 'feeling']);

function explainFading(thing: FadingThing, moment: Moment, profile: DecayProfile): Explanation {
  const { farewell, nowMs } = moment;
  const now = explainHalving(thing, moment, profile);
  if (farewell === undefined || passing.has(thing.kind) || thing.refreshedAtMs > farewell.atMs) return now;
  const parted = explainHalving(thing, { ...moment, nowMs: farewell.atMs, turn: farewell.turn }, profile);
  const silent = countHours(farewell.atMs, nowMs);
  const kept = buildFactor('farewell', silent, farewellShare);
  const score = parted.score * farewellShare;
  return score <= now.score ? now : { ...parted, score, factors: [...parted.factors, kept] };
}

function explainHalving(thing: FadingThing, moment: Moment, profile: DecayProfile): Explanation {
  const halfLives = profile.halfLives[thing.kind];
  const squeeze = thing.kind === 'conversation' ? 1 + moment.pressure : 1;
  const hours = profile.clock === 'turns' ? null : halfLives.hours;
  const turns = Math.max(0, moment.turn - thing.refreshedTurn);
  const factors = [
    buildHalving('time', countFadingHours(thing, moment), hours === null ? null : hours / squeeze),
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
  { nowMs, farewell }: Moment,
  { plans }: DecayProfile,
): Explanation {
  const since = countHours(thing.refreshedAtMs, nowMs);
  const toDue = countHours(nowMs, thing.dueAtMs);
  const after = countHours(thing.dueAtMs, nowMs);
  if (isDueApart(thing, { nowMs, farewell }))
    return { score: 1, combine: 'largest', factors: [buildFactor('apart', after, 1)] };
  const factors =
    nowMs >= thing.dueAtMs
      ? [buildFactor('aftermath', after, computeAftermath(after, plans))]
      : [
          buildFactor('prominence', since, computeProminence(since, plans)),
          buildFactor('resurfacing', toDue, computeResurfacing(toDue, plans)),
        ];
  return { score: Math.max(...factors.map((factor) => factor.value)), combine: 'largest', factors };
}

/** Whether a plan became due in the silence that has just ended. */
export function isDueApart(
  { dueAtMs }: Pick<ScoredThing, 'dueAtMs'>,
  { nowMs, farewell }: Pick<Moment, 'nowMs' | 'farewell'>,
): boolean {
  return dueAtMs !== undefined && farewell !== undefined && farewell.atMs < dueAtMs && dueAtMs <= nowMs;
}

function buildFactor(name: Factor['name'], elapsed: number, value: number): Factor {
  return { name, elapsed, halfLife: undefined, value };
}

type PlanCurve = DecayProfile['plans'];

/** A smooth step from 0 to 1, level at both ends. */
function computeSmooth(x: number): number {
  const held = Math.min(Math.max(x, 0), 1);
  return held * held * (3 - 2 * held);
}

/** Falls from 1, when the plan was made or last repeated, to the weight of a submerged plan. */
function computeProminence(hoursSince: number, { prominentHours, sunk }: PlanCurve): number {
  return 1 - (1 - sunk) * computeSmooth(hoursSince / prominentHours);
}

/** Rises from the weight of a submerged plan to 1, at the moment when the plan is due. */
function computeResurfacing(hoursToDue: number, { resurfacingHours, sunk }: PlanCurve): number {
  return sunk + (1 - sunk) * computeSmooth(1 - hoursToDue / resurfacingHours);
}

/** Falls from 1, at the moment when the plan was due, until grace ends; after that it keeps halving. */
function computeAftermath(hoursAfter: number, curve: PlanCurve): number {
  const { graceHours, graceEnd, overdueHalfLifeHours } = curve;
  if (hoursAfter <= graceHours) return 1 - (1 - graceEnd) * computeSmooth(hoursAfter / graceHours);
  return graceEnd * 0.5 ** ((hoursAfter - graceHours) / overdueHalfLifeHours);
}

/** The phases of a plan with a date, from being made to being overdue; last, that of a plan without a date. */
export const planPhases = [
  'active',
  'submerged',
  'approaching',
  'due',
  'grace',
  'overdue',
  'open-ended',
] as const;

export type PlanPhase = (typeof planPhases)[number];

interface PhasedPlan {
  readonly refreshedAtMs: number;
  readonly dueAtMs: number | undefined;
}

/** A plan counts as due from this many hours before its due time to as many hours after. */
const dueHours = 1;

/** Returns `active` while the plan is new and not yet rising, and `open-ended` if it has no date. */
export function detectPlanPhase(
  { refreshedAtMs, dueAtMs }: PhasedPlan,
  nowMs: number,
  { prominentHours, resurfacingHours, graceHours }: DecayProfile['plans'],
): PlanPhase {
  if (dueAtMs === undefined) return 'open-ended';
  const hoursToDue = (dueAtMs - nowMs) / hourMs;
  if (Math.abs(hoursToDue) <= dueHours) return 'due';
  if (hoursToDue < 0) return -hoursToDue <= graceHours ? 'grace' : 'overdue';
  if (hoursToDue <= resurfacingHours) return 'approaching';
  return nowMs - refreshedAtMs < prominentHours * hourMs ? 'active' : 'submerged';
}

/**
 * Returns a number from 0 (gone) to 1 (just now). Below the profile's threshold, a thing is not a candidate for
 * a wake.
 */
export function score(thing: ScoredThing, moment: Moment, profile: DecayProfile): number {
  return explainScore(thing, moment, profile).score;
}
