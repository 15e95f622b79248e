// Tests decay: the numbers of the design, written down a second time, and properties of all scores.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workingTags } from '../tags/tag.ts';
import { type DecayProfile, decayProfileSchema, defaultProfile } from './profile.ts';
import { detectPlanPhase, explainScore, type Moment, planPhases, type ScoredThing, score } from './score.ts';

const hourMs = 3_600_000;
const bornMs = Date.UTC(2026, 0, 10);
const kinds = [...workingTags, 'conversation', 'neighbour'] as const;
const anyKind = fc.constantFrom(...kinds);

/** Generates evenly spread numbers; most of the library's own doubles are close to 0. */
const anyNumber = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((thousandths) => thousandths / 1000);

/** Ages from zero to a year; ages near the bends of the curve are more frequent. */
const anyHours = fc.oneof(anyNumber(0, 60), anyNumber(0, 9000), fc.constantFrom(0, 4, 24, 48, 52));
const anyDue = fc.option(anyNumber(-100, 400), { nil: undefined });

/** Hours from the due time on; negative before it. */
const anyNearness = fc.option(fc.oneof(fc.constantFrom(0, 0.5, 24), anyNumber(-60, 60)), {
  nil: undefined,
});

function buildCases(kind: fc.Arbitrary<(typeof kinds)[number]>) {
  return fc
    .record({
      kind,
      hours: anyHours,
      turns: fc.nat(400),
      pressure: anyNumber(0, 1),
      dueInHours: anyDue,
      nearHours: anyNearness,
      isKept: fc.boolean(),
    })
    .map(({ hours, turns, pressure, nearHours, ...one }) => {
      const dueInHours = one.kind === 'plan' ? one.dueInHours : undefined;
      const isNear = dueInHours !== undefined && nearHours !== undefined;
      const age = isNear ? Math.max(0, dueInHours + nearHours) : hours;
      const thing: ScoredThing = {
        kind: one.kind,
        createdAtMs: bornMs,
        refreshedAtMs: bornMs,
        refreshedTurn: 7,
        dueAtMs: dueInHours === undefined ? undefined : bornMs + dueInHours * hourMs,
        isKept: one.kind === 'pin' && one.isKept,
      };
      const moment: Moment = { nowMs: bornMs + age * hourMs, turn: 7 + turns, pressure };
      return { thing, moment };
    });
}

const anyCase = buildCases(anyKind);

const weigh = (thing: ScoredThing, moment: Moment, profile: DecayProfile = defaultProfile) =>
  score(thing, moment, profile);

/** The formulas of the design, copied as they are written there. */
function transcribe(thing: ScoredThing, { nowMs, turn, pressure }: Moment): number {
  if (thing.kind === 'secret' || thing.isKept === true) return 1;
  const a = (nowMs - thing.refreshedAtMs) / 3_600_000;
  if (thing.kind === 'plan') {
    return thing.dueAtMs === undefined ? 1 : transcribePlan(a, (thing.dueAtMs - nowMs) / 3_600_000);
  }
  const [hours, turns] = table[thing.kind] ?? [0, 0];
  const divisor = thing.kind === 'conversation' ? 1 + pressure : 1;
  return 0.5 ** (a / (hours / divisor)) * 0.5 ** ((turn - thing.refreshedTurn) / (turns / divisor));
}

const table: Readonly<Record<string, readonly [hours: number, turns: number]>> = {
  feeling: [2, 3],
  conversation: [48, 20],
  thought: [12, 8],
  neighbour: [16, 6],
  pattern: [168, 60],
  desc: [72, 40],
  pin: [336, 100],
};

/** `a` is the hours since the plan was made, `r` the hours until it is due. */
function transcribePlan(a: number, r: number): number {
  const s = (x: number) => x * x * (3 - 2 * x);
  if (r <= -24) return 0.5 * 0.5 ** ((-r - 24) / 24);
  if (r <= 0) return 1 - 0.5 * s(-r / 24);
  const prominence = a >= 4 ? 0.08 : 1 - 0.92 * s(a / 4);
  const resurfacing = r >= 48 ? 0.08 : 0.08 + 0.92 * s((48 - r) / 48);
  return Math.max(prominence, resurfacing);
}

