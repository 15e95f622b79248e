// Tests checks: which outcome is chosen, what outcomes can read, and the exact odds of whole mechanics.

import { describe, expect, it } from 'vitest';
import type { FaceSource } from '../dice/dice.ts';
import type { Check } from '../system/check.ts';
import type { Formula, Scope } from '../system/formula.ts';
import { computeCheckOdds } from './compute-check-odds.ts';
import { parseFormula } from './parse-formula.ts';
import { rollCheck } from './roll-check.ts';

function formula(source: string): Formula {
  const parsed = parseFormula(source);
  if (!parsed.ok) throw new Error(parsed.say);
  return parsed.formula;
}

interface Draft {
  readonly dice: string;
  readonly challenge?: string;
  readonly target?: string;
  readonly outcomes: Readonly<Record<string, string>>;
}

function buildCheck({ dice, challenge, target, outcomes }: Draft): Check {
  return {
    id: 'test',
    label: 'Test',
    dice,
    challenge,
    target: target === undefined ? undefined : formula(target),
    outcomes: Object.entries(outcomes).map(([id, when], index) => ({
      id,
      label: id,
      degree: 1 - index,
      when: formula(when),
    })),
  };
}

const values: Readonly<Record<string, number>> = { skill: 50, bonus: 5, rating: 0, defence: 15 };
const scope: Scope = { read: (path) => values[path] };
const resolve = (path: string) => values[path];

function fall(...faces: readonly number[]): FaceSource {
  const left = [...faces];
  return { draw: () => left.shift() ?? 1 };
}

const attack = buildCheck({
  dice: '1d20+@bonus',
  target: 'defence',
  outcomes: {
    critical: 'natural == 20',
    hit: 'natural > 1 and total >= target',
    miss: 'total < target or natural == 1',
  },
});

