// Declares the mechanics of the shared evaluation data as checks of a manifest, and computes the chances of their outcomes.

import type { Check } from '@terrarium/rpg/check';
import { computeCheckOdds } from '@terrarium/rpg/compute-check-odds';
import { computeOdds } from '@terrarium/rpg/compute-odds';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { parseFormula } from '@terrarium/rpg/parse-formula';

interface Mechanic {
  readonly dice: string;
  readonly challenge?: string;
  readonly target?: number;
  readonly values?: Readonly<Record<string, number>>;
  /** Conditions by outcome, in order: the first that holds decides. */
  readonly outcomes: Readonly<Record<string, string>>;
  /**
   * Outcomes whose names here differ from those in the data, because JavaScript would sort a name that is a number
   * before the others.
   */
  readonly named?: Readonly<Record<string, string>>;
}

interface MechanicFamily {
  readonly name: RegExp;
  /**
   * `outcome`: the outcome that is asked for. Only a mechanic that has a separate question for each outcome
   * uses it.
   */
  build(numbers: readonly number[], outcome: string): Mechanic;
}

const hit = { hit: 'natural == 20 or (natural > 1 and total >= target)' };

const families: readonly MechanicFamily[] = [
  {
    name: /^blades action roll (\d)d$/,
    build: ([rating = 0]) => ({
      dice: '(@rating)d6z',
      values: { rating },
      outcomes: {
        crit: 'count(kept, 6) >= 2',
        full: 'highest == 6',
        '4-5': 'highest >= 4',
        '1-3': 'true',
      },
      named: { '6': 'full' },
    }),
  },
  {
    name: /^pbta 2d6([+-]\d)$/,
    build: ([mod = 0]) => ({
      dice: '2d6+@mod',
      values: { mod },
      outcomes: { '10+': 'total >= 10', '7-9': 'total >= 7', '6-': 'true' },
    }),
  },
  {
    name: /^ironsworn action \+(\d)$/,
    build: ([stat = 0]) => ({
      dice: '1d6+@stat',
      challenge: '2d10',
      values: { stat },
      outcomes: { strong: 'total > max(challenge)', weak: 'total > min(challenge)', miss: 'true' },
    }),
  },
  {
    name: /^ironsworn match$/,
    build: () => ({
      dice: '1d6',
      challenge: '2d10',
      outcomes: { match: 'max(challenge) == min(challenge)' },
    }),
  },
  {
    name: /^d100 roll-under (\d+)/,
    build: ([skill = 0], outcome) => {
      const limit = outcome.startsWith('critical') ? '1' : `skill // ${outcome.split('/')[1] ?? '1'}`;
      return { dice: 'd%', values: { skill }, outcomes: { [outcome]: `total <= ${limit}` } };
    },
  },
  {
    name: /^d100 one bonus die, skill (\d+)$/,
    build: ([skill = 0]) => ({
      dice: 'd%b1',
      values: { skill },
      outcomes: { success: 'total <= skill', failure: 'true' },
    }),
  },
  {
    name: /^d100 one penalty die, skill (\d+)$/,
    build: ([skill = 0]) => ({
      dice: 'd%p1',
      values: { skill },
      outcomes: { success: 'total <= skill', failure: 'true' },
    }),
  },
  {
    name: /^cairn save d20<= (\d+)/,
    build: ([target = 0]) => ({
      dice: '1d20',
      target,
      outcomes: { pass: 'natural == 1 or (natural < 20 and total <= target)' },
    }),
  },
  {
    name: /^d20\+(\d+) vs AC(\d+)/,
    build: ([bonus = 0, target = 0], outcome) => {
      const word = ['advantage', 'disadvantage'].find((each) => outcome.endsWith(`with ${each}`)) ?? '';
      return { dice: `1d20+@bonus ${word}`, target, values: { bonus }, outcomes: { [outcome]: hit.hit } };
    },
  },
];

/**
 * The chance that the check machinery gives an outcome or, for exploding dice, their mean; undefined when no check here
 * expresses the mechanic.
 */
export function findOutcomeChance(system: string, outcome: string): number | undefined {
  const exploding = /^exploding (\S+) mean$/.exec(system)?.[1];
  if (exploding !== undefined) return findMean(exploding);
  for (const { name, build } of families) {
    const found = name.exec(system);
    if (found === null) continue;
    return findChance(build(found.slice(1).map(Number), outcome), outcome);
  }
  return undefined;
}

function findMean(text: string): number | undefined {
  const parsed = parseDice(text);
  const found = parsed.ok ? computeOdds(parsed.dice) : parsed;
  return found.ok ? found.odds.mean : undefined;
}

function findChance(mechanic: Mechanic, outcome: string) {
  const { dice, challenge, target, values = {}, outcomes, named = {} } = mechanic;
  const check: Check = {
    id: 'measured',
    label: 'Measured',
    dice,
    challenge,
    given: [],
    outcomes: Object.entries(outcomes).map(([id, source]) => ({
      id,
      label: id,
      degree: 0,
      when: compile(source),
    })),
  };
  const read = (path: string) => values[path];
  const found = computeCheckOdds({ check, target, resolve: read, scope: { read } });
  return found.ok ? (found.probabilities.get(named[outcome] ?? outcome) ?? 0) : undefined;
}

function compile(source: string) {
  const parsed = parseFormula(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.say}`);
  return parsed.formula;
}