describe('a score', () => {
  it('DK1: of two hundred things of every kind is what the formulas say', () => {
    const seed = 20_261;
    // Drawn without bias, because the library prefers small numbers, and whole phases would be left out.
    const plans = fc.sample(fc.noBias(buildCases(fc.constant('plan'))), { numRuns: 80, seed });
    const others = kinds.flatMap((kind) => fc.sample(buildCases(fc.constant(kind)), { numRuns: 15, seed }));
    const cases = [...plans, ...others];
    expect(cases.length).toBeGreaterThanOrEqual(200);
    const phases = plans.map(({ thing, moment }) =>
      detectPlanPhase({ ...thing, dueAtMs: thing.dueAtMs }, moment.nowMs, defaultProfile.plans),
    );
    expect(new Set(phases)).toEqual(new Set(planPhases));
    for (const { thing, moment } of cases) {
      expect(Math.abs(weigh(thing, moment) - transcribe(thing, moment))).toBeLessThan(1e-9);
    }
  });

  it('DK1: of anything is what the formulas say', () => {
    const property = fc.property(anyCase, ({ thing, moment }) => {
      expect(Math.abs(weigh(thing, moment) - transcribe(thing, moment))).toBeLessThan(1e-9);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it.each([
    ['feeling', 2, 0, 0, 0.5],
    ['feeling', 0, 3, 0, 0.5],
    ['thought', 12, 8, 0, 0.25],
    ['pin', 336, 0, 0, 0.5],
    ['pattern', 168, 60, 0, 0.25],
    ['desc', 72, 40, 0, 0.25],
    ['neighbour', 16, 6, 0, 0.25],
    ['conversation', 48, 0, 0, 0.5],
    ['conversation', 24, 10, 1, 0.25],
  ] as const)(
    'DK1: of a %s after %d h and %d turns under pressure %d',
    (...[kind, hours, turns, pressure, known]) => {
      const thing = { kind, createdAtMs: bornMs, refreshedAtMs: bornMs, refreshedTurn: 0 };
      expect(weigh(thing, { nowMs: bornMs + hours * hourMs, turn: turns, pressure })).toBeCloseTo(known, 12);
    },
  );

  it.each([
    [0, 1],
    [2, 0.54],
    [4, 0.08],
    [52, 0.08],
    [76, 0.54],
    [100, 1],
    [112, 0.75],
    [124, 0.5],
    [148, 0.25],
  ])('DK1: of a plan due in 100 h, after %d h', (hours, known) => {
    const plan = { kind: 'plan', createdAtMs: bornMs, refreshedAtMs: bornMs, refreshedTurn: 0 } as const;
    const moment = { nowMs: bornMs + hours * hourMs, turn: 50, pressure: 1 };
    expect(weigh({ ...plan, dueAtMs: bornMs + 100 * hourMs }, moment)).toBeCloseTo(known, 12);
  });

  it('DK2: lies between its floor and 1, even before it was made', () => {
    const property = fc.property(anyCase, fc.integer({ min: -1e9, max: 0 }), ({ thing, moment }, early) => {
      const isSunk = thing.dueAtMs !== undefined && moment.nowMs < thing.dueAtMs;
      expect(weigh(thing, moment)).toBeGreaterThanOrEqual(isSunk ? 0.08 - 1e-12 : 0);
      expect(weigh(thing, moment)).toBeLessThanOrEqual(1);
      const before = weigh(thing, { ...moment, nowMs: bornMs + early, turn: 0 });
      expect(before).toBeGreaterThanOrEqual(0);
      expect(before).toBeLessThanOrEqual(1);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('DK2: never rises with age or turns, except for a plan that resurfaces', () => {
    const property = fc.property(anyCase, anyHours, fc.nat(100), ({ thing, moment }, hours, turns) => {
      const later = { ...moment, nowMs: moment.nowMs + hours * hourMs, turn: moment.turn + turns };
      const isRising = thing.dueAtMs !== undefined && moment.nowMs < thing.dueAtMs;
      if (!isRising) expect(weigh(thing, later)).toBeLessThanOrEqual(weigh(thing, moment) + 1e-12);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('DK2: of a plan rises from the end of its prominence until it is due', () => {
    const anyMoments = fc.tuple(anyNumber(4, 400), anyHours, anyHours);
    const property = fc.property(anyMoments, ([due, one, other]) => {
      const plan = { kind: 'plan', createdAtMs: bornMs, refreshedAtMs: bornMs, refreshedTurn: 0 } as const;
      const [early, late] = [one, other].map((h) => Math.min(4 + h, due)).toSorted((a, b) => a - b);
      const at = (h = 0) =>
        weigh(
          { ...plan, dueAtMs: bornMs + due * hourMs },
          { nowMs: bornMs + h * hourMs, turn: 0, pressure: 0 },
        );
      expect(at(late)).toBeGreaterThanOrEqual(at(early) - 1e-12);
    });
    fc.assert(property);
  });

  it('DK3: of a plan changes only a little in a short time', () => {
    const anyPlan = fc.tuple(
      fc.oneof(anyNumber(-100, 400), anyNumber(-1, 6)),
      fc.oneof(anyHours, anyNumber(-5, 5)),
      fc.boolean(),
    );
    const property = fc.property(anyPlan, ([due, hours, isAroundDue]) => {
      const dueAtMs = bornMs + due * hourMs;
      const plan = {
        kind: 'plan',
        createdAtMs: bornMs,
        refreshedAtMs: bornMs,
        refreshedTurn: 0,
        dueAtMs,
      } as const;
      const nowMs = Math.max(bornMs, (isAroundDue ? dueAtMs : bornMs) + hours * hourMs);
      const minute = 60_000;
      const at = (ms: number) => weigh(plan, { nowMs: ms, turn: 0, pressure: 0 });
      // The steepest part falls from 1 to 0.08 in four hours, so the score falls by at most 1.5 × 0.92 / 240 in
      // a minute.
      expect(Math.abs(at(nowMs + minute) - at(nowMs))).toBeLessThan(0.006);
      expect(Math.abs(at(nowMs + 1) - at(nowMs))).toBeLessThan(1e-6);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('DK4: never falls if the half-life is longer', () => {
    const anyFactors = fc.tuple(anyNumber(1, 50), anyNumber(1, 50));
    const property = fc.property(anyCase, anyFactors, ({ thing, moment }, [byHours, byTurns]) => {
      const halfLives = Object.fromEntries(
        Object.entries(defaultProfile.halfLives).map(([kind, { hours, turns }]) => [
          kind,
          { hours: (hours ?? 1) * byHours, turns: (turns ?? 1) * byTurns },
        ]),
      );
      const stronger = decayProfileSchema.parse({ halfLives });
      expect(weigh(thing, moment, stronger)).toBeGreaterThanOrEqual(weigh(thing, moment) - 1e-12);
    });
    fc.assert(property);
  });

  it('DK5: falls under pressure in conversation, and is the same in all else', () => {
    const property = fc.property(anyCase, anyNumber(0, 1), ({ thing, moment }, more) => {
      const pressed = weigh(thing, { ...moment, pressure: Math.min(1, moment.pressure + more) });
      if (thing.kind === 'conversation') expect(pressed).toBeLessThanOrEqual(weigh(thing, moment));
      else expect(pressed).toBe(weigh(thing, moment));
    });
    fc.assert(property);
  });

  it('DK6: of secrets, plans without a date and kept pins stays 1', () => {
    const property = fc.property(anyCase, ({ thing, moment }) => {
      const lasting = [
        { ...thing, kind: 'secret' },
        { ...thing, kind: 'plan', dueAtMs: undefined },
        { ...thing, kind: 'pin', isKept: true },
      ] as const;
      expect(lasting.map((one) => weigh(one, moment))).toEqual([1, 1, 1]);
    });
    fc.assert(property);
  });

  it('DK7: by the clock of turns counts no hours, except those of plans', () => {
    const byTurns = decayProfileSchema.parse({ clock: 'turns' });
    const property = fc.property(anyCase, anyHours, ({ thing, moment }, hours) => {
      const later = { ...moment, nowMs: moment.nowMs + hours * hourMs };
      if (thing.kind === 'plan') expect(weigh(thing, later, byTurns)).toBe(weigh(thing, later));
      else expect(weigh(thing, later, byTurns)).toBe(weigh(thing, { ...moment, nowMs: bornMs }));
    });
    fc.assert(property);
  });

  it('DK8: is made of the factors that explain it, and the same each time', () => {
    const property = fc.property(anyCase, ({ thing, moment }) => {
      const { score: total, combine, factors } = explainScore(thing, moment, defaultProfile);
      const values = factors.map((factor) => factor.value);
      const combined = {
        product: values.reduce((a, b) => a * b, 1),
        largest: Math.max(...values),
        'never-fades': 1,
      };
      expect(total).toBe(combined[combine]);
      expect(weigh(thing, moment)).toBe(total);
      for (const { elapsed, halfLife, value } of factors) {
        if (halfLife !== undefined) expect(0.5 ** (elapsed / halfLife)).toBe(value);
      }
      expect(weigh(structuredClone(thing), structuredClone(moment))).toBe(total);
    });
    fc.assert(property);
  });

  it('DK9: follows a profile that names only what differs', () => {
    const profile = decayProfileSchema.parse({
      halfLives: { pin: { hours: null, turns: 10 } },
      threshold: 0.02,
    });
    expect(profile).toEqual({
      ...defaultProfile,
      halfLives: { ...defaultProfile.halfLives, pin: { hours: null, turns: 10 } },
      threshold: 0.02,
    });
    const pin = { kind: 'pin', createdAtMs: 0, refreshedAtMs: 0, refreshedTurn: 0 } as const;
    expect(weigh(pin, { nowMs: bornMs, turn: 10, pressure: 0 }, profile)).toBe(0.5);
  });

  it('DK10: falls in a pause only by the share that counts, except the score of talk and of plans', () => {
    const anyPause = fc.tuple(anyNumber(0, 900), anyNumber(0, 9000), fc.constantFrom(undefined, 0.2));
    const property = fc.property(anyCase, anyPause, ({ thing, moment }, [start, hours, share]) => {
      const fromMs = bornMs + start * hourMs;
      const untilMs = fromMs + hours * hourMs;
      const silentMs = Math.max(0, Math.min(moment.nowMs, untilMs) - Math.min(moment.nowMs, fromMs));
      const paused = weigh(thing, { ...moment, pauses: [{ fromMs, untilMs, share }] });
      const isFading = thing.kind !== 'conversation' && thing.kind !== 'plan';
      const without = isFading ? { ...moment, nowMs: moment.nowMs - (1 - (share ?? 0)) * silentMs } : moment;
      expect(paused).toBeCloseTo(weigh(thing, without), 9);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('DK11: is at least a tenth of the score at the farewell, except for a feeling, and nothing else changes', () => {
    const property = fc.property(anyCase, anyHours, ({ thing, moment }, hours) => {
      const farewell = { atMs: moment.nowMs - hours * hourMs, turn: Math.max(0, moment.turn - 1) };
      const plain = weigh(thing, moment);
      const woken = weigh(thing, { ...moment, farewell });
      if (thing.kind === 'plan') return;
      const isPassing = thing.kind === 'conversation' || thing.kind === 'feeling';
      const wasThere = !isPassing && thing.refreshedAtMs <= farewell.atMs;
      const parted = weigh(thing, { ...moment, nowMs: farewell.atMs, turn: farewell.turn });
      expect(woken).toBeCloseTo(wasThere ? Math.max(plain, parted * 0.1) : plain, 12);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('PL9: of a plan is 1 if it came due since the farewell, and otherwise as usual', () => {
    const property = fc.property(buildCases(fc.constant('plan')), anyHours, ({ thing, moment }, hours) => {
      const atMs = moment.nowMs - hours * hourMs;
      const { dueAtMs } = thing;
      const isApart = dueAtMs !== undefined && dueAtMs > atMs && dueAtMs <= moment.nowMs;
      const woken = weigh(thing, { ...moment, farewell: { atMs, turn: moment.turn } });
      expect(woken).toBe(isApart ? 1 : weigh(thing, moment));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it.each([
    { halfLives: { pin: { hours: 0, turns: 1 } } },
    { halfLives: { pin: { hours: -1, turns: 1 } } },
    { halfLives: { pin: { hours: Number.NaN, turns: 1 } } },
    { halfLives: { ping: { hours: 1, turns: 1 } } },
    { plans: { sunk: 0 } },
    { clock: 'sun' },
    { threshold: 0.5 },
  ])('DK9: refuses the profile %o', (profile) => {
    expect(decayProfileSchema.safeParse(profile).success).toBe(false);
  });
});

describe('the phase of a plan', () => {
  it.each([
    [0, undefined, 'open-ended'],
    [0, 100, 'active'],
    [3.9, 100, 'active'],
    [4, 100, 'submerged'],
    [51, 100, 'submerged'],
    [52, 100, 'approaching'],
    [98, 100, 'approaching'],
    [99, 100, 'due'],
    [100, 100, 'due'],
    [101, 100, 'due'],
    [102, 100, 'grace'],
    [124, 100, 'grace'],
    [125, 100, 'overdue'],
    [0, 3, 'approaching'],
    [0, 0.5, 'due'],
  ])('PL4: after %d h of one due in %s h is %s', (hours, due, phase) => {
    const dueAtMs = due === undefined ? undefined : bornMs + due * hourMs;
    const found = detectPlanPhase(
      { refreshedAtMs: bornMs, dueAtMs },
      bornMs + hours * hourMs,
      defaultProfile.plans,
    );
    expect(found).toBe(phase);
  });
});