describe('rollCheck', () => {
  it.each<[Draft['outcomes'], string]>([
    [{ full: 'highest == 6', none: 'highest < 6' }, '3d6: [1, 2, 4], highest 4'],
    [{ twice: 'count(kept, 4) >= 2', full: 'highest == 6' }, '3d6: [1, 2, 4], highest 4'],
    [{ low: 'lowest == 1 and highest > 3' }, '3d6: [1, 2, 4], highest 4, lowest 1'],
    [{ twice: 'count(kept, 4) >= 2' }, '3d6: [1, 2, 4]'],
    [{ full: 'highest == 6', some: 'total > 9' }, '3d6: [1, 2, 4] = 7'],
    [{ some: 'natural > 9 or highest == 6' }, '3d6: [1, 2, 4] = 7'],
    [{ always: 'true' }, '3d6: [1, 2, 4] = 7'],
  ])('DI8: where no outcome of %j reads a sum, none is shown', (outcomes, rendered) => {
    const check = buildCheck({ dice: '3d6', outcomes });
    expect(rollCheck({ check, source: fall(1, 2, 4), resolve, scope })).toMatchObject({
      rolled: { total: 7, rendered },
    });
  });

  it.each([
    [20, 'critical'],
    [10, 'hit'],
    [9, 'miss'],
    [1, 'miss'],
  ])('DI8: a natural %d is a %s: the first outcome that holds', (face, id) => {
    expect(rollCheck({ check: attack, source: fall(face), resolve, scope })).toMatchObject({
      ok: true,
      target: 15,
      rolled: { total: face + 5 },
      outcome: { id },
    });
  });

  it('DI8: dice and target may be given, and the challenge falls after the dice', () => {
    const given = { check: attack, dice: '1d20 adv', target: 3, source: fall(2, 4), resolve, scope };
    expect(rollCheck(given)).toMatchObject({ target: 3, rolled: { total: 4 }, outcome: { id: 'hit' } });
    const contest = buildCheck({
      dice: '1d6',
      challenge: '2d10',
      outcomes: { strong: 'total > max(challenge)', weak: 'total > min(challenge)', miss: 'true' },
    });
    const rolled = rollCheck({ check: contest, source: fall(5, 3, 9), resolve, scope });
    expect(rolled).toMatchObject({ rolled: { total: 5 }, challenge: { total: 12 }, outcome: { id: 'weak' } });
  });

  it('DI8: outcomes read what was kept, what was thrown, the ends and the successes', () => {
    const read = (dice: string, faces: readonly number[], name: string) => {
      const outcomes = Object.fromEntries(
        [...Array(30).keys()].map((value) => [`is${value}`, `${name} == ${value}`]),
      );
      const rolled = rollCheck({
        check: buildCheck({ dice, outcomes }),
        source: fall(...faces),
        resolve,
        scope,
      });
      return rolled.ok ? rolled.outcome?.id : rolled.say;
    };
    expect(read('3d6dl1+4', [2, 6, 5], 'natural')).toBe('is11');
    expect(read('3d6dl1+4', [2, 6, 5], 'lowest')).toBe('is5');
    expect(read('3d6dl1+4', [2, 6, 5], 'highest')).toBe('is6');
    expect(read('3d6dl1+4', [2, 6, 5], 'count(kept)')).toBe('is2');
    expect(read('3d6dl1+4', [2, 6, 5], 'min(thrown)')).toBe('is2');
    expect(read('5d10>=7f1', [7, 8, 1, 9, 2], 'successes')).toBe('is2');
    expect(read('d%b1', [3, 2, 7], 'natural')).toBe('is23');
    expect(read('{1d8!, 1d6!}kh1', [3, 5], 'natural')).toBe('is5');
    expect(read('(@rating)d6', [], 'highest')).toBe('is0');
  });

  it('DI8: without a target the roll stands and says why it was not judged', () => {
    const check = buildCheck({
      dice: '1d20',
      outcomes: { critical: 'natural == 20', hit: 'total >= target' },
    });
    expect(rollCheck({ check, source: fall(20), resolve, scope })).toMatchObject({
      outcome: { id: 'critical' },
    });
    const rolled = rollCheck({ check, source: fall(9), resolve, scope });
    expect(rolled).toMatchObject({ ok: true, rolled: { total: 9 }, fault: expect.stringMatching(/target/) });
    expect(rolled).not.toHaveProperty('outcome');
  });

  it('DI8: what cannot be rolled is said', () => {
    const check = buildCheck({ dice: '1d20+@nix', outcomes: { any: 'true' } });
    expect(rollCheck({ check, source: fall(9), resolve, scope })).toEqual({
      ok: false,
      say: expect.stringMatching(/@nix/),
    });
    const aimless = buildCheck({ dice: '1d20', target: 'nix + 1', outcomes: { any: 'true' } });
    expect(rollCheck({ check: aimless, source: fall(9), resolve, scope })).toEqual({
      ok: false,
      say: expect.stringMatching(/value to reach with Test/),
    });
  });
});

describe('computeCheckOdds', () => {
  const odds = (draft: Draft) => {
    const found = computeCheckOdds({ check: buildCheck(draft), resolve, scope });
    if (!found.ok) throw new Error(found.say);
    return Object.fromEntries(
      [...found.probabilities].map(([id, chance]) => [id, Number(chance.toFixed(12))]),
    );
  };

  it('DI9: the chance of each outcome is counted, not guessed', () => {
    expect(odds({ dice: '2d6', outcomes: { strong: 'total >= 10', weak: 'total >= 7' } })).toEqual({
      strong: Number((6 / 36).toFixed(12)),
      weak: Number((15 / 36).toFixed(12)),
      none: Number((15 / 36).toFixed(12)),
    });
    expect(odds({ dice: 'd%p1', outcomes: { success: 'total <= skill' } })).toEqual({
      success: 0.25,
      none: 0.75,
    });
    const pool = { crit: 'count(kept, 6) >= 2', full: 'highest == 6', partial: 'highest >= 4' };
    expect(odds({ dice: '(@rating)d6z', outcomes: pool })).toMatchObject({
      full: Number((1 / 36).toFixed(12)),
    });
    expect(odds({ dice: '2d6z', outcomes: pool })).toMatchObject({ crit: Number((1 / 36).toFixed(12)) });
  });

  it('DI9: of too many ways to fall it says so', () => {
    const check = buildCheck({ dice: '20d20', outcomes: { any: 'true' } });
    expect(computeCheckOdds({ check, resolve, scope })).toEqual({
      ok: false,
      say: expect.stringMatching(/too many ways/),
    });
  });
});
